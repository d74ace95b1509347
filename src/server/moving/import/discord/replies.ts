import { SortedRuns } from '../archive/sorted-runs'
import type { MessageItem } from './items'
import { timeOfId } from './snowflakes'

/** A reply that looks for the message that it answers, whose id tells its time. */
export interface Ask {
  at: number
  messageId: string
  reply: { at: number; key: string }
}

/** The answered message, at the time of the reply. */
export interface Answer {
  at: number
  reply: string
  senderKey: string
  words: string
}

/** The request of a reply; undefined for another message. */
export function askOf({ at, key, reference }: MessageItem): Ask | undefined {
  const messageId = reference?.kind === 'reply' ? reference.messageId : ''
  const time = timeOfId(messageId)
  return time === undefined ? undefined : { at: time, messageId, reply: { at, key } }
}

/**
 * Finds the answered messages while all messages pass by in the order of their time. Both requests and answers are sorted on
 * disk, so that memory does not grow with the number of replies, however far back they point.
 */
export class AnsweredMessages {
  private constructor(
    private readonly due: DueAt<Ask>,
    private readonly answers: SortedRuns<Answer>,
  ) {}

  static async create(asks: SortedRuns<Ask>): Promise<AnsweredMessages> {
    const due = new DueAt(asks.sorted(), ({ messageId }) => messageId)
    return new AnsweredMessages(due, await SortedRuns.create<Answer>())
  }

  /** Notes a message. @param words makes its plain text, if a reply needs it */
  async note(item: MessageItem, words: () => string): Promise<void> {
    for (const { reply } of await this.due.take(item.at, item.key)) {
      const answer = { at: reply.at, reply: reply.key, senderKey: item.sender, words: words() }
      await this.answers.add(answer)
    }
  }

  /** The answers by the time of the replies. */
  sorted(): DueAt<Answer> {
    return new DueAt(this.answers.sorted(), ({ reply }) => reply)
  }

  async delete(): Promise<void> {
    await this.answers.delete()
  }
}

/** Sorted items that are taken by their time and a name, at rising times. */
export class DueAt<Item extends { at: number }> {
  private head: IteratorResult<Item> | undefined
  private at = -1
  private due = new Map<string, Item[]>()

  constructor(
    private readonly items: AsyncIterator<Item>,
    private readonly nameOf: (item: Item) => string,
  ) {}

  async take(at: number, name: string): Promise<Item[]> {
    if (at !== this.at) this.due = new Map()
    this.at = at
    this.head ??= await this.items.next()
    for (
      ;
      this.head.done !== true && this.head.value.at <= at;
      this.head = await this.items.next()
    ) {
      const item: Item = this.head.value
      if (item.at < at) continue
      const key = this.nameOf(item)
      const known = this.due.get(key)
      if (known) known.push(item)
      else this.due.set(key, [item])
    }
    const found = this.due.get(name) ?? []
    this.due.delete(name)
    return found
  }
}
