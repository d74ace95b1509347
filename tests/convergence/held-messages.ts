import {
  asBoolean,
  asNumber,
  asNumbers,
  asRecord,
  asRecords,
  asText,
  asTexts,
  maybe,
  shapedLike,
} from '../support/checked'
import type { ReceivedEvent } from '../support/person'

/** A message as a client holds it. */
export interface HeldMessage {
  senderId: number
  /** Undefined for a private message. */
  streamId: number | undefined
  topic: string
  content: string
  isMe: boolean
  /** Sorted. */
  flags: readonly string[]
  /** In the order in which they were made. */
  reactions: readonly string[]
  /** The edits, oldest first: their editor and the values before. */
  edits: readonly string[]
}

type WireMessage = Record<string, unknown>

/** The message of an answer. */
export function heldMessage(message: WireMessage, flags = message['flags']): HeldMessage {
  const history = asRecords(message['edit_history'] ?? [])
  return {
    senderId: asNumber(message['sender_id']),
    streamId: shapedLike(message['stream_id'], maybe(0)),
    topic: asText(message['subject']),
    content: asText(message['content']),
    isMe: asBoolean(message['is_me_message']),
    flags: [...asTexts(flags)].sort(),
    reactions: asRecords(message['reactions']).map(reactionOf),
    edits: history.toReversed().map((edit) =>
      editOf(edit['user_id'], {
        content: edit['prev_content'],
        topic: edit['prev_topic'],
        stream: edit['prev_stream'],
      }),
    ),
  }
}

/**
 * The messages that a client holds, by id, brought up to date by events alone. Messages that leave the streams of the
 * client are forgotten, because no events tell of them any more.
 * Source: docs/protocol/events.md#update-sight.
 */
export class HeldMessages {
  readonly byId = new Map<number, HeldMessage>()

  /** @param isSubscribed whether the client is subscribed to a stream now */
  constructor(
    private readonly usesMarkdown: boolean,
    private readonly isSubscribed: (streamId: number) => boolean,
  ) {}

  /** @throws Error for an event that contradicts what the client holds */
  apply(event: ReceivedEvent): void {
    switch (event.type) {
      case 'message':
        return this.#add(event)
      case 'update_message':
        return this.#update(event)
      case 'delete_message': {
        const { message_ids: ids, message_id: id } = event
        for (const each of shapedLike(ids, maybe([0])) ?? [asNumber(id)]) this.byId.delete(each)
        return
      }
      case 'update_message_flags':
        return this.#flag(event)
      case 'reaction':
        return this.#react(event)
      case 'stream':
      case 'subscription':
        this.#forgetOthers()
    }
  }

  #add(event: ReceivedEvent): void {
    const message = asRecord(event['message'])
    const id = asNumber(message['id'])
    if (this.byId.has(id)) throw new Error(`message ${id} came twice`)
    this.byId.set(id, heldMessage(message, event['flags']))
    this.#forgetOthers()
  }

  #update(event: ReceivedEvent): void {
    const firstId = asNumber(event['message_id'])
    for (const id of asNumbers(event['message_ids'])) {
      const isFirst = id === firstId
      this.#change(id, (held) => this.#updated(held, event, isFirst))
    }
    this.#forgetOthers()
  }

  #updated(held: HeldMessage, event: ReceivedEvent, isFirst: boolean): HeldMessage {
    const { subject, new_stream_id: streamId } = event
    const text = isFirst ? event[this.usesMarkdown ? 'content' : 'rendered_content'] : undefined
    const edit = editOf(event['user_id'], {
      content: isFirst ? event['orig_content'] : undefined,
      topic: subject === undefined ? undefined : held.topic,
      stream: streamId === undefined ? undefined : held.streamId,
    })
    const topicBefore = event['orig_subject']
    if (subject !== undefined && isFirst && topicBefore !== held.topic) {
      throw new Error(`message was in "${held.topic}", and not in "${String(topicBefore)}"`)
    }
    return {
      ...held,
      topic: shapedLike(subject, maybe('')) ?? held.topic,
      streamId: shapedLike(streamId, maybe(0)) ?? held.streamId,
      content: shapedLike(text, maybe('')) ?? held.content,
      isMe: text === undefined ? held.isMe : asBoolean(event['is_me_message']),
      flags: isFirst ? [...asTexts(event['flags'])].sort() : held.flags,
      edits: event['rendering_only'] === true ? held.edits : [...held.edits, edit],
    }
  }

  #flag({ op, flag, messages, all }: ReceivedEvent): void {
    const ids = all === true ? [...this.byId.keys()] : asNumbers(messages)
    for (const id of ids) {
      this.#change(id, (held) => {
        const others = held.flags.filter((other) => other !== flag)
        const flags = op === 'add' ? [...others, asText(flag)].sort() : others
        return { ...held, flags }
      })
    }
  }

  #react(event: ReceivedEvent): void {
    const reaction = reactionOf(event)
    this.#change(asNumber(event['message_id']), (held) => {
      const others = held.reactions.filter((other) => other !== reaction)
      const isNew = others.length === held.reactions.length
      if (isNew !== (event['op'] === 'add')) {
        throw new Error(`reaction ${reaction} is ${isNew ? 'absent' : 'there'} already`)
      }
      return { ...held, reactions: isNew ? [...others, reaction] : others }
    })
  }

  #change(id: number, change: (held: HeldMessage) => HeldMessage): void {
    const held = this.byId.get(id)
    if (held) this.byId.set(id, change(held))
  }

  #forgetOthers(): void {
    for (const [id, { streamId }] of this.byId) {
      if (streamId !== undefined && !this.isSubscribed(streamId)) this.byId.delete(id)
    }
  }
}

function reactionOf({ emoji_name, user_id }: WireMessage): string {
  return `${String(emoji_name)} of ${String(user_id)}`
}

function editOf(userId: unknown, before: Record<string, unknown>): string {
  return `${String(userId)} ${JSON.stringify(before)}`
}
