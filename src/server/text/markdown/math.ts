import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import type { Environment } from './environment'
import { element, escapeText } from '../html'
import { matchHere } from './rules'
import type { InlineRule } from './rules'

const formula = /\$\$([^$\n]+)\$\$/y

/** Max characters of a formula; its HTML is about a hundred times as long, and takes time accordingly. */
const longestFormulaChars = 500
/** Min HTML characters charged per character of a formula, even if KaTeX failed: that takes time, too. */
const leastCostOfChar = 20
/** Commands that define macros, which could make a short formula endless, or that print into our log. */
const unwantedCommand =
  /\\(?:[gex]?def|let|futurelet|(?:re|provide)?(?:new)?command|message|errmessage|show)(?![a-zA-Z])/

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   KaTeX is loaded with the first formula: most starts need none. */
const loadTypesetter = () => require('./typeset') as typeof import('./typeset')
/* eslint-enable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports */

const inlineMathToken = 'parley_math_inline'

/** `$$x^2$$` within a text. */
const inlineMath: InlineRule = (state, silent) => {
  const match = matchHere(formula, state)
  if (!match) return false
  if (!silent) state.push(inlineMathToken, '', 0).content = match[1] ?? ''
  state.pos += match[0].length
  return true
}

/** The formula typeset by KaTeX, or its source in a span if KaTeX cannot parse it. */
function mathHtml(
  tex: string,
  typed: string,
  isDisplay: boolean,
  environment: Environment,
): string {
  const charsLeft = environment.decorationCharsLeft
  const mayTry = charsLeft > 0 && tex.length <= longestFormulaChars && !unwantedCommand.test(tex)
  const html = mayTry ? loadTypesetter().typeset(tex, isDisplay) : undefined
  if (mayTry) {
    environment.decorationCharsLeft -= Math.max(html?.length ?? 0, tex.length * leastCostOfChar)
  }
  if (html !== undefined && html.length <= charsLeft) return html
  return element('span', { class: 'tex-error' }, escapeText(typed))
}

/** A block of TeX as a paragraph of its own. Source: docs/protocol/markdown.md#math-blocks. */
export function mathBlockHtml(tex: string, environment: Environment): string {
  return `<p>${mathHtml(tex, tex, true, environment)}</p>`
}

export function useMath(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.push('parley_math', inlineMath)
  md.renderer.rules[inlineMathToken] = (tokens, index, _options, env = {}) => {
    const tex = tokens[index]?.content ?? ''
    return mathHtml(tex, `$$${tex}$$`, false, environmentOf({ env }))
  }
}
