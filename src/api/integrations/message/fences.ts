/**
 * A line that opens a block: three or more of one fence character and at most one word. No two parts
 * of the pattern take the same character next to each other, so that a long line is read once.
 */
const openingLine = /^(`{3,}|~{3,})[ ]*(?:([^\s`~]+)[ ]*)?$/

/** Blocks whose content is Markdown again, so that fences nest. */
const nestingLanguages = ['quote', 'quoted', 'spoiler']

/**
 * The fences a text leaves open, outermost first. A fence is closed by a line
 * equal to it; in code nothing else counts.
 *
 * Source: docs/protocol/markdown.md#fences.
 */
export function openFences(text: string): string[] {
  const open: { fence: string; nests: boolean }[] = []
  for (const line of text.split('\n')) {
    const innermost = open.at(-1)
    if (innermost?.fence === line.trimEnd()) {
      open.pop()
    } else if (!innermost || innermost.nests) {
      const [, fence, language = ''] = openingLine.exec(line) ?? []
      if (fence) open.push({ fence, nests: nestingLanguages.includes(language) })
    }
  }
  return open.map(({ fence }) => fence)
}

/** The text with the fences closed that would swallow what comes after it. */
export function closeFences(text: string): string {
  return [text, ...openFences(text).reverse()].join('\n')
}

/** The text as a code block that it cannot end early, whatever it contains. */
export function codeBlock(text: string, language = ''): string {
  const body = withLineFeeds(text)
  const fence = fenceAround(body, '`')
  return `${fence}${language}\n${body}\n${fence}`
}

/**
 * The text, Markdown of another site, as a quotation that it cannot end early,
 * nor prolong by a code block that it never closes.
 */
export function quoteBlock(text: string): string {
  const body = closeFences(withLineFeeds(text).trim())
  const fence = fenceAround(body, '~')
  return `${fence}quote\n${body}\n${fence}`
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** A fence longer than any that begins a line of the text. */
function fenceAround(text: string, character: '`' | '~'): string {
  let longest = 2
  for (const [run] of text.matchAll(character === '`' ? /^[ \t]*`{3,}/gm : /^[ \t]*~{3,}/gm)) {
    longest = Math.max(longest, run.trimStart().length)
  }
  return character.repeat(longest + 1)
}
