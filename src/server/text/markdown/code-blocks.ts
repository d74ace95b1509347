import type MarkdownIt from 'markdown-it'
import type { Environment } from './environment'
import { languageName } from './languages'
import { element, escapeText } from '../html'

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   Prism's grammars take 50 modules of each start, and are loaded with the first code instead. */
const loadHighlighter = () => require('./highlight') as typeof import('./highlight')
/* eslint-enable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports */

/** Longest line that is highlighted: some grammars take quadratic time in the length of a line. */
const longestLineChars = 300

/**
 * Code as Pygments lays it out, with the language of the fence.
 * Source: docs/protocol/markdown.md#code-blocks.
 */
export function codeBlockHtml(
  token: MarkdownIt.Token | undefined,
  environment: Environment,
): string {
  const { content = '', info = '' } = token ?? {}
  const code = content.endsWith('\n') ? content : `${content}\n`
  const language = info === '' ? {} : { 'data-code-language': languageName(info) }
  const pre = `<pre><span></span><code>${codeHtml(code, info, environment)}</code></pre>`
  return `${element('div', { class: 'codehilite', ...language }, pre)}\n`
}

/** Highlighted code; plain if that would take too long or the message has used up its share. */
function codeHtml(code: string, language: string, environment: Environment): string {
  if (code.length > environment.highlightCharsLeft || hasLongLine(code)) return escapeText(code)
  const html = language === '' ? undefined : loadHighlighter().highlight(code, language)
  if (html === undefined) return escapeText(code)
  environment.highlightCharsLeft -= code.length
  if (html.length > environment.decorationCharsLeft) return escapeText(code)
  environment.decorationCharsLeft -= html.length
  return html
}

function hasLongLine(code: string): boolean {
  return code.split('\n').some((line) => line.length > longestLineChars)
}
