import { computed, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { keyOfConversation } from '../narrow/narrow'
import type { Conversation, Narrow } from '../narrow/narrow'
import type { MessageCache } from './cache'
import { conversationOfMessage } from './message'
import type { Stretches } from './stretches'

/** A conversation with recent messages. */
export interface RecentConversation {
  readonly conversation: Conversation
  readonly newestId: number
  /** Unix seconds of the newest message. */
  readonly timestamp: number
  /** Ids of recent senders, the latest first. */
  readonly senderIds: readonly number[]
}

/** The conversations of the newest messages, including muted ones; the caller filters them. */
export interface Recents {
  /** Newest first; undefined until {@link load} is done. */
  readonly conversations: ReadonlySignal<readonly RecentConversation[] | undefined>
  /** Whether the beginning of the history is reached. */
  readonly isWhole: ReadonlySignal<boolean>
  /** Fetches the newest messages unless they are cached. @returns function that releases them */
  open(): () => void
  /** Fetches an older page. */
  loadOlder(): Promise<void>
}

const everything: Narrow = [{ operator: 'in', operand: 'all' }]

export function createRecents(
  cache: MessageCache,
  stretches: Stretches,
  ownId: () => number,
): Recents {
  const isOpen = signal(false)
  const stretch = computed(() => (isOpen.value ? stretches.of(everything) : undefined))

  const conversations = computed(() => {
    const ids = stretch.value?.state.value.ids ?? []
    if (ids.length === 0 && stretch.value?.state.value.foundNewest !== true) return undefined
    const found = new Map<string, RecentConversation & { senderIds: number[] }>()
    for (const id of ids.toReversed()) {
      const message = cache.read(id)
      if (!message) continue
      const conversation = conversationOfMessage(message, ownId())
      const key = keyOfConversation(conversation)
      const known = found.get(key)
      const { timestamp, sender_id: senderId } = message
      if (!known) found.set(key, { conversation, newestId: id, timestamp, senderIds: [senderId] })
      else if (!known.senderIds.includes(senderId)) known.senderIds.push(senderId)
    }
    return [...found.values()]
  })

  return {
    conversations,
    isWhole: computed(() => stretch.value?.state.value.foundOldest === true),
    open() {
      isOpen.value = true
      const opened = stretches.of(everything)
      const close = stretches.show(opened, () => undefined)
      if (!opened.state.peek().foundNewest) void opened.open('newest', { before: 400, after: 0 })
      return close
    },
    async loadOlder() {
      await stretch.peek()?.loadOlder()
    },
  }
}
