import { openFences } from './fences'

const MAX_TOPIC_CODE_POINTS = 60
const MAX_CONTENT_BYTES = 10_000
const ELLIPSIS = '...'
const TRUNCATION_NOTICE = '[message truncated]'

/**
 * A text of the payload as a topic: one line, at most 60 code points.
 *
 * Source: protocol notes 11.
 */
export function cutTopic(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  // 60 code points are at most 120 units; the rest of a huge text need not be spread.
  const codePoints = [...line.slice(0, 2 * MAX_TOPIC_CODE_POINTS + 2)]
  if (codePoints.length <= MAX_TOPIC_CODE_POINTS) return line
  const kept = codePoints.slice(0, MAX_TOPIC_CODE_POINTS - ELLIPSIS.length)
  return kept.join('').trimEnd() + ELLIPSIS
}

/**
 * The content within the 10000 bytes of a message. People are refused longer
 * ones, but a program cannot shorten what it reports; the notice at the end says
 * that something is missing. A fence that the cut leaves open is closed, so that
 * the notice is not part of the code.
 */
export function cutContent(content: string): string {
  if (Buffer.byteLength(content) <= MAX_CONTENT_BYTES) return content

  let keptBytes = MAX_CONTENT_BYTES
  for (;;) {
    const kept = cutToBytes(content, keptBytes).trimEnd()
    const closings = openFences(kept).reverse()
    const cut = [kept, ...closings, TRUNCATION_NOTICE].join('\n')
    const excessBytes = Buffer.byteLength(cut) - MAX_CONTENT_BYTES
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
