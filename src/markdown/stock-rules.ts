import MarkdownIt from 'markdown-it'

export type BlockRule = (
  state: MarkdownIt.StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
) => boolean
export type InlineRule = (state: MarkdownIt.StateInline, silent: boolean) => boolean

/**
 * Quotes and lists deeper than this stay text. The parser's own limit would leave out what is
 * deeper, and without one the time grows with the depth.
 */
const deepestBlockLevel = 30

/** A block rule of markdown-it by its name, to be narrowed by one of ours. */
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

export function withinDepth(rule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) =>
    state.level < deepestBlockLevel && rule(state, startLine, endLine, silent)
}

function only<Rule>(name: string, [rule]: Rule[]): Rule {
  if (rule === undefined) throw new Error(`markdown-it has no rule ${name}`)
  return rule
}
