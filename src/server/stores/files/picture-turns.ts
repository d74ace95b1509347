import { Semaphore } from '../../lib/semaphore'
import type { SemaphoreOptions } from '../../lib/semaphore'

/** Pictures from this many decoded bytes on are decoded one at a time. */
export const largeBytes = 64 * 1024 * 1024

/** The lines in which pictures wait to be decoded: a large picture waits for other large ones without holding a turn. */
export class PictureTurns {
  private readonly all: Semaphore
  private readonly large: Semaphore

  constructor(options: SemaphoreOptions) {
    this.all = new Semaphore(options)
    this.large = new Semaphore({ ...options, mostAtOnce: 1 })
  }

  /** @throws the error of `refusal` if too much is waiting, and errors of the work */
  take<Result>(decodedBytes: number, work: () => Promise<Result>): Promise<Result> {
    if (decodedBytes < largeBytes) return this.all.take(work)
    return this.large.take(() => this.all.take(work))
  }
}
