import { asRecord } from '../support/checked'
import type { Answer } from '../support/plain-call'

/** `unanswered`: the connection broke before the answer, so the outcome is unknown. `unreached`: no worker took the call. */
type Outcome = 'pending' | 'accepted' | 'refused' | 'unanswered' | 'unreached'

/** A value that a call sets. Each key is one thing, such as the description of a stream. */
export interface Setting {
  key: string
  value: string
}

/** One call of a writer. */
export interface Write {
  /** The caller, the worker and the call. */
  what: string
  /** Position in the order of the begun calls. */
  begun: number
  /** Position in the order of the ended calls, as of the begun ones; Infinity without an answer. */
  ended: number
  outcome: Outcome
  status?: number
  /** A unique text, which an event brings to the constant watchers if the call is accepted. */
  text?: string | undefined
  /** The values that the call sets if it is accepted. */
  sets: Setting[]
}

/** All calls of a run, and the complaints about their outcomes. */
export class Ledger {
  readonly writes: Write[] = []
  readonly complaints: string[] = []
  /** Increases with the begin and the end of each call. */
  private position = 0

  /**
   * Makes a call, and records its outcome.
   *
   * @param setsBy the values that an accepted call has set, by its answer; undefined: those that it was to set
   * @returns the answer of an accepted call
   */
  async make(
    plan: Pick<Write, 'what' | 'text' | 'sets'>,
    setsBy: ((answer: Record<string, unknown>) => Setting[]) | undefined,
    request: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const begun = (this.position += 1)
    const write: Write = { ...plan, begun, ended: Infinity, outcome: 'pending' }
    this.writes.push(write)
    try {
      const answer = await request()
      write.status = answer.status
      write.outcome = answer.status === 200 ? 'accepted' : 'refused'
      if (answer.status >= 500) this.noteServerError(write, answer)
      if (write.outcome !== 'accepted') return undefined
      if (setsBy) write.sets = setsBy(asRecord(answer.body))
      return answer
    } catch (error) {
      write.outcome = isRefusedConnection(error) ? 'unreached' : 'unanswered'
      return undefined
    } finally {
      this.position += 1
      if (write.outcome !== 'unanswered') write.ended = this.position
    }
  }

  complain(what: string): void {
    this.complaints.push(what)
  }

  countOf(outcome: Outcome): number {
    return this.writes.filter((write) => write.outcome === outcome).length
  }

  /** Complains about calls without an outcome: a worker that was killed may leave some, and no other one. */
  expectAnswers(isKilled: boolean): void {
    const open = this.writes.filter(
      ({ outcome }) => outcome === 'unanswered' || outcome === 'unreached',
    )
    if (!isKilled) for (const { what, outcome } of open) this.complain(`${what} was ${outcome}`)
  }

  /** Complains about final values that no order of the calls explains. */
  judgeValues(valueOf: (key: string) => string | undefined): void {
    const byKey = new Map<string, { write: Write; value: string }[]>()
    for (const write of this.writes) {
      for (const { key, value } of write.sets) {
        byKey.set(key, [...(byKey.get(key) ?? []), { write, value }])
      }
    }
    for (const [key, settings] of byKey) {
      const value = valueOf(key)
      if (value !== undefined) this.judgeValue(key, value, settings)
    }
  }

  /** The last value is that of a call which no other accepted call followed as a whole. */
  private judgeValue(
    key: string,
    found: string,
    settings: readonly { write: Write; value: string }[],
  ): void {
    const accepted = settings.filter(({ write }) => write.outcome === 'accepted')
    if (accepted.length === 0) return this.judgeUntouched(key, found, settings)
    const lastBegun = Math.max(...accepted.map(({ write }) => write.begun))
    const possible = settings.filter(
      ({ write }) =>
        (write.outcome === 'accepted' || write.outcome === 'unanswered') && write.ended > lastBegun,
    )
    if (possible.some(({ value }) => value === found)) return
    const calls = possible.map(({ write, value }) => `${value} by ${write.what}`)
    this.complain(`${key} is "${found}", and the last calls set ${calls.join('; ')}`)
  }

  /** A refused call sets nothing. The texts of calls are unique. */
  private judgeUntouched(
    key: string,
    found: string,
    settings: readonly { write: Write; value: string }[],
  ): void {
    const refused = settings.find(
      ({ write: { outcome, text }, value }) =>
        text !== undefined && value === found && outcome !== 'unanswered',
    )
    if (refused) this.complain(`${key} is "${found}", which was refused: ${refused.write.what}`)
  }

  private noteServerError({ what, status }: Write, { text }: Answer): void {
    this.complain(`${what} was answered with ${status}: ${text.slice(0, 200)}`)
  }
}

function isRefusedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}
