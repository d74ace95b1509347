import { singleFlight } from '../../runtime/single-flight'
import { OnlineQueues } from '../online-queues'
import type { Scripts } from './scripts'

const pageSize = 1_000
/** The version before anything was read. Redis calls the version of an empty directory '0'. */
const nothingRead = ''

/** Queues of one realm in one shard, as far as this worker knows them. */
export interface RealmDirectory {
  readonly queues: OnlineQueues
  /**
   * Version of the directory: Redis compares it with its own to tell whether queues were added
   * since.
   */
  readonly version: string
}

interface Entry extends RealmDirectory {
  readonly realmId: number
  queues: OnlineQueues
  version: string
}

/**
 * The queues of one shard with their registrations, kept in this worker's memory: registrations
 * never change, so only what was added needs to be fetched. Queues that are gone stay until
 * somebody publishes to them in vain, or until they outnumber the living.
 */
export class QueueDirectory {
  private readonly realms = new Map<number, Entry>()
  private readonly fetchNew = singleFlight((entry: Entry) => this.fetch(entry))

  constructor(private readonly scripts: Pick<Scripts, 'readDirectory'>) {}

  /** The queues of a realm; one that was never asked for is fetched first. */
  async of(realmId: number): Promise<RealmDirectory> {
    const entry = this.entryOf(realmId)
    if (entry.version === nothingRead) await this.refresh(realmId)
    return entry
  }

  /**
   * Fetches what was added. All queues that exist when this is called are known when it ends,
   * so a refresh that began earlier will not do; one that waits for its turn will.
   */
  refresh(realmId: number): Promise<void> {
    return this.fetchNew(this.entryOf(realmId))
  }

  forget(realmId: number, queueId: string): void {
    this.realms.get(realmId)?.queues.delete(queueId)
  }

  /** Forgets all realms: after an outage the store may not be the one that this was read from. */
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
   * Fetches what a realm gained. New pages are added in place; a directory that begins anew
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
      // All queues of the realm went meanwhile, or the store went back in time.
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
      // Mostly dead ones, that nobody has published to.
      beginAnew()
    }
  }
}
