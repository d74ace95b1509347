import { openFences } from './fences'
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
  // 60 code points are at most 120 units; the rest of a huge text need not be spread.
  const codePoints = [...line.slice(0, 2 * maxTopicCodePoints + 2)]
  if (codePoints.length <= maxTopicCodePoints) return line
  const kept = codePoints.slice(0, maxTopicCodePoints - ellipsis.length)
  return kept.join('').trimEnd() + ellipsis
}

/**
 * The content within the 10000 bytes of a message. People are refused longer
 * ones, but a program cannot shorten what it reports; the notice at the end says
 * that something is missing. A fence that the cut leaves open is closed, so that
 * the notice is not part of the code.
 */
export function cutContent(content: string): string {
  if (Buffer.byteLength(content) <= maxContentBytes) return content

  let keptBytes = maxContentBytes
  for (;;) {
    const kept = cutToBytes(content, keptBytes).trimEnd()
    const closings = openFences(kept).reverse()
    const cut = [kept, ...closings, truncationNotice].join('\n')
    const excessBytes = Buffer.byteLength(cut) - maxContentBytes
    if (excessBytes <= 0) return cut
    // By half, as each fence that falls away takes its closing along.
    keptBytes -= Math.ceil(excessBytes / 2)
  }
}

/** The longest start of the text that fits; `encodeInto` writes no part of a code point. */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  return text.slice(0, read)
}
