import { InlineText, invisibleBlank } from '../markup/inline-text'
import { finishLines } from '../markup/literal'

/** Marks of emphasis by the styles of Slack; underlined text has none. */
const marks = { bold: '**', italic: '*', strike: '~~' } as const

export type Style = keyof typeof marks

export const styles = Object.keys(marks) as Style[]

/** A piece of a text on one line. */
export interface StyledPiece {
  markdown: string
  styles: ReadonlySet<Style>
  /** Blanks alone. */
  isBlank: boolean
}

/**
 * Pieces as Markdown. A style that several pieces share has its marks once around all of them, the longest one outermost,
 * and blanks at its ends stay outside, since nothing is emphasized with a blank just inside the marks.
 */
export function markdownOfStyled(pieces: readonly StyledPiece[]): string {
  return finishLines(emphasized(pieces, new Set()))
}

function emphasized(pieces: readonly StyledPiece[], open: ReadonlySet<Style>): string {
  const isEmphasized = open.has('bold') || open.has('italic')
  const line = new InlineText(isEmphasized)
  for (let start = 0; start < pieces.length;) {
    const { style, end } = longestStyle(pieces, start, open)
    const [first, last] = style ? withoutBlanks(pieces, start, end) : [end, end]
    for (const each of pieces.slice(start, first)) line.append(each.markdown)
    if (style && first < last) {
      const inner = emphasized(pieces.slice(first, last), new Set([...open, style]))
      const blank =
        isEmphasized && style === 'strike' && inner.startsWith('*') ? invisibleBlank : ''
      line.append(marks[style] + blank + inner + marks[style])
    }
    for (const each of pieces.slice(Math.max(first, last), end)) line.append(each.markdown)
    start = end
  }
  return line.toString()
}

/** The style that goes on longest from a piece on, and its end; without a style the end of the piece. */
function longestStyle(
  pieces: readonly StyledPiece[],
  start: number,
  open: ReadonlySet<Style>,
): { style: Style | undefined; end: number } {
  let longest: { style: Style | undefined; end: number } = { style: undefined, end: start }
  for (const style of styles) {
    if (open.has(style)) continue
    let end = start
    while (pieces[end]?.styles.has(style)) end++
    if (end > longest.end) longest = { style, end }
  }
  return longest.style ? longest : { style: undefined, end: start + 1 }
}

/** The range without blank pieces at its ends. */
function withoutBlanks(
  pieces: readonly StyledPiece[],
  start: number,
  end: number,
): [first: number, last: number] {
  let [first, last] = [start, end]
  while (first < last && pieces[first]?.isBlank) first++
  while (last > first && pieces[last - 1]?.isBlank) last--
  return [first, last]
}
