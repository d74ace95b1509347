import { ServiceUnavailableError } from '../../lib/api-error'

/** Bytes that an unfinished body counts for beside its own: its request, connection and buffers. */
const bytesOfRequest = 1024

/** Max bytes that the unfinished bodies of one account hold together, beside one body of the largest size. */
const bytesOfAccount = 16 * 1024 * 1024

/** The budgets of accounts that have unfinished bodies. */
export class AccountBudgets {
  private readonly budgets = new Map<number, { budget: BodyBudget; readers: number }>()

  constructor(private readonly maxBodyBytes: number) {}

  /** The number of accounts with unfinished bodies. */
  get size(): number {
    return this.budgets.size
  }

  /** Reads a body under the budget of an account; the budget is dropped with its last body. */
  async readFor<T>(accountId: number, read: (budget: BodyBudget) => Promise<T>): Promise<T> {
    const { maxBodyBytes } = this
    const held = this.budgets.get(accountId) ?? {
      budget: new BodyBudget(maxBodyBytes + bytesOfAccount),
      readers: 0,
    }
    this.budgets.set(accountId, held)
    held.readers += 1
    try {
      return await read(held.budget)
    } finally {
      held.readers -= 1
      if (held.readers === 0) this.budgets.delete(accountId)
    }
  }
}

/** An unfinished body that counts against a budget. */
export interface BodyShare {
  /** Counts further bytes. Refuses the largest body if the budget is exceeded; that may be this one. */
  grow(bytes: number): void
  /** Ends the share of a body that was read or given up. */
  end(): void
}

/**
 * A bound of the bytes that unfinished bodies hold together. Beyond the bound, the largest body is refused, of equal ones
 * the oldest: strangers who hold large bodies back keep nobody else from logging in.
 */
export class BodyBudget {
  private bytes = 0
  private readonly shares = new Set<{ bytes: number; refuse: (error: Error) => void }>()

  constructor(private readonly maxBytes: number) {}

  /** The bytes of all unfinished bodies. */
  get bytesInFlight(): number {
    return this.bytes
  }

  /** @param refuse called at most once, with the refusal of the body */
  open(refuse: (error: Error) => void): BodyShare {
    const share = { bytes: bytesOfRequest, refuse }
    this.shares.add(share)
    this.bytes += bytesOfRequest
    const grow = (bytes: number): void => {
      if (!this.shares.has(share)) return
      share.bytes += bytes
      this.bytes += bytes
      while (this.bytes > this.maxBytes) this.refuseLargest()
    }
    const end = (): void => {
      if (this.shares.delete(share)) this.bytes -= share.bytes
    }
    return { grow, end }
  }

  private refuseLargest(): void {
    let largest: { bytes: number; refuse: (error: Error) => void } | undefined
    for (const share of this.shares) {
      if (!largest || share.bytes > largest.bytes) largest = share
    }
    if (!largest) return
    this.shares.delete(largest)
    this.bytes -= largest.bytes
    largest.refuse(new ServiceUnavailableError())
  }
}
