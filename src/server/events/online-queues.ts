import type { Registration } from './queues'

/** A registered queue. */
export interface OnlineQueue {
  queueId: string
  registration: Registration
}

/** The queues of one realm, indexed for dispatching. */
export class OnlineQueues {
  private readonly queues = new Map<string, OnlineQueue>()
  private readonly byUser = new Map<number, Map<string, OnlineQueue>>()
  private readonly publicStreamReaders = new Map<string, OnlineQueue>()
  private userIdList: readonly number[] | undefined

  get size(): number {
    return this.queues.size
  }

  /** Users who have queues; the same array until the users change. */
  get userIds(): readonly number[] {
    this.userIdList ??= [...this.byUser.keys()]
    return this.userIdList
  }

  add(queueId: string, registration: Registration): void {
    const queue = { queueId, registration }
    this.queues.set(queueId, queue)
    if (registration.receivesPublicStreams) this.publicStreamReaders.set(queueId, queue)

    const ofUser = this.byUser.get(registration.userId)
    if (ofUser) {
      ofUser.set(queueId, queue)
    } else {
      this.byUser.set(registration.userId, new Map([[queueId, queue]]))
      this.userIdList = undefined
    }
  }

  delete(queueId: string): void {
    const queue = this.queues.get(queueId)
    if (!queue) return
    this.queues.delete(queueId)
    this.publicStreamReaders.delete(queueId)

    const { userId } = queue.registration
    const ofUser = this.byUser.get(userId)
    ofUser?.delete(queueId)
    if (ofUser?.size === 0) {
      this.byUser.delete(userId)
      this.userIdList = undefined
    }
  }

  ofUser(userId: number): Iterable<OnlineQueue> {
    return this.byUser.get(userId)?.values() ?? []
  }

  /** Queues that get messages of public streams without a subscription of their owner. */
  get readersOfPublicStreams(): Iterable<OnlineQueue> {
    return this.publicStreamReaders.values()
  }
}
