import type MarkdownIt from 'markdown-it'
import type { Environment } from './environment'
import { highlight } from './highlight'
import { escapeText } from '../wire/html'

/** The longest line in colours: some grammars take time with the square of a line's length. */
const longestLineChars = 300

/**
 * Code as Pygments lays it out. More text after it follows at a distance of three newlines.
 *
 * Sources: docs/protocol/markdown.md#code-blocks, docs/protocol/markdown.md#block-distance.
 */
export function codeBlockHtml(
  tokens: MarkdownIt.Token[],
  index: number,
  environment: Environment,
): string {
  const { content = '', info = '' } = tokens[index] ?? {}
  const code = content.endsWith('\n') ? content : `${content}\n`
  const next = tokens[index + 1]
  const isLast = next === undefined || next.nesting === -1
  const html = `<div class="codehilite"><pre><span></span>${codeHtml(code, info, environment)}</pre></div>`
  return html + (isLast ? '\n' : '\n\n\n')
}

/** Code in colours, unless that would take too long or the message has had enough of them. */
function codeHtml(code: string, language: string, environment: Environment): string {
  if (code.length > environment.highlightCharsLeft || hasLongLine(code)) return escapeText(code)
  const html = highlight(code, language)
  if (html === undefined) return escapeText(code)
  environment.highlightCharsLeft -= code.length
  if (html.length > environment.decorationCharsLeft) return escapeText(code)
  environment.decorationCharsLeft -= html.length
  return html
}

function hasLongLine(code: string): boolean {
  return code.split('\n').some((line) => line.length > longestLineChars)
}
