import { firstCharacters } from '../../../../shared/rules/characters'
import { textLimits } from '../../../../shared/rules/text-limits'
import { createHash } from 'node:crypto'
import type {
  LinkifierRow,
  MessageEditRow,
  MessageRow,
  RealmEmojiRow,
  RealmRow,
  StreamRow,
  SubscriptionRow,
  UserGroupRow,
  UserRow,
} from '../../../data/schema'
import { addressOf } from '../../../wire/addresses'
import { avatarSource } from '../../../wire/avatars'
import { privateRecipientId } from '../../../wire/messages'
import { systemGroups } from '../../../../shared/rules/system-groups'
import { groupPermissionsOf } from '../../../chat/rules/permissions/groups'
import { realmPermissionsOf } from '../../../chat/rules/permissions/realm'
import { streamPermissionsOf } from '../../../wire/stream-permissions'
import { realmSettingDefaults } from '../../../chat/rules/realms/settings'
import { userSettings, userSettingsOf } from '../../../chat/rules/settings/user-settings'
import type { Numbering } from './numbering'

/*
 * Rows of the archive, with the column names of the reference: foreign keys without `_id`, times in seconds
 * with a fraction. Source: docs/protocol/import.md#archive-tables.
 */

export type ArchiveRow = Readonly<Record<string, unknown>>

export function seconds(time: Date): number {
  return time.getTime() / 1000
}

function secondsOrNull(time: Date | null): number | null {
  return time && seconds(time)
}

export function realmRow(realm: RealmRow, numbering: Numbering): ArchiveRow {
  return {
    ...realmSettingDefaults,
    ...realm.settings,
    ...numbering.groupIdsOf(realmPermissionsOf(realm.settings)),
    id: realm.id,
    string_id: realm.string_id,
    name: realm.name,
    description: realm.description,
    date_created: seconds(realm.created_at),
    deactivated: realm.deactivated_at !== null,
    waiting_period_threshold: realm.waiting_period_days,
    new_stream_announcements_stream: realm.notifications_stream_id,
    icon_source: realm.pictures.icon?.key ? 'U' : 'G',
    icon_version: realm.pictures.icon?.version ?? 1,
    logo_source: realm.pictures.logo?.key ? 'U' : 'D',
    logo_version: realm.pictures.logo?.version ?? 1,
    night_logo_source: realm.pictures.night_logo?.key ? 'U' : 'D',
    night_logo_version: realm.pictures.night_logo?.version ?? 1,
  }
}

/** File name of an avatar in the archive, without extension. */
export function avatarHash({ avatar_key, id, realm_id }: UserRow): string {
  return avatar_key ?? createHash('sha1').update(`${realm_id} ${id}`).digest('hex')
}

/** @param withSettings whether to export private data: settings, and the address if it is hidden */
export function userRow(user: UserRow, withSettings: boolean): ArchiveRow {
  return {
    ...(withSettings ? userSettingsOf(user) : {}),
    id: user.id,
    realm: user.realm_id,
    email: user.email,
    delivery_email: withSettings ? addressOf(user) : user.email,
    full_name: user.full_name,
    short_name: user.short_name,
    is_active: user.deactivated_at === null,
    is_bot: user.is_bot,
    bot_type: user.bot_type,
    bot_owner: user.bot_owner_id,
    role: user.role,
    is_mirror_dummy: false,
    is_staff: false,
    date_joined: seconds(user.date_joined),
    timezone: user.timezone,
    avatar_source: avatarSource(user),
    is_imported_stub: user.is_imported_stub,
    avatar_version: user.avatar_version,
    avatar_hash: avatarHash(user),
    recipient: user.recipient_id,
    default_sending_stream: user.default_sending_stream_id,
    default_events_register_stream: user.default_events_register_stream_id,
    default_all_public_streams: user.default_all_public_streams,
    long_term_idle: false,
    last_active_message_id: null,
    tos_version: null,
  }
}

/** A user whose private data is not exported: an inactive placeholder account. */
export function dummyRow(user: UserRow): ArchiveRow {
  return { ...userRow(user, false), is_mirror_dummy: true, is_active: false }
}

export function crossRealmRow({ id, email, recipient_id }: UserRow): ArchiveRow {
  return { id, email, recipient_id }
}

export function userDefaultsRow(realmId: number, defaults: ArchiveRow): ArchiveRow {
  const own = Object.entries(userSettings).map(([name, each]) => [name, each.default] as const)
  return { id: 1, realm: realmId, ...Object.fromEntries(own), ...defaults }
}

export function streamRow(stream: StreamRow, numbering: Numbering): ArchiveRow {
  return {
    ...numbering.groupIdsOf(streamPermissionsOf(stream)),
    id: stream.id,
    realm: stream.realm_id,
    name: stream.name,
    description: stream.description,
    rendered_description: stream.rendered_description,
    date_created: seconds(stream.created_at),
    creator: stream.creator_id,
    deactivated: stream.deactivated_at !== null,
    invite_only: stream.invite_only,
    is_web_public: false,
    is_in_zephyr_realm: false,
    history_public_to_subscribers: stream.history_public_to_subscribers,
    stream_post_policy: stream.is_announcement_only ? 2 : 1,
    message_retention_days: stream.message_retention_days,
    recipient: stream.recipient_id,
    folder: stream.folder_id,
  }
}

const recipientTypes = { person: 1, stream: 2, group: 3 } as const

