import type { AddressRecord } from '../records'
import type { Survey } from './survey'

/**
 * The addresses of rooms by their names and ids, and of people by their names: `/channel/general`, `/group/plans`,
 * `/direct/bo`. A discussion that became a topic has the address of its first message.
 * Source: docs/protocol/import.md#old-addresses.
 */
export function* addressRecords(
  { rooms, people, firstOf }: Survey,
  dropped: ReadonlySet<string>,
): Generator<AddressRecord> {
  for (const { id, name } of rooms.names()) {
    const place = rooms.placeOf(id)
    if (!place) continue
    const first = firstOf.get(id)
    const isTopic = 'streamKey' in place && place.discussion !== undefined
    if (isTopic && (!first || dropped.has(first.key))) continue
    const to: AddressRecord['to'] =
      isTopic && first
        ? { messageKey: first.key }
        : 'streamKey' in place
          ? { streamKey: place.streamKey }
          : { userKeys: place.userKeys }
    for (const key of new Set([id, name])) {
      if (key !== '') yield { kind: 'address', key: `room/${key}`, to }
    }
  }
  for (const { name, key } of people.names()) {
    yield { kind: 'address', key: `user/${name}`, to: { userKey: key } }
  }
}
