import { encloseMarkdown } from '../../../../shared/rules/fences'

/** A line of Markdown, or code with its fence, and the block that it belongs to. */
export interface Line {
  kind: 'text' | 'list' | 'code'
  markdown: string
  isQuoted: boolean
}

/** Lines as Markdown. A quote or a list would go on in the line below it without a blank line. */
export function joinLines(lines: readonly Line[]): string {
  const runs: { isQuoted: boolean; lines: Line[] }[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last?.isQuoted === line.isQuoted) last.lines.push(line)
    else runs.push({ isQuoted: line.isQuoted, lines: [line] })
  }
  return runs
    .map((run) => (run.isQuoted ? quoteOf(run.lines) : joinRun(run.lines)))
    .reduce((text, run) => text + separatorOf(text, run) + run, '')
}

function separatorOf(text: string, run: string): string {
  if (text === '') return ''
  return text.endsWith('\n') || run.startsWith('\n') || run === '' ? '\n' : '\n\n'
}

/** Code in a quote needs fences around both: a split of a long message closes and opens them again. */
function quoteOf(lines: readonly Line[]): string {
  const markdown = joinRun(lines)
  if (lines.some(({ kind }) => kind === 'code')) return encloseMarkdown(markdown, 'quote')
  return markdown
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function joinRun(lines: readonly Line[]): string {
  return lines
    .map(({ kind, markdown }, index) => {
      const above = lines[index - 1]
      const isApart = above?.kind === 'list' && kind !== 'list'
      return isApart && markdown !== '' ? `\n${markdown}` : markdown
    })
    .join('\n')
}

/** Blanks before an item at a depth; one that is more than a level below the item above it would be code. */
export function indentOf(depth: number): string {
  return '  '.repeat(depth)
}

/** The depth of an item, below an item at another depth; -1 without one. */
export function depthBelow(wanted: number, above: number): number {
  return Math.max(0, Math.min(8, wanted, above + 1))
}
