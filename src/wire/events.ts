import type { MessageRecord } from './messages'

/**
 * A message as published: both renderings, so that each queue gets the one it asked for.
 * `avatar_url` is what a client without gravatar support needs; `avatar_is_gravatar` says
 * whether it may be null for the others.
 */
export interface PublishedMessage extends Omit<
  MessageRecord,
  'content' | 'content_type' | 'avatar_url'
> {
  content: string
  rendered_content: string
  avatar_url: string
  avatar_is_gravatar: boolean
}

export interface MessageEvent {
  type: 'message'
  message: PublishedMessage
}

/**
 * Any other event, exactly as the API document spells it, without its `id`.
 * Source: protocol notes 4.10; client notes 7.
 */
export interface PlainEvent {
  type:
    'subscription' | 'stream' | 'realm_user' | 'realm_bot' | 'pointer' | 'default_streams' | 'realm'
  [key: string]: unknown
}

export type RealmEvent = MessageEvent | PlainEvent

/** An event on its way into a stream of server-sent events. */
export interface StreamedEvent {
  /** What the client names when it comes back. */
  id: number
  /** Its JSON in one line; absent for a heartbeat, a sign of life that only moves the id. */
  json?: string
}

/** What an event carries beside its shared payload, per user or per queue. */
export interface Overlay {
  /** Message flags of every recipient. */
  flags?: readonly string[]
  /** Complete flags of single users, in place of `flags`. Keys are user ids. */
  userFlags?: Readonly<Record<string, readonly string[]>>
  /** The sending client's own queue gets its local id back. */
  echo?: { queueId: string; localId: string }
}
