import MarkdownIt from 'markdown-it'
import { useAvatars } from './avatars'
import { useBareLinks } from './bare-links'
import { useEmoji } from './emoji'
import { useEmphasis } from './emphasis'
import { useFences } from './fences'
import { useHtmlTokens } from './html-tokens'
import { useInlineCode } from './inline-code'
import { useLinkifiers } from './linkified'
import { useLinks } from './links'
import { useLists } from './lists'
import { useMath } from './math'
import { useMentions } from './mentions'
import { usePreviews } from './previews'
import { useStreamLinks } from './stream-links'
import { useTables } from './tables'
import { useText } from './text'
import { stockBlockRule, withinDepth } from './stock-rules'

/**
 * markdown-it with the syntax of the protocol: of its own rules only those that agree with it, and
 * no raw HTML at all. Inline rules are tried in the order in which they are added.
 *
 * Source: protocol notes 8.
 */
export function createParser(): MarkdownIt.MarkdownIt {
  const md = new MarkdownIt('zero', { breaks: true, maxNesting: 100 })
  md.enable(['newline', 'hr', 'blockquote'])
  const interrupts = { alt: ['paragraph', 'reference', 'blockquote', 'list'] }
  md.block.ruler.at('blockquote', withinDepth(stockBlockRule('blockquote')), interrupts)

  return md
    .use(useHtmlTokens)
    .use(useFences)
    .use(useLists)
    .use(useTables)
    .use(useText)
    .use(useBareLinks)
    .use(useLinkifiers)
    .use(useInlineCode)
    .use(useMath)
    .use(useMentions)
    .use(useStreamLinks)
    .use(useAvatars)
    .use(useEmoji)
    .use(useEmphasis)
    .use(useLinks)
    .use(usePreviews)
}
