import { rootQuote } from '../markup/thread-texts'
import { snippetOf } from '../markup/thread-topics'
import type { Content } from './contents'
import type { FoundMessage } from './merged-messages'
import type { People } from './people'
import { rootKeyOf } from './survey'
import type { Survey } from './survey'

const pauseSeconds = 300

interface Root {
  key: string
  senderKey: string
  name: string
  words: string
}

/** Threads of private conversations, whose replies stay among the other messages and quote their root. */
export class DirectThreads {
  private readonly roots = new Map<string, Root>()
  /** The thread and the time of the last message, by conversation. */
  private readonly last = new Map<string, { rootKey: string; seconds: number }>()

  constructor(private readonly facts: { people: People; survey: Survey }) {}

  /** The quote before a reply that does not directly follow its thread; undefined for any other message. */
  quoteFor(
    found: FoundMessage,
    { senderKey, words }: Content & { senderKey: string },
  ): string | undefined {
    const { key, conversation, time } = found
    const rootKey = rootKeyOf(found) ?? key
    const last = this.last.get(conversation.id)
    this.last.set(conversation.id, { rootKey, seconds: time.seconds })
    if (rootKey === key) {
      if (!this.facts.survey.replies.has(key)) return undefined
      const name = this.facts.people.find(senderKey)?.name ?? ''
      this.roots.set(key, { key, senderKey, name, words: snippetOf(words) })
      return undefined
    }
    const follows = last?.rootKey === rootKey && time.seconds - last.seconds < pauseSeconds
    const root = this.roots.get(rootKey)
    return follows || !root ? undefined : rootQuote(root)
  }
}
