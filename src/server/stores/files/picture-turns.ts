import { FairSemaphore } from '../../lib/fair-semaphore'
import type { FairSemaphoreOptions, Share } from '../../lib/fair-semaphore'

/** Pictures from this many decoded bytes on are decoded one at a time. */
export const largeBytes = 64 * 1024 * 1024

/**
 * The lines in which pictures wait to be decoded, in fair turns of accounts and realms: a large picture waits for other
 * large ones without holding a turn.
 */
export class PictureTurns {
  private readonly all: FairSemaphore
  private readonly large: FairSemaphore

  constructor(options: FairSemaphoreOptions) {
    this.all = new FairSemaphore(options)
    this.large = new FairSemaphore({ ...options, mostAtOnce: 1 })
  }

  /** @throws the error of `refusal` if too much is waiting, and errors of the work */
  take<Result>(share: Share, decodedBytes: number, work: () => Promise<Result>): Promise<Result> {
    if (decodedBytes < largeBytes) return this.all.take(share, work)
    return this.large.take(share, () => this.all.take(share, work))
  }
}
