import { rootQuote } from './thread-texts'
import { snippetOf } from './thread-topics'

const pauseMs = 300_000

export interface ThreadRoot {
  key: string
  senderKey: string
  name: string
  words: string
}

/** A message of a private conversation, in the order of time. */
interface DirectMessage {
  conversationKey: string
  /** The root of its thread; its own key if it is a root or in no thread. */
  rootKey: string
  key: string
  sentAt: Date
}

/**
 * Threads of private conversations, whose replies stay among the other messages and quote their root.
 * Source: docs/protocol/import.md#threads-to-topics.
 */
export class DirectThreads {
  private readonly roots = new Map<string, ThreadRoot>()
  /** The thread and the time of the last message, by conversation. */
  private readonly last = new Map<string, { rootKey: string; at: number }>()

  addRoot(root: ThreadRoot): void {
    this.roots.set(root.key, { ...root, words: snippetOf(root.words) })
  }

  /** The quote before a reply that does not directly follow its thread; undefined for any other message. */
  quoteFor({ conversationKey, rootKey, key, sentAt }: DirectMessage): string | undefined {
    const last = this.last.get(conversationKey)
    this.last.set(conversationKey, { rootKey, at: sentAt.getTime() })
    if (rootKey === key) return undefined
    const follows = last?.rootKey === rootKey && sentAt.getTime() - last.at < pauseMs
    const root = this.roots.get(rootKey)
    return follows || !root ? undefined : rootQuote(root)
  }
}
