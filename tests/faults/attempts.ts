import type { Answer } from './http'

/**
 * What the sender was told: `accepted` with a success, `refused` with anything else; `unreached`
 * when there was no worker; `unanswered` when the connection broke or the patience ended, so that
 * nobody knows.
 */
export type Outcome = 'pending' | 'accepted' | 'refused' | 'unreached' | 'unanswered'

/** One try to send a message or to make a change. There are no two with the same text. */
export interface Attempt {
  text: string
  /** Ids of the users who are to be told. */
  audience: ReadonlySet<number>
  worker: string
  startedAtMs: number
  outcome: Outcome
  status?: number
  /** Of the message, when one was accepted. */
  messageId?: number
}

/** Everything that was tried, by text. */
export class Attempts {
  private readonly byText = new Map<string, Attempt>()
  private count = 0

  /** @param word that all texts begin with */
  constructor(private readonly word: string) {}

  /** A text that no other attempt has. */
  newText(): string {
    this.count += 1
    return `${this.word} ${this.count}`
  }

  /** Makes a try, and writes down what became of it. */
  async make(
    attempt: Pick<Attempt, 'text' | 'audience' | 'worker' | 'startedAtMs'>,
    request: () => Promise<Answer>,
  ): Promise<Attempt> {
    const made: Attempt = { ...attempt, outcome: 'pending' }
    this.byText.set(made.text, made)
    try {
      const { status, body } = await request()
      made.status = status
      made.outcome = status === 200 ? 'accepted' : 'refused'
      if (typeof body['id'] === 'number') made.messageId = body['id']
    } catch (error) {
      made.outcome = isRefusedConnection(error) ? 'unreached' : 'unanswered'
    }
    return made
  }

  find(text: string): Attempt | undefined {
    return this.byText.get(text)
  }

  all(): Attempt[] {
    return [...this.byText.values()]
  }

  countOf(outcome: Outcome): number {
    return this.all().filter((attempt) => attempt.outcome === outcome).length
  }
}

function isRefusedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}
