import type MarkdownIt from 'markdown-it'

/** The text of a line without the blanks around it. */
export function lineText(state: MarkdownIt.StateBlock, line: number): string {
  return state.src.slice(lineStart(state, line), state.eMarks[line]).trimEnd()
}

/** The place in the source where the text of a line begins. */
export function lineStart({ bMarks, tShift }: MarkdownIt.StateBlock, line: number): number {
  return (bMarks[line] ?? 0) + (tShift[line] ?? 0)
}

/** Whether a line is indented far enough to be code. */
export function isIndented({ sCount, blkIndent }: MarkdownIt.StateBlock, line: number): boolean {
  return (sCount[line] ?? 0) - blkIndent >= 4
}
