/** The record that an address leads to, by its key; a conversation by those of all its members. */
export type AddressTarget =
  | { streamKey: string }
  | { userKey: string }
  | { userKeys: string[] }
  | { messageKey: string }
  | { fileKey: string }

/**
 * An address of the old server that no other key tells, such as the name of a room. Addresses come after the messages.
 * Source: docs/protocol/import.md#old-addresses.
 */
export interface AddressRecord {
  kind: 'address'
  /** The part of the path that identifies the target, such as `room/general` or `files/ID`. */
  key: string
  to: AddressTarget
}

/** Kinds of rows that addresses lead to. */
export type AddressedKind = 'stream' | 'user' | 'conversation' | 'message' | 'file'

export function addressedKindOf(to: AddressTarget): AddressedKind {
  if ('streamKey' in to) return 'stream'
  if ('userKey' in to) return 'user'
  if ('userKeys' in to) return 'conversation'
  return 'messageKey' in to ? 'message' : 'file'
}
