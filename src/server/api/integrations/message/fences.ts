/**
 * A line that opens a block: three or more of one fence character and at most one word. Adjacent parts
 * of the pattern match disjoint characters, so that matching takes linear time.
 */
const openingLine = /^(`{3,}|~{3,})[ ]*(?:([^\s`~]+)[ ]*)?$/

/** Languages of blocks that contain Markdown, so that fences nest in them. */
const nestingLanguages = ['quote', 'quoted', 'spoiler']

/**
 * The fences that a text leaves open, outermost first. A line equal to the fence closes it;
 * inside code all other lines are ignored.
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

/** Closes the open fences of a text, so that they do not enclose text appended to it. */
export function closeFences(text: string): string {
  return [text, ...openFences(text).reverse()].join('\n')
}

/** The text as a code block; its fence is chosen so that no line of the text can close it. */
export function codeBlock(text: string, language = ''): string {
  const body = withLineFeeds(text)
  const fence = fenceAround(body, '`')
  return `${fence}${language}\n${body}\n${fence}`
}

/**
 * Markdown of another site as a quotation. The text can neither close the quotation early nor
 * extend it with an unclosed code block.
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
