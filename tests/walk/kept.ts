import type { Organization } from './organization'

/** The words that the reader typed into the compose box and has not removed: each must be somewhere. */
export class Kept {
  private readonly unsent = new Set<string>()
  private readonly sent = new Set<string>()
  /** Sent words that a quote repeats. */
  private readonly quoted = new Set<string>()

  constructor(private readonly org: Organization) {}

  /** Takes the words of a text into account. */
  note(text: string): void {
    for (const word of wordsOf(text)) if (!this.sent.has(word)) this.unsent.add(word)
  }

  noteQuoted(text: string): void {
    for (const word of wordsOf(text)) if (this.sent.has(word)) this.quoted.add(word)
  }

  giveUp(text: string): void {
    for (const word of wordsOf(text)) this.unsent.delete(word)
  }

  /**
   * Words that are in no field, draft, outbox or message.
   *
   * @param kept texts in the fields and the storage of the browser
   */
  async findLost(kept: string): Promise<string[]> {
    const there = wordsOf(kept)
    const elsewhere = [...this.unsent].filter((word) => !there.has(word))
    if (elsewhere.length === 0) return []
    const [sent, drafts] = await Promise.all([this.readSent(), this.readDrafts()])
    for (const word of elsewhere) {
      if (!sent.has(word)) continue
      this.unsent.delete(word)
      this.sent.add(word)
    }
    return elsewhere.filter((word) => !sent.has(word) && !drafts.has(word))
  }

  /**
   * Words that were sent more than once, or that were sent and are still there to be sent.
   *
   * @param unsent texts of the compose box, the drafts and the outbox
   */
  async findDoubled(unsent: string): Promise<string[]> {
    if (this.sent.size === 0) return []
    const messages = await this.readMessages()
    const times = (word: string) => messages.filter((text) => wordsOf(text).has(word)).length
    const there = wordsOf(unsent)
    return [...this.sent].filter(
      (word) => !this.quoted.has(word) && (times(word) > 1 || there.has(word)),
    )
  }

  private async readSent(): Promise<Set<string>> {
    return wordsOf((await this.readMessages()).join('\n'))
  }

  private async readMessages(): Promise<string[]> {
    const { reader } = this.org
    const { messages } = await reader.call('GET /messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [{ operator: 'sender', operand: reader.id }],
      apply_markdown: false,
    })
    return messages.map(({ content }) => content)
  }

  private async readDrafts(): Promise<Set<string>> {
    const { drafts } = await this.org.reader.call('GET /drafts')
    return wordsOf(drafts.map(({ content }) => content).join('\n'))
  }
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/kiwi\d+x/g))
}
