import type { AppContext } from '../../../../context'
import { postponePushJob } from '../../../../data/notifications/push-jobs'
import type { FinishedPush, TakenPush } from '../../../../data/notifications/push-jobs'
import { forgetPushDevice, markPushFailure } from '../../../../data/notifications/push-devices'
import { reportSetAside } from '../../../notify/set-aside'
import type { VapidKeys } from '../../../rules/pushes/vapid'
import { deliverPush } from './deliver'
import type { Delivery } from './deliver'
import { minimal } from './payload'
import type { PushTexts } from './push-texts'
import { writeRequest } from './requests'
import type { PushToWrite } from './requests'

/** Pauses before the second attempt and each further one grow fourfold from the first to the longest. */
const retryPause = { firstMs: 60_000, longestMs: 14_400_000 }
/** Age at which a push is too old to be sent. */
const longestMs = 86_400_000
/** Attempts at a push that this server fails to write before it is put off. */
const mostLeases = 3

export type PushContext = Pick<
  AppContext,
  'addresses' | 'clock' | 'config' | 'db' | 'log' | 'metrics' | 'mobile' | 'suspects'
>

/** The context of pushes that go out. */
export type SendingContext = PushContext & { texts: PushTexts }

/** The context of jobs that are leased together. */
export type BatchContext = SendingContext & {
  /** Records the end of a job: at once if a repeated push would be shown twice, else with others of its batch. */
  finish: (finished: FinishedPush & { job: TakenPush }) => Promise<void>
}

interface PushToSend extends PushToWrite {
  job: TakenPush
  /** Messages that the device shows afterwards. */
  shownIds: readonly number[]
}

/**
 * Sends a push and records the outcome. A worker that dies between the service's answer and the record leaves the job
 * to another one, whose push replaces the first: same conversation, same message.
 * @returns whether the service took it
 */
export async function sendPush(
  ctx: BatchContext,
  keys: VapidKeys,
  push: PushToSend,
): Promise<boolean> {
  const delivery = await attempt(ctx, keys, push)
  const way = push.job.p256dh === null ? 'topic' : 'web'
  ctx.metrics.pushes.inc({ way, outcome: delivery.outcome })
  await recordDelivery(ctx, push, delivery)
  return delivery.outcome === 'sent'
}

async function attempt(ctx: PushContext, keys: VapidKeys, push: PushToSend): Promise<Delivery> {
  const { config, clock, addresses } = ctx
  const isSubscription = push.job.p256dh !== null
  const send = (payload: PushToSend['payload']) =>
    deliverPush(writeRequest({ ...push, payload }, { config, keys, now: clock.now() }), {
      addresses,
      isSubscription,
    })
  const first = await send(push.payload)
  if (first.outcome !== 'too_large') return first
  const second = await send(minimal(push.payload))
  return second.outcome === 'too_large' ? { outcome: 'refused', error: 'status 413' } : second
}

/** Records the outcome of a push: finishes the job, schedules another attempt, or ends the device. */
export async function recordDelivery(
  ctx: BatchContext,
  { job, shownIds }: Pick<PushToSend, 'job' | 'shownIds'>,
  delivery: Delivery,
): Promise<void> {
  const db = ctx.db.dated()
  switch (delivery.outcome) {
    case 'sent':
      return ctx.finish({ job, shownIds, sentAt: db.now })
    case 'gone':
      return forgetPushDevice(db, job)
    case 'later': {
      await markPushFailure(db, job, delivery.error)
      const dueAt = new Date(db.now.getTime() + pauseMs(job.attempts, delivery.retryAfterMs))
      if (dueAt.getTime() < job.pending_since.getTime() + longestMs) {
        return postponePushJob(db, job, dueAt)
      }
      return ctx.finish({ job, shownIds: job.shown_ids, sentAt: undefined })
    }
    default: {
      const error = delivery.outcome === 'refused' ? delivery.error : 'status 413'
      ctx.log.warn({ device: job.device_id, why: error }, 'a push was refused')
      await markPushFailure(db, job, error)
      return ctx.finish({ job, shownIds: job.shown_ids, sentAt: undefined })
    }
  }
}

/** Ends a push with which workers were lost; its device shows the reason in the settings of its owner. */
export async function setPushAside(ctx: BatchContext, job: TakenPush): Promise<void> {
  await markPushFailure(ctx.db.dated(), job, 'The server failed twice while it wrote the push.')
  await ctx.finish({ job, shownIds: job.shown_ids, sentAt: undefined })
  reportSetAside(ctx, 'push', { device: job.device_id, realm: job.realm_id })
}

/**
 * Handles a push that this server could not write. A fault such as a lost connection passes, and the end of the lease brings
 * the next attempt; one that stays is put off longer and longer, and given up after a day.
 * @throws the error while the lease decides
 */
export async function postponeFaulty(
  { db, log, finish }: Pick<BatchContext, 'db' | 'log' | 'finish'>,
  job: TakenPush,
  error: unknown,
): Promise<void> {
  if (job.attempts <= mostLeases) throw error
  log.error({ err: error, device: job.device_id }, 'a push cannot be written')
  const now = db.dated().now.getTime()
  const dueAt = new Date(now + pauseMs(job.attempts - mostLeases, undefined))
  return dueAt.getTime() < job.pending_since.getTime() + longestMs
    ? postponePushJob(db.query, job, dueAt)
    : finish({ job, shownIds: job.shown_ids, sentAt: undefined })
}

function pauseMs(attempts: number, retryAfterMs: number | undefined): number {
  const growing = retryPause.firstMs * 4 ** (attempts - 1)
  return Math.min(retryAfterMs ?? growing, retryPause.longestMs)
}
