import { openFences } from '../../../../shared/rules/fences'
import { startOf } from './length'

const maxTopicCodePoints = 60
const maxContentBytes = 10_000
const ellipsis = '...'
const truncationNotice = '[message truncated]'

/**
 * A text of the payload as a topic: one line, at most 60 code points.
 *
 * Source: docs/protocol/webhooks.md#cut.
 */
export function cutTopic(text: string): string {
  const line = startOf(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  // 60 code points are at most 120 UTF-16 units; do not spread the rest of a huge text.
  const codePoints = [...line.slice(0, 2 * maxTopicCodePoints + 2)]
  if (codePoints.length <= maxTopicCodePoints) return line
  const kept = codePoints.slice(0, maxTopicCodePoints - ellipsis.length)
  return kept.join('').trimEnd() + ellipsis
}

/**
 * Cuts the content to the 10000 bytes of a message. Longer messages of people are refused,
 * but a program cannot shorten its report, so it is cut with a notice at the end. A fence
 * that the cut leaves open is closed, so that the notice is not part of the code.
 */
export function cutContent(content: string): string {
  if (Buffer.byteLength(content) <= maxContentBytes) return content

  let keptBytes = maxContentBytes
  for (;;) {
    const kept = cutToBytes(content, keptBytes).trimEnd()
    const closings = openFences(kept)
      .map(({ closing }) => closing)
      .reverse()
    const cut = [kept, ...closings, truncationNotice].join('\n')
    const excessBytes = Buffer.byteLength(cut) - maxContentBytes
    if (excessBytes <= 0) return cut
    // Only half of the excess: a fence that falls away also saves the bytes of its closing line.
    keptBytes -= Math.ceil(excessBytes / 2)
  }
}

/** The longest prefix of the text that fits; `encodeInto` never splits a code point. */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  return text.slice(0, read)
}
