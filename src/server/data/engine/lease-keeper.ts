import { extname, join } from 'node:path'
import { SHARE_ENV, Worker } from 'node:worker_threads'
import { regularly } from '../../lib/pauses'
import { compilerOfSources } from '../../lib/threads'
import type { FromLeaseThread, LeaseConnection, Renewal, ToLeaseThread } from './lease-thread'

/** Reports to the holder of a lease. */
export interface LeaseHolder {
  /** Another worker has taken the job. */
  onLost: () => void
  onError: (error: unknown) => void
}

/** A lease that is renewed until it is released. */
export interface KeptLease {
  release(): void
}

/** Pause between signs of life of the event loop. */
const signPauseMs = 5_000

/**
 * Renews leases in a thread, which an event loop that is busy for longer than a lease does not stop. The thread runs while
 * there are leases, and gives up when the event loop is silent for ten minutes.
 */
export class LeaseKeeper {
  private readonly holders = new Map<number, LeaseHolder>()
  private thread: { worker: Worker; stopSigns: () => void } | undefined
  private last = 0

  constructor(private readonly connection: LeaseConnection) {}

  keep(renewal: Renewal, holder: LeaseHolder): KeptLease {
    const id = (this.last += 1)
    this.holders.set(id, holder)
    this.thread ??= this.start()
    this.tell({ keep: id, renewal })
    return {
      release: () => {
        if (!this.holders.delete(id)) return
        this.tell({ release: id })
        if (this.holders.size === 0) this.close()
      },
    }
  }

  /** Ends the thread; its leases run out. */
  close(): void {
    this.thread?.stopSigns()
    void this.thread?.worker.terminate()
    this.thread = undefined
  }

  private tell(message: ToLeaseThread): void {
    this.thread?.worker.postMessage(message)
  }

  private start(): { worker: Worker; stopSigns: () => void } {
    const file = join(__dirname, `lease-thread${extname(__filename)}`)
    const execArgv = file.endsWith('.ts') ? ['--require', compilerOfSources] : []
    // The driver reads the variables of PostgreSQL.
    const worker = new Worker(file, { workerData: this.connection, execArgv, env: SHARE_ENV })
    worker.unref()
    worker.on('message', (message: FromLeaseThread) => {
      if ('lost' in message) this.holders.get(message.lost)?.onLost()
      else this.holders.get(message.failed)?.onError(message.error)
    })
    worker.on('error', (error) => {
      for (const holder of this.holders.values()) holder.onError(error)
    })
    return { worker, stopSigns: regularly(signPauseMs, () => this.tell('alive')) }
  }
}
