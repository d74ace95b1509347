import { signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import { keyOfConversation } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'
import type { EventOf, ServerEvent } from '../records/state'

/*
 * Typing notices, sent and received.
 * Sources: docs/protocol/presence.md#typing, docs/protocol/events.md#typing.
 */

export interface Typing {
  /** User ids of the typists in a conversation, in the order of starting. */
  of(conversation: Conversation): ReadonlySignal<readonly number[]>
  hear(event: ServerEvent): void
  /** Call when the user types for a conversation, or with undefined when the text is empty. */
  wrote(conversation: Conversation | undefined): void
}

export interface TypingPeriods {
  /** A typist without a new notice is dropped after this time. */
  startedExpiry: number
  /** Min interval between two start notices. */
  startedWait: number
  /** Pause in typing after which a stop notice is sent. */
  stoppedWait: number
}

export interface TypingSurroundings {
  /** Periods in milliseconds. */
  periods(): TypingPeriods
  ownId(): number
  /** Whether the user allows typing notices and may write to the conversation. */
  mayTell(conversation: Conversation): boolean
  /** Fire and forget. */
  tell(op: 'start' | 'stop', conversation: Conversation): void
  ended: AbortSignal
}

type Timer = ReturnType<typeof setTimeout>

export function createTyping(around: TypingSurroundings): Typing {
  const writers = new Map<string, Signal<readonly number[]>>()
  const expiries = new Map<string, Timer>()
  let told: { conversation: Conversation; at: number } | undefined
  let pause: Timer | undefined

  function listOf(key: string): Signal<readonly number[]> {
    let list = writers.get(key)
    if (!list) writers.set(key, (list = signal<readonly number[]>([])))
    return list
  }

  function drop(key: string, userId: number): void {
    clearTimeout(expiries.get(`${key} ${userId}`))
    expiries.delete(`${key} ${userId}`)
    const list = listOf(key)
    if (list.peek().includes(userId)) list.value = list.peek().filter((id) => id !== userId)
  }

  function note(key: string, userId: number): void {
    const list = listOf(key)
    if (!list.peek().includes(userId)) list.value = [...list.peek(), userId]
    clearTimeout(expiries.get(`${key} ${userId}`))
    const timer = setTimeout(() => {
      drop(key, userId)
    }, around.periods().startedExpiry)
    expiries.set(`${key} ${userId}`, timer)
  }

  function stop(): void {
    clearTimeout(pause)
    if (told) around.tell('stop', told.conversation)
    told = undefined
  }

  around.ended.addEventListener('abort', () => {
    clearTimeout(pause)
    for (const timer of expiries.values()) clearTimeout(timer)
  })

  return {
    of: (conversation) => listOf(keyOfConversation(conversation)),

    hear(event) {
      if (event.type === 'message') {
        const { sender_id: senderId } = event.message
        for (const [key, list] of writers) if (list.peek().includes(senderId)) drop(key, senderId)
        return
      }
      if (event.type !== 'typing') return
      const { user_id: userId } = event.sender
      const conversation = conversationOfTyping(event, around.ownId())
      if (userId === around.ownId()) return
      const key = keyOfConversation(conversation)
      if (event.op === 'start') note(key, userId)
      else drop(key, userId)
    },

    wrote(conversation) {
      const isSame =
        told &&
        conversation &&
        keyOfConversation(told.conversation) === keyOfConversation(conversation)
      if (!isSame) stop()
      if (!conversation || !around.mayTell(conversation)) return
      const { startedWait, stoppedWait } = around.periods()
      const now = Date.now()
      if (!told || now - told.at > startedWait) {
        around.tell('start', conversation)
        told = { conversation, at: now }
      }
      clearTimeout(pause)
      pause = setTimeout(stop, stoppedWait)
    },
  }
}

function conversationOfTyping(event: EventOf<'typing'>, ownId: number): Conversation {
  if (event.message_type === 'stream') {
    return { kind: 'topic', streamId: event.stream_id, topic: event.topic }
  }
  const others = event.recipients.map(({ user_id: id }) => id)
  return {
    kind: 'private',
    userIds: others.filter((id) => id !== ownId).sort((a, b) => a - b),
  }
}
