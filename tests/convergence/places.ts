import type { Person } from '../support/person'
import type { Random } from '../support/random'
import { untilHolds } from '../support/until'
import type { Worker } from '../support/workers'

/** The workers, of which each call visits any. */
export class Places {
  /** Whether a worker was killed, so that calls may fail. */
  mayFail = false

  constructor(
    private readonly workers: () => readonly Worker[],
    private readonly random: Random,
  ) {}

  /** The same person at any worker. */
  visit(person: Person): Person {
    return person.at(this.random.pick(this.workers()).url)
  }

  /** Asks any worker, and another one if the connection breaks: it may have been idle for long, or its worker was killed. */
  async ask<T>(person: Person, question: (person: Person) => Promise<T>): Promise<T> {
    for (let triesLeft = 3; ; triesLeft -= 1) {
      try {
        return await question(this.visit(person))
      } catch (error) {
        if (triesLeft === 0 || !(error instanceof Error && 'code' in error)) throw error
        await this.untilReady()
      }
    }
  }

  /** Resolves when a worker answers. */
  async untilReady(): Promise<void> {
    await untilHolds('a worker answers', async () => {
      const { url } = this.random.pick(this.workers())
      return (await fetch(`${url}/ready`)).ok
    })
  }
}
