import { looksEmpty } from '../../lib/characters'
import { textLimits } from '../../../shared/rules/text-limits'

/** Marks of answers and forwarded mails that programs put before a subject. */
const marks = /^[\s[(]*(re|aw|fwd?)(?:\s*\[\d{1,3}\]|\s*\(\d{1,3}\))?\s?(?:[:;)\]：]+|-(?=\s))\s*/iu
/** Marks of other languages, which are words as well: only a colon makes them marks. */
const foreignMarks =
  /^[\s[(]*(sv|vs|antw|wg|tr|rv|rif|r|i|odp|pd|enc|res|ynt|ilt|回复|答复|回覆|转发|轉寄)(?:\s*\[\d{1,3}\])?\s?[:：]+\]?\s*/iu
const forwardMarks = /^(?:fwd?|wg|tr|rv|i|pd|enc|ilt|vs|转发|轉寄)$/iu
/** Control characters, line breaks, lone surrogates and noncharacters, which topics must not have. */
const unprintable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]+/gu
const longestSubject = 1_000
const mostMarks = 20

/** A subject as a topic. */
export interface MailSubject {
  /** Empty: the mail has no subject. */
  topic: string
  isForwarded: boolean
}

/**
 * Makes a topic of a subject: without marks such as `Re:`, cleaned, and cut to the length of topics.
 * Source: docs/protocol/mail-in.md#topic.
 */
export function readSubject(subject: string): MailSubject {
  let rest = subject.slice(0, longestSubject).replace(unprintable, ' ')
  let isForwarded = false
  for (let count = 0; count < mostMarks; count += 1) {
    const found = marks.exec(rest) ?? foreignMarks.exec(rest)
    if (!found) break
    isForwarded ||= forwardMarks.test(found[1] ?? '')
    rest = rest.slice(found[0].length)
  }
  const topic = rest.replace(/\s+/g, ' ').trim()
  return { topic: looksEmpty(topic) ? '' : cut(topic), isForwarded }
}

function cut(topic: string): string {
  const characters = Array.from(topic)
  if (characters.length <= textLimits.topicCharacters) return topic
  return `${characters
    .slice(0, textLimits.topicCharacters - 3)
    .join('')
    .trimEnd()}...`
}
