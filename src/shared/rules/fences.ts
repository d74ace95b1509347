/*
 * Fences around code, TeX, quotes and spoilers: the lines that open and close them, and texts of others put into them.
 * Each function reads a text once, so its work is linear.
 * Source: docs/protocol/markdown.md#fences.
 */

type FenceKind = 'code' | 'math' | 'quote' | 'spoiler'

export interface Fence {
  /** The three or more characters that the closing line must repeat. */
  markup: string
  kind: FenceKind
  /** The language of code, or the header of a spoiler. */
  info: string
}

const lineEnd = /\r\n?|\n/
const backtick = 0x60
const tilde = 0x7e
const fewestMarks = 3
/** Columns that make a line indented code. */
const codeColumns = 4

const spoilerPattern = /^\{?\.?spoiler\}?(?![^ \t])/i
const kinds = new Map<string, FenceKind>([
  ['quote', 'quote'],
  ['quoted', 'quote'],
  ['math', 'math'],
  ['tex', 'math'],
  ['latex', 'math'],
])

/**
 * The fence that a line opens; undefined for any other line. The first line of code may name a language: `python`,
 * `.python`, `{.python}`; the first line of a spoiler may have a header.
 *
 * @param line without the blanks around it
 */
export function readFence(line: string): Fence | undefined {
  const length = marksAt(line, 0)
  if (length < fewestMarks) return undefined
  const markup = line.slice(0, length)
  const info = line.slice(length + indentOf(line, length))
  const spoiler = spoilerPattern.exec(info)?.[0]
  if (spoiler !== undefined) {
    const header = info.slice(spoiler.length + indentOf(info, spoiler.length))
    return /[`~]/.test(header) ? undefined : { markup, kind: 'spoiler', info: header }
  }
  if (!/^[\w#+./{}-]*$/.test(info)) return undefined
  const language = info.replace(/^\{?\.?|\}$/g, '')
  return { markup, kind: kinds.get(language.toLowerCase()) ?? 'code', info: language }
}

/** Whether the fence contains Markdown, so that fences nest in it. */
export function nestsFences({ kind }: Pick<Fence, 'kind'>): boolean {
  return kind === 'quote' || kind === 'spoiler'
}

/** A fence that a text leaves open. */
interface OpenFence extends Fence {
  /** The line that closes it, as far indented as the line that opens it. */
  closing: string
}

/** The fences that a text leaves open, outermost first; inside code all lines but the closing one are ignored. */
export function openFences(text: string): OpenFence[] {
  const open: OpenFence[] = []
  for (const line of text.split(lineEnd)) {
    const indent = indentOf(line)
    const first = line.charCodeAt(indent)
    if ((first !== backtick && first !== tilde) || columnsOf(line, indent) >= codeColumns) continue
    const content = line.slice(indent).trimEnd()
    const innermost = open.at(-1)
    if (innermost?.markup === content) open.pop()
    else if (!innermost || nestsFences(innermost)) {
      const fence = readFence(content)
      if (fence) open.push({ ...fence, closing: line.slice(0, indent) + fence.markup })
    }
  }
  return open
}

/** Closes the open fences of a text, so that they do not enclose text appended to it. */
export function closeFences(text: string): string {
  const closings = openFences(text).map(({ closing }) => closing)
  return [text, ...closings.reverse()].join('\n')
}

/** Puts a text as it is into a fence that none of its lines can close. @param info a language, such as `json` */
export function encloseCode(text: string, info = '', mark: '`' | '~' = '`'): string {
  const fence = mark.repeat(Math.max(fewestMarks, longestFence(text, mark) + 1))
  return `${fence}${info}\n${text}\n${fence}`
}

/**
 * Puts Markdown into a quote or a spoiler. The text can neither close it early nor, by a fence left open, extend it.
 *
 * @param info `quote`, or `spoiler` with its header
 */
export function encloseMarkdown(text: string, info: string, mark: '`' | '~' = '`'): string {
  return encloseCode(closeFences(text), info, mark)
}

/** Length of the longest run of marks that begins a line. */
function longestFence(text: string, mark: '`' | '~'): number {
  let longest = 0
  for (const line of text.split(lineEnd)) {
    const indent = indentOf(line)
    if (line[indent] === mark) longest = Math.max(longest, marksAt(line, indent))
  }
  return longest
}

/** Number of equal marks from a place of a line on. */
function marksAt(line: string, start: number): number {
  const mark = line.charCodeAt(start)
  if (mark !== backtick && mark !== tilde) return 0
  let end = start + 1
  while (line.charCodeAt(end) === mark) end++
  return end - start
}

/** Number of blanks from a place of a line on. */
function indentOf(line: string, start = 0): number {
  let index = start
  for (;;) {
    const code = line.charCodeAt(index)
    if (code !== 0x20 && code !== 0x09) return index - start
    index++
  }
}

/** Columns of the first characters of a line; a tab ends at the next multiple of four. */
function columnsOf(line: string, indent: number): number {
  let columns = 0
  for (let index = 0; index < indent; index++) {
    columns += line.charCodeAt(index) === 0x09 ? 4 - (columns % 4) : 1
  }
  return columns
}
