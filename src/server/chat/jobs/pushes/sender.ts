import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext, BackgroundJob } from '../../../context'
import { pushKeys } from '../../../data/notifications/push-devices'
import {
  countPushJobs,
  finishPushJobs,
  noteFailedPush,
  takePushJobs,
} from '../../../data/notifications/push-jobs'
import { isLostTooOften, isSuspect } from '../../../data/jobs/job-losses'
import type { FinishedPush, TakenPush } from '../../../data/notifications/push-jobs'
import { deleteOldPushes, enqueuePushes } from '../../../data/notifications/push-messages'
import { groupBy } from '../../../lib/group-by'
import { Pacer } from '../../../lib/pacer'
import { repeat, repeatUntil } from '../../../lib/pauses'
import type { Repetition } from '../../../lib/pauses'
import { makeVapidKeys } from '../../rules/pushes/vapid'
import type { VapidKeys } from '../../rules/pushes/vapid'
import { reportIfDue } from './mobile/report'
import { PushTexts } from './delivery/push-texts'
import { pushToPerson } from './push-to-person'
import { personKey, readPeople } from './pushed-people'
import type { PushedPerson } from './pushed-people'
import { setPushAside } from './delivery/send-push'
import type { BatchContext, PushContext, SendingContext } from './delivery/send-push'

/** Lease of a push: twice the longest request, and the statements around it. */
const leaseSeconds = 30
/** Max concurrent pushes in each lane of a worker; a slow service delays only its own lane. */
const lanes = 4
const mostOfLane = 16
/** Max time in which what pushes have done is known to this worker alone; then it records what it knows. */
const mostUnrecordedMs = 250
/** Pause after a push: a message to thousands must not hold up other messages. */
const pauseMs = 9
/** Messages of one statement, and the pause before the next: other statements must get the processor meanwhile. */
const mostMessages = 50
const pauseOfEnqueuingMs = 20
const countPauseMs = 30_000
const forgetEveryMs = 3_600_000

const pacer = new Pacer(pauseMs)

/**
 * Background job of every worker that sends due pushes. Leases keep a push with one worker at a time; when a worker
 * dies, others take its pushes after the lease.
 * Source: docs/protocol/notifications.md#web-push.
 */
export function createPusher(ctx: PushContext & Pick<AppContext, 'dueWork'>): BackgroundJob {
  const stopped = new AbortController()
  const repetitions: Repetition[] = []
  const busy = new Set<Promise<void>>()
  const sending = onOneConnection(ctx)
  let forgotAt = -Infinity

  const warn = (error: unknown): void => ctx.log.warn({ err: error }, 'could not look for pushes')

  /** Sends on the lanes that are idle; busy ones go on, however long their services take. */
  async function fillLanes(): Promise<void> {
    const keys = await prepare(sending, stopped.signal)
    while (busy.size < lanes) {
      const lane = sendOnLane(sending, keys, stopped.signal)
        .catch(warn)
        .finally(() => busy.delete(lane))
      busy.add(lane)
    }
  }

  async function count(): Promise<void> {
    ctx.metrics.pushBacklog.set(await countPushJobs(ctx.db.query))
    if (performance.now() < forgotAt + forgetEveryMs) return
    forgotAt = performance.now()
    await deleteOldPushes(ctx.db.dated())
  }

  return {
    start() {
      repetitions.push(
        ctx.dueWork.watch(
          ({ pushMessages, pushJobs }) =>
            (pushMessages || pushJobs) && busy.size < lanes ? fillLanes() : undefined,
          warn,
        ),
        repeat(count, countPauseMs, warn),
        repeat(
          () => reportIfDue(ctx),
          countPauseMs,
          (error) => ctx.log.warn({ err: error }, 'could not report to the push bouncer'),
        ),
      )
    },
    async stop() {
      stopped.abort()
      await Promise.all(repetitions.map((each) => each.stop()))
      await Promise.all(busy)
    },
  }
}

/** Enqueues the pushes of due messages, and sends all that are due. */
export async function pushDue(ctx: PushContext, stop?: AbortSignal): Promise<void> {
  const sending = onOneConnection(ctx)
  const keys = await prepare(sending, stop)
  await Promise.all(Array.from({ length: lanes }, () => sendOnLane(sending, keys, stop)))
}

/** Planning the statements of pushes on each connection of the pool would take longer than a thousand pushes. */
function onOneConnection(ctx: PushContext): SendingContext {
  return { ...ctx, db: { ...ctx.db, ...ctx.db.background }, texts: new PushTexts() }
}

/** Enqueues the pushes of due messages. @returns the keys to send with */
async function prepare({ db }: PushContext, stop?: AbortSignal): Promise<VapidKeys> {
  while ((await enqueuePushes(db.dated(), mostMessages)) === mostMessages) {
    if (stop?.aborted) break
    await delay(pauseOfEnqueuingMs)
  }
  return pushKeys(db.query, makeVapidKeys)
}

/** Sends pushes until none is due. */
async function sendOnLane(ctx: SendingContext, keys: VapidKeys, stop?: AbortSignal): Promise<void> {
  while (!stop?.aborted) {
    const { taken: jobs, leave } = await ctx.suspects.take(
      (suspects) => takePushJobs(ctx.db.dated(), { leaseSeconds, most: mostOfLane, suspects }),
      (found) => found.some(isSuspect),
    )
    if (jobs.length === 0) return
    await sendBatch(ctx, keys, jobs).finally(leave)
  }
}

/** Sends pushes, and records together which are finished. */
async function sendBatch(
  ctx: SendingContext,
  keys: VapidKeys,
  jobs: readonly TakenPush[],
): Promise<void> {
  const people = await readPeople(ctx.db.query, jobs)
  const finished: FinishedPush[] = []
  const finish: BatchContext['finish'] = async (each) => {
    // The service worker of a browser shows a repeated push in place of the first; apps and topics show both.
    if (each.job.p256dh === null) await record(ctx, [each])
    else finished.push(each)
  }
  const batch = { ...ctx, finish }
  const sending = Promise.all(
    [...groupBy(jobs, personKey)].map(async ([key, each]) => {
      const person = people.get(key)
      if (person) await serve(batch, keys, each, person)
    }),
  )
  await repeatUntil(sending, mostUnrecordedMs, () => record(ctx, finished.splice(0)))
}

async function record(ctx: PushContext, finished: readonly FinishedPush[]): Promise<void> {
  try {
    await finishPushJobs(ctx.db.query, finished)
  } catch (error) {
    // When the leases end, a worker sends them again.
    ctx.log.warn({ err: error, count: finished.length }, 'could not record pushes')
  }
}

async function serve(
  ctx: BatchContext,
  keys: VapidKeys,
  jobs: readonly TakenPush[],
  person: PushedPerson,
): Promise<void> {
  try {
    const turn = () => pacer.turn(ctx.metrics.requestsInHand)
    const left: TakenPush[] = []
    for (const job of jobs) {
      if (isLostTooOften(job.losses)) await setPushAside(ctx, job)
      else left.push(job)
    }
    await pushToPerson(ctx, keys, left, { person, turn })
  } catch (error) {
    ctx.log.warn({ err: error, user: jobs[0]?.user_id }, 'could not push')
    // When the lease ends, a worker tries again.
    for (const job of jobs) await noteFailedPush(ctx.db.query, job)
  }
}
