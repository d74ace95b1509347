import MarkdownIt from 'markdown-it'

/** A rule that reads a block at a line, or declines. */
export type BlockRule = (
  state: MarkdownIt.StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
) => boolean
/** A rule that reads markup at a position of a text, or declines. */
export type InlineRule = (state: MarkdownIt.StateInline, silent: boolean) => boolean

/**
 * Deepest level of quotes and lists; deeper markup stays text. The parser's own limit would drop the deeper
 * content, and without a limit the time grows with the depth.
 */
const deepestBlockLevel = 30

/** A block rule of markdown-it by its name, to be wrapped by one of ours. */
export function stockBlockRule(name: string): BlockRule {
  const { ruler } = new MarkdownIt().block
  ruler.enableOnly(name)
  return only(name, ruler.getRules(''))
}

/** An inline rule of markdown-it by its name. */
export function stockInlineRule(name: string): InlineRule {
  const { ruler } = new MarkdownIt().inline
  ruler.enableOnly(name)
  return only(name, ruler.getRules(''))
}

/** A core rule of markdown-it by its name. */
export function stockCoreRule(name: string): (state: MarkdownIt.StateCore) => void {
  const { ruler } = new MarkdownIt().core
  ruler.enableOnly(name)
  return only(name, ruler.getRules(''))
}

/** The rule, limited to {@link deepestBlockLevel}. */
export function withinDepth(rule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) =>
    state.level < deepestBlockLevel && rule(state, startLine, endLine, silent)
}

function only<Rule>(name: string, [rule]: Rule[]): Rule {
  if (rule === undefined) throw new Error(`markdown-it has no rule ${name}`)
  return rule
}

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

/** Matches a sticky pattern at the state's position, within the part of the text that the state may read. */
export function matchHere(pattern: RegExp, state: MarkdownIt.StateInline): RegExpExecArray | null {
  pattern.lastIndex = state.pos
  const match = pattern.exec(state.src)
  return match && state.pos + match[0].length <= state.posMax ? match : null
}

/** The character before the state's position; a newline at the beginning of the text. */
export function characterBefore(state: MarkdownIt.StateInline): string {
  return state.src[state.pos - 1] ?? '\n'
}

/** Characters that the name of a site must follow. Source: docs/protocol/markdown.md#mention-place. */
const beforeSite = /[\s'"(,:<]/
/** Characters that a mention or a link to a stream must follow. */
const beforeReference = /[\s'"(,:<{[/]/

/** Whether the name of a site may begin at the state's position. */
export function mayNameSiteHere(state: MarkdownIt.StateInline): boolean {
  return beforeSite.test(characterBefore(state))
}

/**
 * Whether a mention or a link to a stream may begin at the state's position. The marks that open emphasis around it may
 * stand before it: `**@**Ada Byron****`.
 */
export function mayReferHere({ src, pos }: MarkdownIt.StateInline): boolean {
  let start = pos
  while (src[start - 1] === '*' || src[start - 1] === '~') start--
  return beforeReference.test(src[start - 1] ?? '\n')
}

const inlineHtml = 'parley_html'
const blockHtml = 'parley_html_block'

/**
 * Adds finished HTML to the text.
 *
 * @param html made by `element()`, so that user input in it is escaped
 * @param typed the source text, for a plain-text rendering
 */
export function pushHtml(state: MarkdownIt.StateInline, html: string, typed: string): void {
  const token = state.push(inlineHtml, '', 0)
  token.content = typed
  token.meta = { html }
}

/** A token for finished HTML between blocks, or in place of a text. */
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
