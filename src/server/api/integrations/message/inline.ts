import { startOf } from './length'

const maxLabelCodePoints = 200
/** Max length of a linked URL; longer ones would fill the message and are not linked. */
const maxUrlCharacters = 4_000

/** URLs with a scheme that Markdown links to. Source: docs/protocol/markdown.md#schemes. */
const linkedUrl = /^(https?|ftp|mailto):/i

/**
 * A text of the payload on one line, cut to `maxCodePoints`. An unpaired backtick becomes an
 * apostrophe, because it would turn the rest of the line into code.
 */
export function oneLine(text: string, maxCodePoints = maxLabelCodePoints): string {
  const line = startOf(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const codePoints = [...line.slice(0, 2 * maxCodePoints + 2)]
  const isLong = codePoints.length > maxCodePoints
  const cut = isLong ? codePoints.slice(0, maxCodePoints - 1).join('') + '…' : line
  return hasUnpairedBacktick(cut) ? cut.replaceAll('`', "'") : cut
}

function hasUnpairedBacktick(line: string): boolean {
  return [...line.matchAll(/`/g)].length % 2 === 1
}

/**
 * Disables mentions in a text with an invisible character, so that a comment on a public
 * repository cannot notify everybody in the organization.
 */
export function withoutMentions(text: string): string {
  return text.replace(/@(?=_?\*)/g, '@\u200b')
}

/** A title, branch or name from outside, on one line and without mentions, for use in a sentence. */
export function foreignText(text: string): string {
  return withoutMentions(oneLine(text))
}

export function bold(text: string): string {
  const inner = oneLine(text).replaceAll('*', '')
  return inner.trim() && `**${inner.trim()}**`
}

/** The text as a code span. Backticks become apostrophes, because they cannot be escaped. */
export function codeSpan(text: string): string {
  const inner = oneLine(text).replaceAll('`', "'")
  return inner && `\`${inner}\``
}

/**
 * A link. Brackets in the label become parentheses, because they cannot be escaped in
 * messages. Without a usable URL, the label alone.
 */
export function link(label: string, url: string | null | undefined): string {
  const text = foreignText(label).replaceAll('[', '(').replaceAll(']', ')').replaceAll('`', "'")
  const target = linkTarget(url ?? '')
  if (target === undefined) return text
  return text ? `[${text}](${target})` : target
}

/** The URL with characters that would end the link percent-encoded; undefined for a URL that must not be linked. */
function linkTarget(url: string): string | undefined {
  const trimmed = url.trim()
  if (trimmed.length > maxUrlCharacters || !linkedUrl.test(trimmed)) return undefined
  return trimmed.replace(/[\s\p{Cc}()[\]<>"`\\]/gu, (char) =>
    '()'.includes(char) ? (char === '(' ? '%28' : '%29') : encodeURIComponent(char),
  )
}
