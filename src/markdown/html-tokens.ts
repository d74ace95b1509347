import type MarkdownIt from 'markdown-it'

const inlineHtml = 'parley_html'
const blockHtml = 'parley_html_block'

/**
 * Adds finished HTML to the text.
 *
 * @param html made by `element()`, so that what a user typed in it is escaped
 * @param typed what it stands for, should only text be wanted
 */
export function pushHtml(state: MarkdownIt.StateInline, html: string, typed: string): void {
  const token = state.push(inlineHtml, '', 0)
  token.content = typed
  token.meta = { html }
}

/** A token for finished HTML that stands between blocks, or in place of a text. */
export function htmlToken(
  { Token }: MarkdownIt.StateCore,
  html: string,
  kind: 'inline' | 'block',
): MarkdownIt.Token {
  const token = new Token(kind === 'inline' ? inlineHtml : blockHtml, '', 0)
  token.block = kind === 'block'
  token.meta = { html }
  return token
}

export function useHtmlTokens(md: MarkdownIt.MarkdownIt): void {
  md.renderer.rules[inlineHtml] = (tokens, index) => htmlOf(tokens[index])
  md.renderer.rules[blockHtml] = (tokens, index) => `${htmlOf(tokens[index])}\n`
}

function htmlOf(token: MarkdownIt.Token | undefined): string {
  const html = token?.meta?.['html']
  return typeof html === 'string' ? html : ''
}
