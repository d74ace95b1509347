import { signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { keyOfConversation } from '../../data/narrow/narrow'
import type { Conversation } from '../../data/records/conversation'
import { pace } from '../../lib/pace'
import { dayNumber } from '../../texts/time-form'

/** A conversation, and one of its messages in the feed. */
interface Found {
  readonly conversation: Conversation
  readonly near: number
  /** When the message was sent, in Unix seconds. */
  readonly sentAt: number
}

/** Name of the conversation above the rows, and the day. */
export interface TopConversation {
  readonly conversation: ReadonlySignal<Found | undefined>
  /** @param found conversation of the topmost row; undefined if the row shows its own heading */
  name(found: Found | undefined): void
  stop(): void
}

/** Min interval between two names: each one is rendered, and fast scrolling passes many. */
const pauseMs = 100

export function createTopConversation(): TopConversation {
  const conversation = signal<Found | undefined>(undefined)
  let told: Found | undefined
  const naming = pace(pauseMs, (found: Found | undefined) => (conversation.value = found))
  return {
    conversation,
    name(found) {
      if (keyOf(found) === keyOf(told)) return
      told = found
      naming.tell(found)
    },
    stop: naming.stop,
  }
}

const keyOf = (found: Found | undefined) =>
  found && `${dayNumber(found.sentAt)} ${keyOfConversation(found.conversation)}`
