import type { Logger } from 'pino'
import type { AppContext, BackgroundJob } from '../../../context'
import type { DueWork } from '../../../data/schedule/due-work'
import { readDueAges, readUnjudgedAge } from '../../../data/notifications/ages'
import { listPeopleDue } from '../../../data/notifications/missed-messages'
import { isAnyPushDevice } from '../../../data/notifications/push-devices'
import { repeat } from '../../../lib/pauses'
import type { Repetition } from '../../../lib/pauses'
import { isMailOn } from '../../notify/mail/enqueue'
import { judgeNewMessages } from './judge'
import { mailMissedMessages } from './missed-mail'
import type { MissedMailContext } from './missed-mail'

/** People served per look; the next look serves the others. */
const most = 200
const agesPauseMs = 30_000

export type NotifierContext = MissedMailContext & Pick<AppContext, 'dueWork'> & { log: Logger }

/**
 * Background job of every worker for missed messages: decides whom new messages notify, on servers that send mail or
 * have push devices, and enqueues due mails. Row locks keep two workers from doing the same work.
 */
export function createNotifier(ctx: NotifierContext): BackgroundJob {
  const repetitions: Repetition[] = []

  const isMailing = isMailOn(ctx)

  async function look({ unjudgedMessages, missedMessages, pushDevices }: DueWork): Promise<void> {
    if (unjudgedMessages && (isMailing || pushDevices)) await judgeNewMessages(ctx)
    if (missedMessages && isMailing) await mailAll(ctx)
  }

  return {
    start() {
      repetitions.push(
        ctx.dueWork.watch(look, (error) =>
          ctx.log.warn({ err: error }, 'could not look for missed messages'),
        ),
        repeat(
          () => measureAges(ctx, isMailing),
          agesPauseMs,
          (error) => ctx.log.warn({ err: error }, 'could not measure the age of notifications'),
        ),
      )
    },
    async stop() {
      await Promise.all(repetitions.map((each) => each.stop()))
    },
  }
}

/**
 * Sets the metrics of how long notifications wait.
 * @param isMailing without mail, what a server with mail left behind waits for ever
 */
export async function measureAges(
  { db, metrics }: Pick<AppContext, 'db' | 'metrics'>,
  isMailing: boolean,
): Promise<void> {
  const { mail, push } = await readDueAges(db.dated())
  const isJudging = isMailing || (await isAnyPushDevice(db.query))
  const judging = isJudging ? await readUnjudgedAge(db.dated()) : 0
  metrics.notificationAge.set({ stage: 'judging' }, judging)
  metrics.notificationAge.set({ stage: 'mail' }, isMailing ? mail : 0)
  metrics.notificationAge.set({ stage: 'push' }, push)
}

/** Enqueues the mails of the people whose mail is due. A failure for one person does not delay the others. */
export async function mailAll(ctx: MissedMailContext & { log: Logger }): Promise<void> {
  for (const person of await listPeopleDue(ctx.db.dated(), most)) {
    try {
      await mailMissedMessages(ctx, person)
    } catch (error) {
      ctx.log.warn({ err: error, person }, 'could not mail missed messages')
    }
  }
}
