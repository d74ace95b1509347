import { startOf } from './length'

const maxLabelCodePoints = 200
/** A URL that is longer would fill the message, and is not linked to. */
const maxUrlCharacters = 4_000

/** Schemes the Markdown of messages links to. Source: docs/protocol/markdown.md#schemes. */
const linkedUrl = /^(https?|ftp|mailto):/i

/**
 * A text of the payload on one line, as long as a title should be or as the
 * caller says. A backtick without a partner becomes an apostrophe: it would turn
 * the rest of the line into code.
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
 * The text with its mentions disarmed by an invisible character: whoever may
 * comment on a public repository must not wake up everybody here.
 */
export function withoutMentions(text: string): string {
  return text.replace(/@(?=_?\*)/g, '@\u200b')
}

/** Title, branch or name that a stranger chose, fit to stand within a sentence. */
export function foreignText(text: string): string {
  return withoutMentions(oneLine(text))
}

export function bold(text: string): string {
  const inner = oneLine(text).replaceAll('*', '')
  return inner.trim() && `**${inner.trim()}**`
}

/** Backticks in the text become apostrophes: no backslash would escape them. */
export function codeSpan(text: string): string {
  const inner = oneLine(text).replaceAll('`', "'")
  return inner && `\`${inner}\``
}

/**
 * A link that its label cannot break: brackets become parentheses, as Markdown
 * here knows no escape for them. Without a usable URL it is the label alone.
 */
export function link(label: string, url: string | null | undefined): string {
  const text = foreignText(label).replaceAll('[', '(').replaceAll(']', ')').replaceAll('`', "'")
  const target = linkTarget(url ?? '')
  if (target === undefined) return text
  return text ? `[${text}](${target})` : target
}

/** The URL with what would end a link percent-encoded; undefined if it is not to be linked. */
function linkTarget(url: string): string | undefined {
  const trimmed = url.trim()
  if (trimmed.length > maxUrlCharacters || !linkedUrl.test(trimmed)) return undefined
  return trimmed.replace(/[\s\p{Cc}()[\]<>"`\\]/gu, (char) =>
    '()'.includes(char) ? (char === '(' ? '%28' : '%29') : encodeURIComponent(char),
  )
}
