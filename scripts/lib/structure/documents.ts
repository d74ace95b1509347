import { hasFreeRelative, opensLikeARiddle } from './language'

/** Sentences of documents that are hard to read at speed. The patterns find candidates; people judge them. */
interface DocumentFigures {
  /** Without the marks of tables, lists and anchors. */
  words: number
  sentences: number
  /** Sentences that open like a riddle, or have a free relative or an idiom. */
  hard: Sentence[]
}

interface Sentence {
  file: string
  line: number
  text: string
}

const idioms = [
  ...['nothing but', 'all but', 'in vain', 'by chance', 'so to speak', 'for good', 'in passing'],
  ...['of before', 'hardly anybody', 'hardly ever', 'no sooner', 'all the same', 'the like'],
  ...[
    'ma(?:ke|kes|king|de) way',
    'gives? way',
    'turns? out',
    'takes? care',
    'at a loss',
    'let go of',
  ],
  ...['stands? in for', 'stood in for', 'has no say', 'have no say', 'at the mercy', 'make do'],
]
const idiom = new RegExp(`\\b(?:${idioms.join('|')})\\b`, 'i')

/** Measures Markdown documents, given as texts by file. Headings and code are left out. */
export function measureDocuments(documents: Iterable<readonly [string, string]>): DocumentFigures {
  const all = [...documents]
  const sentences = all.flatMap(([file, text]) => sentencesIn(file, text))
  return {
    words: all.reduce((sum, [, text]) => sum + wordsIn(text), 0),
    sentences: sentences.length,
    hard: sentences.filter(
      ({ text }) => opensLikeARiddle(text) || hasFreeRelative(text) || idiom.test(text),
    ),
  }
}

function wordsIn(text: string): number {
  const words = text.replace(/<[^>]*>/g, '').split(/\s+/)
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

function sentencesIn(file: string, text: string): Sentence[] {
  return blocksIn(text).flatMap(({ line, words }) =>
    words
      .replace(/`+[^`]*`+/g, 'code')
      .replace(/<[^>]*>/g, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .split(/(?<=[.!?]['"”)*]*)\s+(?=['"“(*]*[A-Z])/)
      .map((sentence) => ({ file, line, text: sentence.replace(/^[\s'"“(*_]+/, '') }))
      .filter((sentence) => /[a-z]/i.test(sentence.text)),
  )
}

/** Paragraphs, items of lists, and cells of tables, each with the line where it begins. */
function blocksIn(text: string): { line: number; words: string }[] {
  const blocks: { line: number; words: string }[] = []
  let isOpen = false
  for (const [index, line] of withoutFences(text).split('\n').entries()) {
    const isTable = /^\s*\|/.test(line)
    const isItem = /^\s*(?:[-*>]|\d+\.) /.test(line)
    if (isTable) {
      const cells = line.split(/(?<!\\)\|/).filter((cell) => /[a-z]/i.test(cell))
      blocks.push(...cells.map((cell) => ({ line: index + 1, words: cell.trim() })))
    } else if (line.trim() === '' || line.startsWith('#')) {
      isOpen = false
      continue
    } else if (isOpen && !isItem) {
      const last = blocks.at(-1)
      if (last) last.words += ` ${line.trim()}`
      continue
    } else {
      blocks.push({ line: index + 1, words: line.replace(/^\s*(?:[-*>]|\d+\.) /, '').trim() })
    }
    isOpen = !isTable
  }
  return blocks
}

/** Replaces blocks of code by blank lines, so that lines keep their numbers. */
function withoutFences(markdown: string): string {
  return markdown.replace(/^( *)(```+|~~~+)[^]*?^\1\2/gm, (code) => code.replace(/[^\n]/g, ''))
}
