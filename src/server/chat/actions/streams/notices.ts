import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { StreamRow } from '../../../data/schema'
import type { Text } from '../../../text/i18n/catalogs/catalog'
import { isSameGroupValue } from '../../../../shared/rules/group-values'
import type { GroupValue } from '../../../../shared/rules/group-values'
import { streamPermissionOf } from '../../../wire/stream-permissions'
import { systemGroups } from '../../../../shared/rules/system-groups'
import type { Requester } from '../../rules/authentication'
import { realmSettingsOf } from '../../rules/realms/settings'
import { bold, person, quote } from '../../rules/messages/quoting'
import { sendToStreamAs } from '../../posting/sending/system-messages'

/** Topic of the notices about changes of a stream. */
const topic: Text = (say) => say('stream.topicOfChanges')

/**
 * Posts notices by Notification Bot in a stream about changes of its settings.
 * Source: docs/protocol/streams.md#change-notices.
 */
export async function postChangeNotices(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  requester: Requester,
  { before, after }: { before: StreamRow; after: StreamRow },
): Promise<void> {
  if (!realmSettingsOf(requester).send_channel_events_messages) return
  const notices = describeChanges(person(requester), before, after).map((content) => {
    return { stream: after, topic, content, actorId: requester.id }
  })
  await sendToStreamAs(ctx, tx, 'notification', notices)
}

function describeChanges(who: string, before: StreamRow, after: StreamRow): Text[] {
  const told: Text[] = []
  if (before.name !== after.name) {
    const names = {
      before: bold(before.name),
      after: bold(after.name),
    }
    told.push((say) => say('stream.renamed', { who, ...names }))
  }
  if (before.description !== after.description) {
    const [old, current] = [describe(before), describe(after)]
    told.push((say) => say('stream.described', { who, before: old(say), after: current(say) }))
  }
  const oldAccess = accessTo(before)
  const newAccess = accessTo(after)
  if (oldAccess !== newAccess) {
    told.push((say) =>
      say('stream.accessChanged', { who, before: say(oldAccess), after: say(newAccess) }),
    )
  }
  const [oldWriters, newWriters] = [writersOf(before), writersOf(after)]
  if (!isSameGroupValue(oldWriters, newWriters)) {
    const [old, current] = [nameOf(oldWriters), nameOf(newWriters)]
    told.push((say) => say('stream.postingChanged', { who, before: say(old), after: say(current) }))
  }
  if (before.message_retention_days !== after.message_retention_days) {
    const [old, current] = [retentionOf(before), retentionOf(after)]
    told.push((say) =>
      say('stream.retentionChanged', { who, before: old(say), after: current(say) }),
    )
  }
  if (before.topics_policy !== after.topics_policy) {
    const [old, current] = [policyNames[before.topics_policy], policyNames[after.topics_policy]]
    told.push((say) =>
      say('stream.topicsPolicyChanged', { who, before: say(old), after: say(current) }),
    )
  }
  return told
}

const policyNames = {
  inherit: 'stream.retainedAsOrganization',
  allow_empty_topic: 'stream.emptyTopicAllowed',
  disable_empty_topic: 'stream.emptyTopicDisabled',
  empty_topic_only: 'stream.emptyTopicOnly',
} as const

/**
 * Posts a notice by Notification Bot in a stream that it was archived or unarchived.
 * Source: docs/protocol/permissions.md#channel-events-notices.
 */
export async function postArchivingNotice(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  requester: Requester,
  { stream, isArchived }: { stream: StreamRow; isArchived: boolean },
): Promise<void> {
  if (!realmSettingsOf(requester).send_channel_events_messages) return
  const key = isArchived ? 'stream.archived' : 'stream.unarchived'
  const content: Text = (say) => say(key, { stream: bold(stream.name) })
  const notice = { stream, topic, content, actorId: requester.id }
  await sendToStreamAs(ctx, tx, 'notification', [notice])
}

function describe({ description }: StreamRow): Text {
  return (say) => (description === '' ? say('stream.noDescription') : quote(description))
}

function accessTo(stream: StreamRow) {
  if (!stream.invite_only) return 'stream.public'
  return stream.history_public_to_subscribers ? 'stream.sharedHistory' : 'stream.protectedHistory'
}

function writersOf(stream: StreamRow): GroupValue {
  return streamPermissionOf(stream, 'can_send_message_group')
}

type WritersName =
  | 'stream.administratorsPost'
  | 'stream.chosenPost'
  | 'stream.everyonePosts'
  | 'stream.fullMembersPost'
  | 'stream.membersPost'
  | 'stream.moderatorsPost'
  | 'stream.nobodyPosts'
  | 'stream.ownersPost'

const names: Readonly<Record<number, WritersName>> = {
  [systemGroups.owners.id]: 'stream.ownersPost',
  [systemGroups.administrators.id]: 'stream.administratorsPost',
  [systemGroups.moderators.id]: 'stream.moderatorsPost',
  [systemGroups.fullMembers.id]: 'stream.fullMembersPost',
  [systemGroups.members.id]: 'stream.membersPost',
  [systemGroups.everyone.id]: 'stream.everyonePosts',
  [systemGroups.nobody.id]: 'stream.nobodyPosts',
}

/** Text key of a system group. User groups are not named, because a notice would outlive their renaming. */
function nameOf(value: GroupValue): WritersName {
  return (typeof value === 'number' ? names[value] : undefined) ?? 'stream.chosenPost'
}

function retentionOf({ message_retention_days: days }: StreamRow): Text {
  if (days === null) return (say) => say('stream.retainedAsOrganization')
  if (days === -1) return (say) => say('stream.retainedForever')
  return (say) => say('stream.retainedDays', { count: days })
}
