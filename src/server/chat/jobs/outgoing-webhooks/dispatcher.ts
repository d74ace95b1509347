import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import {
  deleteWebhookJob,
  postponeWebhookJob,
  takeWebhookJob,
} from '../../../data/bots/webhook-jobs'
import { isLostTooOften, isSuspect, noteFailedAttempt } from '../../../data/jobs/job-losses'
import type { DueWorkPoller } from '../../../data/schedule/due-work-poller'
import type { WebhookJobRow } from '../../../data/schema'
import type { Metrics } from '../../../lib/metrics'
import type { Repetition } from '../../../lib/pauses'
import type { SuspectLane } from '../suspect-lane'
import { reportSetAside } from '../../notify/set-aside'
import { performWebhookJob, setWebhookJobAside } from './perform'
import type { WebhookContext } from './perform'

/** Lease of a job: a worker that has not finished after this time counts as dead. */
const leaseSeconds = 60
/**
 * Max concurrent calls of a worker, in total and for one bot, so that a slow service does not block the
 * others.
 */
const maxAtOnce = 20
const maxAtOncePerBot = 3
/** Max attempts at a job: more mean a fault of this server, not of the service. */
const mostAttempts = 10
/** Time for calls in flight when the worker stops. Another worker repeats unfinished calls. */
const stopMs = 5_000

export interface OutgoingWebhooksOptions extends WebhookContext {
  log: Logger
  metrics: Metrics
  dueWork: DueWorkPoller
  suspects: SuspectLane
  /** Pauses before the second attempt and each further one. */
  pausesSeconds?: readonly number[]
}

/** Calls the services of outgoing-webhook bots, in every worker. */
export interface OutgoingWebhooks {
  start(): void
  /** Stops taking jobs and finishes running ones. */
  stop(): Promise<void>
}

/**
 * Takes jobs from the table that all workers share, and performs them. A lease keeps a job with one worker at
 * a time; when a worker dies, others take its jobs after the lease.
 */
export function createOutgoingWebhooks(options: OutgoingWebhooksOptions): OutgoingWebhooks {
  const { db, log, dueWork, suspects, pausesSeconds = [2, 10] } = options
  const running = new Map<number, { botId: number; done: Promise<void> }>()
  const timers = new Set<NodeJS.Timeout>()
  let looking: Repetition | undefined
  let isOn = false
  let isTaking = false
  let isWanted = false

  /** Takes due jobs until none is left or the limit of concurrent calls is reached. */
  async function take(): Promise<void> {
    isWanted = true
    if (isTaking) return
    isTaking = true
    try {
      while (isWanted) {
        isWanted = false
        while (hasCapacity()) {
          const { taken: job, leave } = await suspects.take(
            (mayBeSuspect) => takeWebhookJob(db.query, leaseSeconds, busyBotIds(), mayBeSuspect),
            (found) => found !== undefined && isSuspect(found),
          )
          if (!job) break
          begin(job, leave)
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'could not look for outgoing webhooks')
    } finally {
      isTaking = false
    }
  }

  function hasCapacity(): boolean {
    return isOn && running.size < maxAtOnce
  }

  function busyBotIds(): number[] {
    const botIds = [...running.values()].map(({ botId }) => botId)
    return [...new Set(botIds)].filter(
      (id) => botIds.filter((botId) => botId === id).length >= maxAtOncePerBot,
    )
  }

  function begin(job: WebhookJobRow, leave: () => void): void {
    const done = perform(job)
      .catch(async (error: unknown) => {
        warn(error, job)
        // When the lease ends, a worker tries again.
        await noteFailedAttempt(db.query, 'outgoing webhook', job)
      })
      .catch((error: unknown) => warn(error, job))
      .then(() => {
        leave()
        running.delete(job.id)
        if (isOn) void take()
      })
    running.set(job.id, { botId: job.bot_id, done })
  }

  function warn(error: unknown, job: WebhookJobRow): void {
    log.warn({ err: error, job: job.id }, 'outgoing webhook failed')
  }

  async function perform(job: WebhookJobRow): Promise<void> {
    if (isLostTooOften(job.losses)) {
      await setWebhookJobAside(options, job)
      reportSetAside(options, 'outgoing webhook', { job: job.id, realm: job.realm_id })
      return
    }
    if (job.attempts > mostAttempts) {
      log.error({ job: job.id }, 'gave up an outgoing webhook that keeps failing')
      return deleteWebhookJob(db.query, job)
    }
    const pauseSeconds = pausesSeconds[job.attempts - 1]
    const mustRepeat = await performWebhookJob(options, job, pauseSeconds === undefined)
    if (!mustRepeat || pauseSeconds === undefined) return
    await postponeWebhookJob(db.query, job, pauseSeconds)
    later(pauseSeconds * 1_000)
  }

  function later(pauseMs: number): void {
    if (!isOn) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void take()
    }, pauseMs)
    timer.unref()
    timers.add(timer)
  }

  return {
    start() {
      isOn = true
      db.onWebhookJobs(() => void take())
      // Finds jobs that this worker was not notified of, such as those of a dead worker.
      looking = dueWork.watch(
        ({ webhookJobs }) => (webhookJobs ? take() : undefined),
        (error) => log.warn({ err: error }, 'could not look for outgoing webhooks'),
      )
    },
    async stop() {
      isOn = false
      for (const timer of timers) clearTimeout(timer)
      await looking?.stop()
      const finished = Promise.all([...running.values()].map(({ done }) => done))
      const giveUp = new AbortController()
      const patience = delay(stopMs, undefined, { signal: giveUp.signal }).catch(() => undefined)
      await Promise.race([finished, patience])
      giveUp.abort()
    },
  }
}
