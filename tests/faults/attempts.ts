import type { Answer } from './http'

/**
 * Outcome for the sender: `accepted` with a success, `refused` with an error; `unreached` without a worker;
 * `unanswered` when the connection broke or the timeout passed, so that the outcome is unknown.
 */
export type Outcome = 'pending' | 'accepted' | 'refused' | 'unreached' | 'unanswered'

/** One attempt to send a message or to make a change. Texts are unique. */
export interface Attempt {
  text: string
  /** Ids of the users who must receive the event. */
  audience: ReadonlySet<number>
  worker: string
  startedAtMs: number
  outcome: Outcome
  status?: number
  /** Id of an accepted message. */
  messageId?: number
}

/** All attempts by text. */
export class Attempts {
  private readonly byText = new Map<string, Attempt>()
  private count = 0

  /** @param word beginning of all texts */
  constructor(private readonly word: string) {}

  /** A unique text. */
  newText(): string {
    this.count += 1
    return `${this.word} ${this.count}`
  }

  /** Makes an attempt, and records its outcome. */
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