export function recipientRow(
  kind: keyof typeof recipientTypes,
  { id, recipient_id }: { id: number; recipient_id: number },
): ArchiveRow {
  return { id: recipient_id, type: recipientTypes[kind], type_id: id }
}

interface Conversation {
  id: number
  recipient_id: number
  member_ids: readonly number[]
}

export function huddleRow({ id, recipient_id, member_ids }: Conversation): ArchiveRow {
  const huddle_hash = createHash('sha1').update(member_ids.join(',')).digest('hex')
  return { id, huddle_hash, recipient: recipient_id, group_size: member_ids.length }
}

/** @param ofStream absent for subscriptions of people and private conversations */
export function subscriptionRow(
  id: number,
  userId: number,
  recipientId: number,
  {
    ofStream,
    isUserActive = true,
  }: { ofStream?: SubscriptionRow | undefined; isUserActive?: boolean } = {},
): ArchiveRow {
  return {
    id,
    user_profile: userId,
    recipient: recipientId,
    active: ofStream?.active ?? true,
    is_user_active: isUserActive,
    is_muted: ofStream?.is_muted ?? false,
    color: ofStream?.color ?? '#c2c2c2',
    pin_to_top: ofStream?.pin_to_top ?? false,
    desktop_notifications: ofStream?.desktop_notifications ?? null,
    audible_notifications: ofStream?.audible_notifications ?? null,
    push_notifications: ofStream?.push_notifications ?? null,
    email_notifications: ofStream?.email_notifications ?? null,
    wildcard_mentions_notify: ofStream?.wildcard_mentions_notify ?? null,
  }
}

export function emojiRow(emoji: RealmEmojiRow): ArchiveRow {
  return {
    id: emoji.id,
    realm: emoji.realm_id,
    name: emoji.name,
    file_name: emoji.file_name,
    author: emoji.author_id,
    deactivated: emoji.deactivated_at !== null,
    is_animated: emoji.still_file_name !== null,
  }
}

export function filterRow(linkifier: LinkifierRow): ArchiveRow {
  const { id, realm_id: realm, pattern, url_template, position: order } = linkifier
  return { id, realm, pattern, url_template, order }
}

export function namedGroupRow(group: UserGroupRow, numbering: Numbering): ArchiveRow {
  return {
    ...numbering.groupIdsOf(groupPermissionsOf(group)),
    usergroup_ptr: group.id,
    realm: group.realm_id,
    realm_for_sharding: group.realm_id,
    name: group.name,
    description: group.description,
    is_system_group: group.is_system_group,
    creator: group.creator_id,
    date_created: seconds(group.created_at),
    deactivated: group.deactivated_at !== null,
  }
}

/** The system group whose direct members are the accounts of a role. */
export function systemGroupOfRole(role: number): number | undefined {
  const names: Readonly<Record<number, keyof typeof systemGroups>> = {
    100: 'owners',
    200: 'administrators',
    300: 'moderators',
    400: 'members',
    600: 'everyone',
  }
  const name = names[role]
  return name && systemGroups[name].id
}

/** Data that the messages of a page need beside their rows. */
export interface MessageSurroundings {
  streamRecipients: ReadonlyMap<number, number>
  userRecipients: ReadonlyMap<number, number>
  conversations: ReadonlyMap<number, Conversation>
  /** Newest first, by message. */
  edits: ReadonlyMap<number, readonly MessageEditRow[]>
}

export function messageRow(
  message: MessageRow,
  around: MessageSurroundings,
  numbering: Numbering,
): ArchiveRow {
  const edits = around.edits.get(message.id)
  return {
    id: message.id,
    realm: message.realm_id,
    sender: message.sender_id,
    recipient: recipientOf(message, around),
    type: 1,
    is_channel_message: message.stream_id !== null,
    // The column of the reference holds no more: a resolved topic may be longer.
    subject: firstCharacters(message.topic, textLimits.topicCharacters),
    content: message.content,
    rendered_content: message.rendered_content,
    rendered_content_version: 1,
    date_sent: seconds(message.sent_at),
    sending_client: numbering.clientId(message.client),
    last_edit_time: secondsOrNull(message.last_edited_at),
    edit_history: edits ? JSON.stringify(edits.map(editEntry)) : null,
    has_attachment: message.has_attachment,
    has_image: message.has_image,
    has_link: message.has_link,
  }
}

function recipientOf(message: MessageRow, around: MessageSurroundings): number | undefined {
  if (message.stream_id !== null) return around.streamRecipients.get(message.stream_id)
  const conversation = around.conversations.get(message.dm_group_id as number)
  if (!conversation) return undefined
  const members = conversation.member_ids.map((id) => {
    const recipient_id = around.userRecipients.get(id) as number
    return { id, email: '', full_name: '', short_name: '', recipient_id }
  })
  return privateRecipientId(message.sender_id, conversation.recipient_id, members)
}

function editEntry(edit: MessageEditRow): ArchiveRow {
  return {
    user_id: edit.editor_id,
    timestamp: Math.floor(seconds(edit.edited_at)),
    ...(edit.prev_content !== null && {
      prev_content: edit.prev_content,
      prev_rendered_content: edit.prev_rendered_content ?? '',
      prev_rendered_content_version: 1,
    }),
    ...(edit.prev_topic !== null && { prev_topic: edit.prev_topic, topic: edit.topic }),
    ...(edit.prev_stream_id !== null && {
      prev_stream: edit.prev_stream_id,
      stream: edit.stream_id,
    }),
  }
}
