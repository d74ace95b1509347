import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { listConcerns } from '../../../data/notifications/concerns'
import type { ConcernRow } from '../../../data/notifications/concerns'
import { insertMissedMessages } from '../../../data/notifications/missed-messages'
import type { MessageRow } from '../../../data/schema'
import { insertPushMessages } from '../../../data/notifications/push-messages'
import { isAnyPushDevice } from '../../../data/notifications/push-devices'
import {
  concernOf,
  mailTrigger,
  pushTrigger,
  withoutMentions,
} from '../../rules/notifications/triggers'
import { pushOf } from '../../rules/pushes/new-pushes'
import { notifyingBots } from '../../rules/system-bots'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { isPresent } from '../../../stores/presence/presence'
import { isMailOn } from '../mail/enqueue'

/** Mentions in the new content. */
export interface Mentions {
  mentionedUserIds: readonly number[]
  mentionsTopic: boolean
  mentionsWildcard: boolean
}

/**
 * Compares the mentions of a stream message before and after an edit; called before the edit is stored. The answered function, called after the new mentions
 * are stored, notes the message for the people whom only the edit mentions, unless the message notified them anyway.
 * Makes no query for an edit that mentions nobody.
 *
 * Source: docs/protocol/notifications.md#notifying-edits.
 */
export async function watchMentions(
  { config, presence }: Pick<AppContext, 'config' | 'presence'>,
  tx: Tx,
  { realm_id, id }: Pick<MessageRow, 'realm_id' | 'id'>,
  edited: Mentions,
): Promise<() => Promise<void>> {
  if (!mentionsAnybody(edited)) return async () => undefined
  if (!isMailOn({ config }) && !(await isAnyPushDevice(tx))) return async () => undefined
  const message = [{ realm_id, id }]
  const before = await listConcerns(tx, message, notifyingBots)
  const known = new Set(before.filter(isMentioned).map(({ user_id }) => user_id))
  return async () => {
    const after = await listConcerns(tx, message, notifyingBots)
    const mentioned = after.filter((row) => isMentioned(row) && !known.has(row.user_id))
    if (isMailOn({ config })) {
      const missed = mentioned.flatMap((row) => newMention(tx, row))
      await insertMissedMessages(tx, missed)
    }
    const pushes = mentioned.filter((row) => !wasPushed(row))
    if (!pushes.some(({ has_device }) => has_device)) return
    const presences = await presence.read(realm_id)
    await insertPushMessages(
      tx,
      pushes.flatMap((row) => pushOf(tx, row, isPresent(presences, row.user_id, tx.now))),
    )
  }
}

function mentionsAnybody({ mentionedUserIds, mentionsTopic, mentionsWildcard }: Mentions): boolean {
  return mentionedUserIds.length > 0 || mentionsTopic || mentionsWildcard
}

function newMention(
  { now }: Tx,
  row: ConcernRow,
): Parameters<typeof insertMissedMessages>[1][number][] {
  const settings = userSettingsOf(row)
  const concern = concernOf(row)
  const trigger = mailTrigger(concern, settings)
  const wasTold = mailTrigger(withoutMentions(concern), settings) !== undefined
  if (trigger === undefined || wasTold) return []
  const { realm_id, user_id, message_id } = row
  const pauseMs = settings.email_notifications_batching_period_seconds * 1_000
  // The mail is dropped if the person is present then.
  return [
    {
      ...{ realm_id, user_id, message_id, trigger, was_present: true },
      due_at: new Date(now.getTime() + pauseMs),
    },
  ]
}

/** Whether the message is pushed to the person without its mentions. */
function wasPushed(row: ConcernRow): boolean {
  return pushTrigger(withoutMentions(concernOf(row)), userSettingsOf(row)) !== undefined
}

const isMentioned = (row: ConcernRow): boolean =>
  row.is_mentioned || row.is_mentioned_by_topic || row.is_mentioned_by_stream
