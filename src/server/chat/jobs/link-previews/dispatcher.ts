import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AppContext, BackgroundJob } from '../../../context'
import { deleteLinkPreviewJob, takeLinkPreviewJob } from '../../../data/messages/link-preview-jobs'
import { isLostTooOften, isSuspect, noteFailedAttempt } from '../../../data/jobs/job-losses'
import type { LinkPreviewJobRow } from '../../../data/schema'
import type { Repetition } from '../../../lib/pauses'
import { reportSetAside } from '../../notify/set-aside'
import type { AddressPolicy } from '../../rules/outgoing/addresses'
import { createPageReader } from './page-reader'
import { showPreviews } from './show-previews'

/** Lease of a job: a worker that has not finished after this time counts as dead. */
const leaseSeconds = 60
/** Max concurrent jobs of a worker, in total and for one realm, so that one realm does not block the others. */
const maxAtOnce = 8
const maxAtOncePerRealm = 3
/** Max attempts at a job: more mean a fault of this server, not of a page. */
const mostAttempts = 3
/** Max time for a page, redirects included. */
const pageTimeoutMs = 2_000
/** Time for running jobs when the worker stops. Another worker repeats unfinished ones. */
const stopMs = 3_000

type Context = Pick<
  AppContext,
  'db' | 'caches' | 'metrics' | 'renderer' | 'dueWork' | 'config' | 'suspects'
>

interface LinkPreviewOptions extends Context {
  addresses: AddressPolicy
  log: Logger
}

/**
 * Background job of every worker that reads the pages that messages link, and shows their previews. The jobs are in
 * a table that all workers share; when a worker dies, others take its jobs after the lease.
 * Source: docs/protocol/markdown.md#page-previews.
 */
export function createLinkPreviews(options: LinkPreviewOptions): BackgroundJob {
  const { db, log, dueWork, config, suspects } = options
  const readPages = createPageReader({ ...options, timeoutMs: pageTimeoutMs })
  const running = new Map<Promise<void>, number>()
  let looking: Repetition | undefined
  let isOn = false

  /** Takes due jobs until none is left or the limit of concurrent jobs is reached. */
  async function take(): Promise<void> {
    while (hasCapacity()) {
      const { taken: job, leave } = await suspects.take(
        (mayBeSuspect) => takeLinkPreviewJob(db.query, leaseSeconds, busyRealmIds(), mayBeSuspect),
        (found) => found !== undefined && isSuspect(found),
      )
      if (!job) return
      begin(job, leave)
    }
  }

  function hasCapacity(): boolean {
    return isOn && running.size < maxAtOnce
  }

  function busyRealmIds(): number[] {
    const ids = [...running.values()]
    const counted = (realmId: number): number => ids.filter((id) => id === realmId).length
    return [...new Set(ids)].filter((id) => counted(id) >= maxAtOncePerRealm)
  }

  function begin(job: LinkPreviewJobRow, leave: () => void): void {
    const done: Promise<void> = perform(job)
      .then(() => deleteLinkPreviewJob(db.query, job))
      .catch(async (error: unknown) => {
        warn(error)
        // When the lease ends, a worker tries again.
        await noteFailedAttempt(db.query, 'link preview', { ...job, id: job.message_id })
      })
      .catch(warn)
      .finally(() => {
        leave()
        running.delete(done)
      })
    running.set(done, job.realm_id)
  }

  async function perform(job: LinkPreviewJobRow): Promise<void> {
    if (!config.linkPreviews) return
    if (isLostTooOften(job.losses)) {
      // The message stays without previews, which is nothing to tell its author.
      reportSetAside(options, 'link preview', { message: job.message_id, realm: job.realm_id })
      return
    }
    if (job.attempts > mostAttempts) {
      log.error({ message: job.message_id }, 'gave up previews of a message that keep failing')
      return
    }
    const urls = job.urls.filter((url) => !isOwn(new URL(url), job.realm_url))
    const embeds = await readPages(job.realm_id, urls)
    if (Object.keys(embeds).length > 0) await showPreviews(options, job, embeds)
  }

  /** Whether a URL is on this server, in any organization. */
  function isOwn({ hostname, host }: URL, realmUrl: string): boolean {
    const { externalHost } = config
    const isHere = hostname === externalHost || hostname.endsWith(`.${externalHost}`)
    return isHere || (realmUrl !== '' && host === new URL(realmUrl).host)
  }

  function warn(error: unknown): void {
    log.warn({ err: error }, 'could not show previews of pages')
  }

  return {
    start() {
      isOn = true
      looking = dueWork.watch(({ linkPreviews }) => (linkPreviews ? take() : undefined), warn)
    },
    async stop() {
      isOn = false
      await looking?.stop()
      const patience = new AbortController()
      await Promise.race([
        Promise.all(running.keys()),
        delay(stopMs, undefined, { signal: patience.signal }).catch(() => undefined),
      ])
      patience.abort()
    },
  }
}
