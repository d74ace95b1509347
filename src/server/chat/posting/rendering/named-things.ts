import type { DatedQueryable, Queryable } from '../../../data/engine/database'
import type { GroupsAround } from '../../../data/groups/around'
import { listMentionableGroups } from '../../../data/groups/membership'
import type { MentionableGroupRow } from '../../../data/groups/membership'
import { listRealmEmojiNamed } from '../../../data/realms/emoji'
import { botTypes, isGuest } from '../../../../shared/rules/roles'
import type { UserRow } from '../../../data/schema'
import type { Dated } from '../../../lib/clock'
import type { BotType } from '../../../../shared/rules/roles'
import { listLinkableStreams } from '../../../data/streams/streams'
import { listSubscribedStreamIds } from '../../../data/streams/subscriptions'
import { uploadKeysIn } from '../../../data/uploads/links'
import { listReadableUploads, listUploadsByKey } from '../../../data/uploads/uploads'
import { listMentionable } from '../../../data/users/users'
import { listNewestOfTopics } from '../../../data/messages/newest-messages'
import { meantTopic } from '../../../../shared/rules/empty-topics'
import type { LinkableStream, NamedThings, References } from '../../../text/markdown/environment'
import { realmEmojiUrl } from '../../../wire/realm-emoji'
import { displayNameOf, systemGroups } from '../../../../shared/rules/system-groups'
import { shownThumbnail, thumbnailUrl } from '../../../wire/uploads'
import type { Requester } from '../../rules/authentication'
import { groupPermissionsOf } from '../../rules/permissions/groups'
import { isInGroup } from '../../rules/permissions/membership'
import { sightOf } from '../../access/users/user-visibility'

/** The fields of a writer that decide which users, groups and streams the text can refer to. */
export interface NamingWriter extends Pick<UserRow, 'realm_id' | 'role'> {
  /** Id of the writer; null for text without an author, such as descriptions. */
  id: number | null
  /**
   * The writer's groups, which decide which groups they may mention; absent: only groups that everybody may
   * mention.
   */
  groups_around?: GroupsAround
  date_joined?: Date
  realm_waiting_period_days?: number
  /** Settings of the writer's realm; absent: no user is hidden from the writer. */
  realm_settings?: Requester['realm_settings']
  /** Texts of an imported archive name all groups and show all uploads, since its own server allowed it. */
  isImport?: true
}

interface Found {
  named: NamedThings
  /** Generic bots among the named users. */
  genericBotIds: readonly number[]
  /** Outgoing-webhook bots among the named users. */
  serviceBotIds: readonly number[]
}

interface TextsToRead {
  contents: readonly string[]
  references: readonly References[]
  /** Streams that the texts may link even if the writer may not know them. */
  seenStreams: readonly LinkableStream[]
}

/** Looks up the names in texts: one query for each kind of name that occurs. */
export async function lookUpNamedThings(
  db: DatedQueryable,
  writer: NamingWriter,
  { contents, references, seenStreams }: TextsToRead,
): Promise<Found> {
  const { realm_id: realmId } = writer
  const fullNames = references.flatMap((names) => names.userNames)
  const ids = references.flatMap((names) => names.userIds)
  const emails = references.flatMap((names) => names.emails)
  const groupNames = references.flatMap((names) => names.groupNames)
  const streamNames = references.flatMap((names) => names.streamNames)

  const namesUsers = fullNames.length + ids.length + emails.length > 0
  const users = namesUsers
    ? await knownTo(db, writer, await listMentionable(db, realmId, { fullNames, ids, emails }))
    : []
  const streams = streamNames.length === 0 ? [] : await lookUpStreams(db, writer, streamNames)
  const topics = references.flatMap((names) => names.topics)
  const botIdsOf = (type: BotType) =>
    users.filter((user) => user.bot_type === type).map((user) => user.id)
  return {
    named: {
      users: users.map((user) => ({
        id: user.id,
        fullName: user.full_name,
        email: user.email,
        isDeactivated: user.deactivated_at !== null,
      })),
      groups: groupNames.length === 0 ? [] : await lookUpGroups(db, writer, groupNames),
      streams,
      topics: await lookUpTopics(db, realmId, topics, [...streams, ...seenStreams]),
      realmEmoji: await lookUpEmoji(db, realmId, contents),
      uploadedPictures: await lookUpPictures(db, writer, contents),
    },
    genericBotIds: botIdsOf(botTypes.generic),
    serviceBotIds: botIdsOf(botTypes.outgoingWebhook),
  }
}

/**
 * Newest messages of linked topics, with one index probe for each topic.
 * Source: docs/protocol/markdown.md#topic-links-with.
 */
