import { openFences } from '../../../../shared/rules/fences'
import { textLimits } from '../../../../shared/rules/text-limits'
import { references } from './references'

/** Bytes that a reference may take once it is resolved: the longest name and id, or an address. */
const referenceBytes = 250

/** Space for the fences that are closed at the end of a part. */
const reservedBytes = 200

const maxBytes = textLimits.contentBytes - reservedBytes

/**
 * Splits a text at line ends, so that each part fits into a message; lines that are too long are split anywhere but within
 * references. Code and quotes that a split interrupts are closed and opened again.
 * Source: docs/protocol/limits.md#sizes.
 */
export function splitText(text: string): string[] {
  if (sizeOf(text) <= maxBytes) return [text]
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const piece of text.split('\n').flatMap(splitLine)) {
    const size = sizeOf(piece) + 1
    if (bytes + size > maxBytes && part !== '') {
      const { closed, opening } = interrupt(part)
      parts.push(closed)
      part = opening
      bytes = sizeOf(opening)
    }
    part += part === '' ? piece : `\n${piece}`
    bytes += size
  }
  return [...parts, part].filter((each) => each.trim() !== '')
}

function interrupt(part: string): { closed: string; opening: string } {
  const open = openFences(part)
  const closings = open.map(({ closing }) => closing).reverse()
  const openings = open.map(({ markup, info }) => markup + info.slice(0, 50))
  return { closed: [part, ...closings].join('\n'), opening: openings.join('\n') }
}

function splitLine(line: string): string[] {
  if (sizeOf(line) <= maxBytes / 2) return [line]
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const word of wordsOf(line)) {
    const size = sizeOf(word)
    if (bytes + size > maxBytes / 2 && piece !== '') {
      pieces.push(piece)
      piece = ''
      bytes = 0
    }
    piece += word
    bytes += size
  }
  return [...pieces, piece]
}

/** Words with the blanks after them, references as a whole, and long words in chunks. */
function* wordsOf(line: string): Generator<string> {
  for (const [word] of line.matchAll(/\u0001[^\u0001\u0002]*\u0002|[^\u0001\s]{1,500}\s?|[^]/gu))
    yield word
}

function sizeOf(text: string): number {
  if (!text.includes('\u0001')) return Buffer.byteLength(text)
  return [...text.matchAll(references)].reduce(
    (sum, [found]) => sum + referenceBytes - Buffer.byteLength(found),
    Buffer.byteLength(text),
  )
}
