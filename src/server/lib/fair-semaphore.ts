/** The account that some work belongs to, and its realm. */
export interface Share {
  realmId: number
  userId: number
}

export interface FairSemaphoreOptions {
  mostAtOnce: number
  /** Max waiting pieces of work of one account. */
  mostWaitingOfAccount: number
  mostWaiting: number
  /** Makes the error for work refused because too much is waiting. */
  refusal: () => Error
}

/**
 * A semaphore with fair turns: realms take turns, and so do the accounts of a realm, whatever the number of their
 * waiting pieces. An account has one piece at a time, and a realm leaves a slot to others, so that slow work of one
 * does not block the others.
 */
export class FairSemaphore {
  /** Waiting work by realm and account; the next in turn come first. */
  private readonly waiting = new Map<number, Map<number, (() => void)[]>>()
  private waitingCount = 0
  private runningCount = 0
  private readonly runningOfRealm = new Map<number, number>()
  private readonly running = new Set<string>()

  constructor(private readonly options: FairSemaphoreOptions) {}

  /** @throws the error of `refusal` if too much is waiting, and errors of the work */
  async take<Result>(share: Share, work: () => Promise<Result>): Promise<Result> {
    await this.begin(share)
    try {
      return await work()
    } finally {
      this.end(share)
    }
  }

  private begin({ realmId, userId }: Share): Promise<void> {
    const { mostWaitingOfAccount, mostWaiting, refusal } = this.options
    const accounts = this.waiting.get(realmId) ?? new Map<number, (() => void)[]>()
    const own = accounts.get(userId) ?? []
    if (own.length >= mostWaitingOfAccount || this.waitingCount >= mostWaiting) throw refusal()
    return new Promise((resolve) => {
      own.push(resolve)
      accounts.set(userId, own)
      this.waiting.set(realmId, accounts)
      this.waitingCount += 1
      this.startNext()
    })
  }

  private end(share: Share): void {
    this.count(share, -1)
    this.startNext()
  }

  private startNext(): void {
    const { mostAtOnce } = this.options
    const mostOfRealm = Math.max(1, mostAtOnce - 1)
    for (const [realmId, accounts] of this.waiting) {
      if (this.runningCount >= mostAtOnce) return
      if ((this.runningOfRealm.get(realmId) ?? 0) >= mostOfRealm) continue
      const userId = [...accounts.keys()].find((id) => !this.running.has(nameOf(realmId, id)))
      if (userId === undefined) continue
      const queue = accounts.get(userId) ?? []
      const start = queue.shift()
      // Both go to the end of their lines; the loop meets the realm again there.
      accounts.delete(userId)
      if (queue.length > 0) accounts.set(userId, queue)
      this.waiting.delete(realmId)
      if (accounts.size > 0) this.waiting.set(realmId, accounts)
      this.waitingCount -= 1
      this.count({ realmId, userId }, 1)
      start?.()
    }
  }

  private count({ realmId, userId }: Share, change: 1 | -1): void {
    const name = nameOf(realmId, userId)
    if (change === 1) this.running.add(name)
    else this.running.delete(name)
    const ofRealm = (this.runningOfRealm.get(realmId) ?? 0) + change
    if (ofRealm === 0) this.runningOfRealm.delete(realmId)
    else this.runningOfRealm.set(realmId, ofRealm)
    this.runningCount += change
  }
}

function nameOf(realmId: number, userId: number): string {
  return `${realmId} ${userId}`
}
