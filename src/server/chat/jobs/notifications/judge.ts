import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { listConcerns, listMessagesToJudge } from '../../../data/notifications/concerns'
import type { ConcernRow } from '../../../data/notifications/concerns'
import { insertMissedMessages } from '../../../data/notifications/missed-messages'
import type { NewMissedMessage } from '../../../data/notifications/missed-messages'
import { insertPushMessages } from '../../../data/notifications/push-messages'
import type { NewPushMessage } from '../../../data/notifications/push-messages'
import { markJudged, takeUnjudgedIds } from '../../../data/notifications/progress'
import type { UnjudgedIds } from '../../../data/notifications/progress'
import { slicesOf } from '../../../lib/turns'
import type { KnownPresences } from '../../../stores/presence/presence'
import { isPresent } from '../../../stores/presence/presence'
import { isMailOn } from '../../notify/mail/enqueue'
import { concernOf, mailTrigger } from '../../rules/notifications/triggers'
import { pushOf } from '../../rules/pushes/new-pushes'
import { notifyingBots } from '../../rules/system-bots'
import { userSettingsOf } from '../../rules/settings/user-settings'

/** Messages of one statement. */
const most = 500
/** Max statements of a transaction, which bounds its duration; the next look continues. */
const mostStatements = 20
/** People who are looked at in one turn of the event loop, and notified by one statement: a few milliseconds. */
const mostPeople = 100
/** Older messages notify nobody: no worker ran when they were sent, or they were imported. */
const oldestMs = 3_600_000
/** Time after which messages to present people are looked at again. Source: docs/protocol/notifications.md#last-queue-ends. */
const presentPauseMs = 600_000

type JudgeContext = Pick<AppContext, 'config' | 'db' | 'metrics' | 'presence'>

/**
 * Judges the messages since the last call: decides whom each notifies. The decisions and the progress commit
 * together, so each message is judged once, whichever worker dies.
 * Source: docs/protocol/notifications.md#when-judged.
 */
export async function judgeNewMessages(ctx: JudgeContext): Promise<void> {
  const judged = await ctx.db.background.transaction(async (tx) => {
    const counts = { mail: 0, push: 0 }
    const unjudged = await takeUnjudgedIds(tx)
    if (!unjudged) return counts
    let { after } = unjudged
    for (let count = 0; count < mostStatements && after < unjudged.upTo; count += 1) {
      after = await judgeSome(ctx, tx, { ...unjudged, after }, counts)
    }
    await markJudged(tx, after)
    return counts
  })
  ctx.metrics.notificationsJudged.inc({ channel: 'mail' }, judged.mail)
  ctx.metrics.notificationsJudged.inc({ channel: 'push' }, judged.push)
}

/**
 * @param judged counts the notifications
 * @returns the id up to which all messages are now judged
 */
async function judgeSome(
  ctx: JudgeContext,
  tx: Tx,
  { after, upTo }: UnjudgedIds,
  judged: { mail: number; push: number },
): Promise<number> {
  const since = new Date(tx.now.getTime() - oldestMs)
  const messages = await listMessagesToJudge(tx, { after, upTo, since, most })
  if (messages.length > 0) {
    const concerns = await listConcerns(tx, messages, notifyingBots)
    const { mails, pushes } = await judge(ctx, tx, concerns)
    await insertMissedMessages(tx, mails)
    for (const slice of slicesOf(pushes, mostPeople)) await insertPushMessages(tx, slice)
    judged.mail += mails.length
    judged.push += pushes.length
  }
  return messages.length < most ? upTo : (messages.at(-1)?.id ?? upTo)
}

/** The people whom messages notify, by mail and by pushes. */
async function judge(
  ctx: JudgeContext,
  tx: Tx,
  concerns: readonly ConcernRow[],
): Promise<{ mails: NewMissedMessage[]; pushes: NewPushMessage[] }> {
  const presences = new Map<number, KnownPresences>()
  for (const realmId of new Set(concerns.map(({ realm_id }) => realm_id))) {
    presences.set(realmId, await ctx.presence.read(realmId))
  }
  const isHere = ({ realm_id, user_id }: ConcernRow) =>
    isPresent(presences.get(realm_id), user_id, tx.now)
  const mails: NewMissedMessage[] = []
  const pushes: NewPushMessage[] = []
  for (const slice of slicesOf(concerns, mostPeople)) {
    if (isMailOn(ctx)) mails.push(...slice.flatMap((row) => mailOf(tx, row, isHere(row))))
    pushes.push(...slice.flatMap((row) => pushOf(tx, row, isHere(row))))
    await nextTurn()
  }
  return { mails, pushes }
}

function mailOf({ now }: Tx, row: ConcernRow, was_present: boolean): NewMissedMessage[] {
  const { realm_id, user_id, message_id } = row
  const settings = userSettingsOf(row)
  const trigger = mailTrigger(concernOf(row), settings)
  if (trigger === undefined) return []
  const pauseMs = was_present
    ? presentPauseMs
    : settings.email_notifications_batching_period_seconds * 1_000
  const due_at = new Date(now.getTime() + pauseMs)
  return [{ realm_id, user_id, message_id, trigger, was_present, due_at }]
}