async function lookUpTopics(
  db: Queryable,
  realmId: number,
  topics: References['topics'],
  streams: readonly LinkableStream[],
): Promise<NonNullable<NamedThings['topics']>> {
  const idByName = new Map(streams.map(({ id, name }) => [name, id]))
  const wanted = topics.flatMap(({ streamName, topic }) => {
    const streamId = idByName.get(streamName)
    return streamId === undefined ? [] : [{ streamId, streamName, topic: meantTopic(topic) }]
  })
  if (wanted.length === 0) return []
  const newest = await listNewestOfTopics(db, realmId, wanted)
  return wanted.flatMap(({ streamName, topic }, index) => {
    const newestId = newest[index]
    return newestId == null ? [] : [{ streamName, topic, newestId }]
  })
}

/** Removes users hidden from the writer: a mention would reveal them. */
async function knownTo<User extends Pick<UserRow, 'id' | 'is_bot'>>(
  db: Queryable,
  { id, realm_settings, ...writer }: NamingWriter,
  users: readonly User[],
): Promise<readonly User[]> {
  if (id === null || !realm_settings) return users
  return users.filter(await sightOf(db, { ...writer, id, realm_settings }))
}

/**
 * Groups by name. Groups that the writer may not mention, including all system groups, can only be mentioned
 * silently. Source: docs/protocol/user-groups.md#may-mention.
 */
async function lookUpGroups(
  db: DatedQueryable,
  writer: NamingWriter,
  names: readonly string[],
): Promise<NamedThings['groups']> {
  const groups = await listMentionableGroups(db, writer.realm_id, names)
  return groups.map((group) => ({
    id: group.id,
    name: group.name,
    displayName: displayNameOf(group.name),
    memberIds: group.member_ids,
    isDeactivated: group.deactivated_at !== null,
    isSilent: !mayMention(db, writer, group),
  }))
}

function mayMention(at: Dated, writer: NamingWriter, group: MentionableGroupRow): boolean {
  const permitted = groupPermissionsOf(group).can_mention_group
  if (permitted === systemGroups.everyone.id || writer.isImport) return true
  const { id, groups_around, date_joined, realm_waiting_period_days } = writer
  if (id === null || !groups_around || !date_joined) return false
  const days = realm_waiting_period_days ?? 0
  const member = { id, groups_around, date_joined, realm_waiting_period_days: days }
  return isInGroup(at, member, permitted)
}

/** Streams by name. A link reveals that the stream exists, so streams hidden from the writer are left out. */
async function lookUpStreams(
  db: Queryable,
  writer: NamingWriter,
  names: readonly string[],
): Promise<NamedThings['streams']> {
  // Only public streams: a link would also reveal a private stream to readers.
  const streams = await listLinkableStreams(db, writer.realm_id, names)
  if (streams.length === 0 || writer.id === null || !isGuest(writer)) return streams
  const own = new Set(await listSubscribedStreamIds(db, writer.realm_id, writer.id))
  return streams.filter((stream) => own.has(stream.id))
}

/** A possible emoji name; the closing colon may open the next name. */
const emojiName = /:([0-9a-z_.-]+)(?=:)/g

/** Custom emoji named in texts. */
async function lookUpEmoji(
  db: Queryable,
  realmId: number,
  contents: readonly string[],
): Promise<NonNullable<NamedThings['realmEmoji']>> {
  const names = contents.flatMap((content) =>
    [...content.matchAll(emojiName)].map(([, name]) => name as string),
  )
  if (names.length === 0) return {}
  const emoji = await listRealmEmojiNamed(db, realmId, [...new Set(names)])
  return Object.fromEntries(
    emoji.map(({ id, name, file_name }) => [
      name,
      { id, sourceUrl: realmEmojiUrl(realmId, file_name) },
    ]),
  )
}

/** Uploaded pictures linked in texts that the writer may read. */
async function lookUpPictures(
  db: Queryable,
  writer: NamingWriter,
  contents: readonly string[],
): Promise<NonNullable<NamedThings['uploadedPictures']>> {
  const { realm_id, id } = writer
  const keys = contents.flatMap((content) => uploadKeysIn(realm_id, content))
  if (keys.length === 0 || (id === null && !writer.isImport)) return {}
  const uploads =
    id === null
      ? await listUploadsByKey(db, realm_id, keys)
      : await listReadableUploads(db, { ...writer, id }, keys)
  return Object.fromEntries(
    uploads.flatMap((upload) => {
      const { path_key, content_type: contentType, width, height } = upload
      if (width === null || height === null) return []
      const isAnimated = upload.is_animated
      const url = thumbnailUrl(upload, shownThumbnail)
      return [[path_key, { thumbnailUrl: url, contentType, width, height, isAnimated }]]
    }),
  )
}
