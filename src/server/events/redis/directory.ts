import { singleFlight } from '../../lib/single-flight'
import { OnlineQueues } from '../online-queues'
import type { Scripts } from './scripts'

const pageSize = 1_000
/** The version before the first read. Redis gives an empty directory the version '0'. */
const nothingRead = ''

/** Queues of one realm in one shard that this worker knows. */
export interface RealmDirectory {
  readonly queues: OnlineQueues
  /** Version of the directory: Redis compares it with its own to detect added queues. */
  readonly version: string
}

interface Entry extends RealmDirectory {
  readonly realmId: number
  queues: OnlineQueues
  version: string
}

/**
 * The queues of one shard with their registrations, cached in this worker: registrations never
 * change, so only additions are fetched. Dropped queues stay until a publication misses them, or
 * until they outnumber the existing ones.
 */
export class QueueDirectory {
  private readonly realms = new Map<number, Entry>()
  private readonly fetchNew = singleFlight((entry: Entry) => this.fetch(entry))

  constructor(private readonly scripts: Pick<Scripts, 'readDirectory'>) {}

  /** The queues of a realm; fetches them on the first call. */
  async of(realmId: number): Promise<RealmDirectory> {
    const entry = this.entryOf(realmId)
    if (entry.version === nothingRead) await this.refresh(realmId)
    return entry
  }

  /**
   * Fetches additions. All queues that exist at the time of the call are known when it ends, so a
   * refresh already running is not enough; a waiting one is.
   */
  refresh(realmId: number): Promise<void> {
    return this.fetchNew(this.entryOf(realmId))
  }

  forget(realmId: number, queueId: string): void {
    this.realms.get(realmId)?.queues.delete(queueId)
  }

  /** Clears the cache: after an outage the store may have lost data, or be another one. */
  forgetAll(): void {
    this.realms.clear()
  }

  private entryOf(realmId: number): Entry {
    let entry = this.realms.get(realmId)
    if (!entry) {
      entry = { realmId, queues: new OnlineQueues(), version: nothingRead }
      this.realms.set(realmId, entry)
    }
    return entry
  }

  /**
   * Fetches the additions of a realm. New pages are added in place; a directory that is read anew
   * replaces the old one when complete.
   */
  private async fetch(entry: Entry): Promise<void> {
    const { realmId } = entry
    let { queues } = entry
    let since = entry.version || '0'
    const beginAnew = () => {
      queues = new OnlineQueues()
      since = '0'
    }
    for (;;) {
      const page = await this.scripts.readDirectory(realmId, since, pageSize)
      // All queues of the realm were dropped meanwhile, or the store was reset to an older state.
      if (Number(page.version) < Number(since)) {
        beginAnew()
        continue
      }
      for (const { queueId, version, registration } of page.queues) {
        queues.add(queueId, registration)
        since = version
      }
      if (page.queues.length === pageSize) continue
      if (queues.size <= 2 * page.queueCount + pageSize) {
        entry.queues = queues
        entry.version = page.version
        return
      }
      // Most cached queues no longer exist: read the directory anew.
      beginAnew()
    }
  }
}
