import ts from 'typescript'
import { parse } from './parameters'

/** Comments that are hard to read at speed, counted by two patterns. It finds candidates; people judge them. */
interface LanguageFigures {
  comments: number
  /** Comments whose first sentence opens with a question word or a pronoun, without being a question. */
  openings: Comment[]
  /** Comments with a clause that stands for a noun, such as "what is" or "whoever". */
  freeRelatives: Comment[]
}

export interface Comment {
  file: string
  line: number
  text: string
}

const openers = ['What', 'Who', 'Whom', 'Whose', 'Whoever', 'Of', 'Where', 'Those', 'Nobody']
const opening = new RegExp(`^(?:${openers.join('|')})\\b`)
const isQuestion = /^[^.!?]*\?/
const freeRelatives = [
  ...['whoever', 'whomever', 'of whom', 'by whom', 'of those', 'those who', 'that one', 'so many'],
  ...['who is', 'who has', 'what is', 'what was', 'what has', 'is meant', 'are meant'],
]
const freeRelative = new RegExp(`\\b(?:${freeRelatives.join('|')})\\b`, 'i')

/** Whether a text opens with a question word or a pronoun, without being a question. */
export function opensLikeARiddle(text: string): boolean {
  return opening.test(text) && !isQuestion.test(text)
}

/** Whether a text has a clause that stands for a noun. */
export function hasFreeRelative(text: string): boolean {
  return freeRelative.test(text)
}

/** Measures the comments of sources, given as texts by file. */
export function measureLanguage(sources: Iterable<readonly [string, string]>): LanguageFigures {
  const comments = [...sources].flatMap(([file, text]) => commentsIn(file, text))
  return {
    comments: comments.length,
    openings: comments.filter(({ text }) => opensLikeARiddle(text)),
    freeRelatives: comments.filter(({ text }) => hasFreeRelative(text)),
  }
}

/** Comments that stand before a node, without marks; orders to tools are left out. */
function commentsIn(file: string, text: string): Comment[] {
  const source = parse(file, text)
  const found = new Map<number, Comment>()
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) {
      const words = wordsOf(text.slice(pos, end))
      if (words === '' || /^(?:eslint|prettier|@ts)/.test(words)) continue
      const { line } = source.getLineAndCharacterOfPosition(pos)
      found.set(pos, { file, line: line + 1, text: words })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found.values()]
}

function wordsOf(comment: string): string {
  const inner = comment.startsWith('//') ? comment.slice(2) : comment.slice(2, -2)
  return inner
    .split('\n')
    .map((line) => line.replace(/^\s*\*+/, '').trim())
    .filter(Boolean)
    .join(' ')
}
