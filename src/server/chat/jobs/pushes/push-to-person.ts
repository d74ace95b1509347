import { bouncerEndpoint, isEncrypted } from '../../../data/notifications/mobile-devices'
import { clearStaleNotifications, postponePushJob } from '../../../data/notifications/push-jobs'
import type { StaleNotification, TakenPush } from '../../../data/notifications/push-jobs'
import { deletePushMessages } from '../../../data/notifications/push-messages'
import type { UserWithRealm } from '../../../data/users/users'
import { groupBy } from '../../../lib/group-by'
import { quietUntil } from '../../../../shared/rules/do-not-disturb'
import { realmSettingsOf } from '../../rules/realms/settings'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { heldConversation, testConversation } from '../../rules/pushes/new-pushes'
import type { VapidKeys } from '../../rules/pushes/vapid'
import { isMobile, pushToMobile } from './mobile/push-mobile'
import { heldPayload, messagePayload, removalPayload, testPayload } from './delivery/payload'
import type { ShownConversation } from './delivery/payload'
import type { PushedPerson } from './pushed-people'
import { pushRecipientOf } from './delivery/recipient'
import type { PushRecipient } from './delivery/recipient'
import { postponeFaulty, sendPush } from './delivery/send-push'
import type { BatchContext } from './delivery/send-push'
import { mayTakeBack } from './silent'

/** Content of messages that were emptied by an edit. */
const emptied = '(deleted)'

/**
 * Brings devices of one person to the present state of conversations: shows the newest unread message, removes a
 * notification whose messages are all read, or sends nothing if the device shows that state.
 * @param jobs leased ones of this person
 * @param person as {@link readPeople} answers it
 * @param turn waits for the turn of one push
 * Source: docs/protocol/notifications.md#push-canceled.
 */
export async function pushToPerson(
  ctx: BatchContext,
  keys: VapidKeys,
  jobs: readonly TakenPush[],
  { person, turn }: { person: PushedPerson; turn: () => Promise<void> },
): Promise<void> {
  const { user, stale } = person
  if (!user || user.deactivated_at !== null || user.realm_deactivated_at !== null) {
    for (const job of jobs) await ctx.finish({ job, ...nothingShown })
    return
  }
  const shownIds = new Set(jobs.flatMap((job) => job.shown_ids))
  const shown = await readConversations(ctx, user, person, shownIds)
  const messages = [...shown.values()].flatMap((each) => each.messages)
  const looked = new Set(jobs.map(({ conversation }) => conversation))
  const others = person.conversations.filter((conversation) => !looked.has(conversation))
  const badge = others.length + shown.size
  const recipient = await pushRecipientOf(ctx, user, messages, badge)
  const state = { recipient, shown, stale }
  const isBouncer = ({ endpoint }: TakenPush): boolean => endpoint === bouncerEndpoint
  const push = async (job: TakenPush): Promise<void> => {
    await turn()
    try {
      await bringUpToDate(ctx, keys, state, job)
    } catch (error) {
      await postponeFaulty(ctx, job, error)
    }
  }
  // The first push through the bouncer tells it of new devices.
  const throughBouncer = async (): Promise<void> => {
    for (const job of jobs.filter(isBouncer)) await push(job)
  }
  await Promise.all([throughBouncer(), ...jobs.filter((job) => !isBouncer(job)).map(push)])
}

const nothingShown = { shownIds: [], sentAt: undefined }

/**
 * The unread messages of conversations; messages that need no telling any more are forgotten.
 * @param shownIds messages that devices show
 */
async function readConversations(
  { db: { query }, metrics }: BatchContext,
  user: UserWithRealm,
  { messages, unread }: PushedPerson,
  shownIds: ReadonlySet<number>,
): Promise<Map<string, ShownConversation>> {
  const byId = new Map([...unread].filter(([, { content }]) => content !== emptied))
  const over = messages.filter(({ message_id }) => !byId.has(message_id))
  await deletePushMessages(
    query,
    user,
    over.map(({ message_id }) => message_id),
  )
  // Others were shown before they were read.
  const dropped = over.filter(({ message_id }) => !shownIds.has(message_id))
  metrics.notificationsDropped.inc({ channel: 'push' }, dropped.length)
  const left = messages.filter(({ message_id }) => byId.has(message_id))
  return new Map(
    [...groupBy(left, ({ conversation }) => conversation)].map(([conversation, rows]) => [
      conversation,
      {
        conversation,
        messages: rows.flatMap(({ message_id }) => byId.get(message_id) ?? []),
        trigger: rows.at(-1)?.trigger ?? 'stream',
      },
    ]),
  )
}

interface PersonState {
  recipient: PushRecipient
  shown: ReadonlyMap<string, ShownConversation>
  stale: readonly StaleNotification[]
}

async function bringUpToDate(
  ctx: BatchContext,
  keys: VapidKeys,
  { recipient: person, shown, stale }: PersonState,
  job: TakenPush,
): Promise<void> {
  const recipient = asReadBy(person, job)
  if (isMobile(job)) return pushToMobile(ctx, recipient, shown.get(job.conversation), job)
  if (job.conversation === testConversation) {
    const payload = testPayload(recipient, testConversation)
    await sendPush(ctx, keys, { job, payload, urgency: 'high', shownIds: [] })
    return
  }
  const current = shown.get(job.conversation)
  const end = quietUntil(userSettingsOf(recipient.user), ctx.clock.now())
  if (current && end) return postponePushJob(ctx.db.query, job, end)
  if (!current) return takeBack(ctx, keys, recipient, job)
  const ids = current.messages.map(({ id }) => id)
  const newest = ids.at(-1) ?? 0
  // Fewer unread messages are no reason to show one again.
  if (job.shown_ids.includes(newest)) {
    return ctx.finish({ job, shownIds: ids, sentAt: undefined })
  }
  const removed = stale
    .filter(({ device_id }) => device_id === job.device_id)
    .map(({ conversation }) => conversation)
  const write = job.conversation === heldConversation ? heldPayload : messagePayload
  const payload = write(recipient, current, removed)
  const urgency = isPersonal(current) ? 'high' : 'normal'
  const isSent = await sendPush(ctx, keys, { job, payload, urgency, shownIds: ids })
  if (isSent) await clearStaleNotifications(ctx.db.query, job, removed)
}

/** Pushes to topics, and most of those to apps, are not encrypted. Source: docs/protocol/realm-settings.md#require-encrypted-push. */
function asReadBy(recipient: PushRecipient, job: TakenPush): PushRecipient {
  const { require_e2ee_push_notifications: isWithheld } = realmSettingsOf(recipient.user)
  const isPlain = job.p256dh === null && !isEncrypted(job)
  return isPlain && isWithheld ? { ...recipient, showsContent: false } : recipient
}

function isPersonal({ trigger }: ShownConversation): boolean {
  return trigger !== 'stream' && trigger !== 'followed_topic'
}

async function takeBack(
  ctx: BatchContext,
  keys: VapidKeys,
  recipient: PushRecipient,
  job: TakenPush,
): Promise<void> {
  if (job.shown_ids.length === 0 || job.p256dh === null) {
    return ctx.finish({ job, ...nothingShown })
  }
  if (!mayTakeBack(job)) {
    // The next push, or the page, closes it.
    return ctx.finish({ job, shownIds: job.shown_ids, sentAt: undefined })
  }
  const payload = removalPayload(recipient, job.conversation, job.shown_ids)
  await sendPush(ctx, keys, { job, payload, urgency: 'low', shownIds: [] })
}
