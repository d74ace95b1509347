import type { AddressRecord } from '../records'
import type { Conversations } from './conversations'
import type { People } from './people'

/**
 * The addresses of private conversations, `/archives/D8`; channels and messages are found by their keys.
 * Source: docs/protocol/import.md#old-addresses.
 */
export function* addressRecords(
  { byId }: Conversations,
  people: Pick<People, 'find'>,
): Generator<AddressRecord> {
  for (const { id, isStream, memberIds } of byId.values()) {
    if (isStream) continue
    const userKeys = [...memberIds].flatMap((member) => people.find(member)?.key ?? [])
    if (userKeys.length > 0) yield { kind: 'address', key: `archives/${id}`, to: { userKeys } }
  }
}
