import type { DmGroup } from '../../../db/messages/dm-groups'
import type { UserRow } from '../../../db/schema'
import type { MessageStream } from '../../../db/streams/streams'
import type { UserWithRealm } from '../../../db/users/users'
import type { Attention } from './attention'
import type { RenderedContent } from '../rendering/rendering'

/** Programs that people read with: what they send counts as read by the sender. */
const interactiveClients = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipflutter',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
])

/** Name under which the server itself sends. */
export const internalClient = 'Internal'

/** Source: protocol notes 1.6; client notes 8.4. */
export function isInteractiveClient(name: string): boolean {
  const lowerCase = name.toLowerCase()
  return interactiveClients.has(lowerCase) || lowerCase.includes('desktop app')
}

/** What a message is addressed to. */
export type MessageRecipient =
  | { kind: 'stream'; stream: MessageStream; topic: string }
  | { kind: 'private'; group: DmGroup; members: readonly UserRow[] }

/** A message that is checked, rendered and ready to be stored. */
export interface Draft {
  sender: UserWithRealm
  recipient: MessageRecipient
  content: string
  rendered: RenderedContent
  attention: Attention
  /** Name of the program that sends it. */
  client: string
  /** The sender has read it already; absent: interactive clients have. */
  readBySender?: boolean
  /**
   * The queue of the sending client, which gets its local id back. A message is stored once under
   * that id.
   */
  echo?: { queueId: string; localId: string }
}

/** Source: client notes 8.4. */
export function isReadBySender({ readBySender, client }: Draft): boolean {
  return readBySender ?? isInteractiveClient(client)
}
