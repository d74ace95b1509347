import MarkdownIt from 'markdown-it'
import { useBlocks } from './blocks'
import { useEmoji } from './emoji'
import { useLinkifiers } from './linkifiers'
import { useLinkedMedia } from './linked-media'
import { useLinks } from './links'
import { useMath } from './math'
import { useMentions } from './mentions'
import { useHtmlTokens } from './rules'
import { useStreamLinks } from './stream-links'
import { useText } from './text'
import { useTimes } from './times'

/**
 * The parser: markdown-it with the syntax of the protocol, of its own rules only those that agree with it,
 * and no raw HTML at all. Inline rules are tried in the order in which they are added.
 *
 * Source: docs/protocol/markdown.md#html-form.
 */
export function createParser(): MarkdownIt.MarkdownIt {
  return new MarkdownIt('zero', { breaks: true, maxNesting: 100 })
    .enable(['newline', 'hr'])
    .use(useHtmlTokens)
    .use(useBlocks)
    .use(useText)
    .use(useLinks)
    .use(useLinkifiers)
    .use(useMath)
    .use(useMentions)
    .use(useStreamLinks)
    .use(useTimes)
    .use(useEmoji)
    .use(useLinkedMedia)
}
