import type { DatedQueryable } from '../../../data/engine/database'
import type { Reader } from '../../../data/access/rule'
import type { Dated } from '../../../lib/clock'
import type { NamedStream } from '../../../data/history/narrow-conditions'
import { listNarrowedStreams } from '../../../data/history/narrow-names'
import type { NarrowedStream } from '../../../data/history/narrow-names'
import { isGuest } from '../../../../shared/rules/roles'
import { mayEnterStream, mayKnowStream } from '../streams/access-stream'
import { BadNarrowError } from './written-terms'
import type { Reference } from './operands'

/**
 * The streams of a narrow with the reader's access to each, by reference. A string of digits is an id only if
 * no stream has that name. A name means the live stream, else the one archived last.
 *
 * @throws BadNarrowError, the same for missing streams and streams hidden from the reader
 */
export async function accessStreams(
  db: DatedQueryable,
  reader: Reader,
  references: readonly Reference[],
): Promise<Map<Reference, NamedStream>> {
  const names = references.filter((reference) => typeof reference === 'string')
  const ids = references.flatMap((reference) => idsIn(reference))
  const found = await listNarrowedStreams(db, reader, names, ids)
  return new Map(
    references.map((reference) => {
      const isKnown = (each: NarrowedStream) => mayKnowStream(db, reader, each, each.is_subscribed)
      const stream =
        found.find((each) => each.name === reference && isKnown(each)) ??
        found.find(({ name, id }) => name === null && idsIn(reference).includes(id))
      if (!stream || !isKnown(stream)) {
        throw new BadNarrowError(`unknown channel ${reference}`)
      }
      return [reference, accessOf(db, reader, stream)]
    }),
  )
}

function idsIn(reference: Reference): number[] {
  if (typeof reference === 'number') return [reference]
  const id = /^\d+$/.test(reference) ? Number(reference) : NaN
  return Number.isSafeInteger(id) ? [id] : []
}

/** The reader's access to a stream as a whole; follows the rule of src/server/data/access/rule.ts. */
function accessOf(at: Dated, reader: Reader, stream: NarrowedStream): NamedStream {
  const isOpen = !stream.invite_only && !isGuest(reader)
  const isInside = stream.is_subscribed || mayEnterStream(at, reader, stream)
  const named = { kind: 'stream', streamId: stream.id } as const
  if (isOpen || (isInside && stream.history_public_to_subscribers)) {
    return { ...named, access: 'all' }
  }
  if (!isInside) return { ...named, access: 'none' }
  return { ...named, access: 'subscribed', since: stream.since ?? 0 }
}
