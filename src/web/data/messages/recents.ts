import { computed, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { keyOfConversation } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'
import type { MessageCache } from './cache'
import { conversationOfMessage } from '../records/message'
import type { Stretch } from './stretch'
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
  /** `whole`: the beginning of the history is reached; `limited`: as many messages are held as may be. */
  readonly extent: ReadonlySignal<'whole' | 'limited' | 'open'>
  /** Error message of the last failed fetch; undefined while all is well. */
  readonly failure: ReadonlySignal<string | undefined>
  /** Fetches the newest messages unless they are cached. @returns function that releases them */
  open(): () => void
  /**
   * Fetches older pages until there are enough conversations, or a number of pages is reached: a single busy conversation can
   * have more messages than all others together.
   */
  loadOlder(isEnough: () => boolean): Promise<void>
  /** Fetches again after a failure. */
  retry(): void
}

/** Messages of the first page, and of each older one. */
const [firstMessages, pageMessages] = [400, 1000]
/** Pages of one call of `loadOlder`. */
const mostPages = 4
/** Held messages; a stretch that holds more lets go of the newest. */
const mostMessages = 9_000

const everything: Narrow = [{ operator: 'in', operand: 'all' }]

/** @param size number of messages to fetch at first */
export function createRecents(
  cache: MessageCache,
  stretches: Stretches,
  ownId: () => number,
  size = firstMessages,
): Recents {
  const isOpen = signal(false)
  const openNewest = (of: Stretch) => void of.open('newest', { before: size, after: 0 })
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

  const extent = computed(() => {
    const { foundOldest, ids } = stretch.value?.state.value ?? { foundOldest: false, ids: [] }
    if (foundOldest) return 'whole'
    return ids.length + pageMessages > mostMessages ? 'limited' : 'open'
  })

  return {
    conversations,
    extent,
    failure: computed(() => stretch.value?.failure.value),
    open() {
      isOpen.value = true
      const opened = stretches.of(everything)
      const close = stretches.show(opened, () => undefined)
      if (!opened.state.peek().foundNewest) openNewest(opened)
      return close
    },
    retry() {
      const failed = stretch.peek()
      if (failed) openNewest(failed)
    },
    async loadOlder(isEnough) {
      const older = stretch.peek()
      if (!older) return
      for (let pages = 0; pages < mostPages && !isEnough(); pages += 1) {
        const before = older.state.peek().ids.length
        if (extent.peek() !== 'open') return
        await older.loadOlder(pageMessages)
        // The fetch failed, or another one is under way.
        if (older.state.peek().ids.length === before) return
      }
    },
  }
}
