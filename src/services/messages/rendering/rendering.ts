import type { Queryable } from '../../../db/engine/database'
import { listMentionableGroups } from '../../../db/groups/membership'
import { listLinkableStreams } from '../../../db/streams/streams'
import { listSubscribedStreamIds } from '../../../db/streams/subscriptions'
import { listMentionable } from '../../../db/users/users'
import { botTypes, roles } from '../../../db/schema'
import type { BotType, StoredSettings, UserRow } from '../../../db/schema'
import { collectReferences, renderMarkdown, RenderError } from '../../../markdown/render'
import type { NamedThings, RealmLinkifiers } from '../../../markdown/environment'
import { BadRequestError } from '../../errors'
import { linkifiersOf } from '../../linkifiers/compiled'
import { isGuest } from '../../permissions'
import { realmSettingsOf } from '../../realms/settings'
import { lookUpEmoji, lookUpPictures } from './embedded-pictures'

export interface RenderedContent {
  html: string
  isMeMessage: boolean
  mentionedUserIds: readonly number[]
  /** Those among them whom only a user group stands for: possibly many, of whom few read it. */
  mentionedByGroupOnly: readonly number[]
  /** Generic bots among them hear of public messages that mention them, subscribed or not. */
  mentionedBotIds: readonly number[]
  /** Outgoing webhooks among them are told of messages that mention them. */
  mentionedServiceBotIds: readonly number[]
  mentionsWildcard: boolean
  /** Mentions those who take part in the topic. */
  mentionsTopic: boolean
  hasLink: boolean
  hasImage: boolean
  /** Of the realm, for the topic. */
  linkifiers: RealmLinkifiers
}

export type Writer = Pick<UserRow, 'realm_id' | 'role' | 'translate_emoticons'> & {
  /** Absent: nothing is linkified. */
  realm_linkifiers_version?: string | null
  /** Absent: as they are by default. */
  realm_settings?: StoredSettings
  /** Null for what is nobody's own text. */
  id: number | null
}

/** Writes what belongs to a realm itself: descriptions, which everybody may read. */
export function realmAsWriter(realmId: number): Writer {
  return { realm_id: realmId, id: null, role: roles.member, translate_emoticons: false }
}

/**
 * Renders what a user wrote, with the names in it resolved in their realm: one query each for
 * users, groups, streams, emoji and uploads, none where nothing of the kind is named.
 *
 * @param realmUrl address of the realm, whose own links become relative
 * @throws BadRequestError when the result would be too large
 * Source: protocol notes 8.
 */
export async function renderContent(
  db: Queryable,
  writer: Writer,
  content: string,
  realmUrl?: string,
): Promise<RenderedContent> {
  const [rendered] = await renderContents(db, writer, [content], realmUrl)
  return rendered as RenderedContent
}

/** The same for several texts, with no more queries than for one. */
export async function renderContents(
  db: Queryable,
  writer: Writer,
  contents: readonly string[],
  realmUrl?: string,
): Promise<RenderedContent[]> {
  const named = await lookUpNames(db, writer, contents)
  const linkifiers = await linkifiersOf(db, writer)
  return contents.map((content) => {
    try {
      const rendered = renderMarkdown(content, {
        named,
        linkifiers,
        translateEmoticons: writer.translate_emoticons,
        inlineImagePreview: realmSettingsOf({ realm_settings: writer.realm_settings ?? {} })
          .inline_image_preview,
        ...(realmUrl ? { realmUrl } : {}),
      })
      const mentioned = new Set(rendered.mentionedUserIds)
      return {
        ...rendered,
        mentionedBotIds: named.genericBotIds.filter((id) => mentioned.has(id)),
        mentionedServiceBotIds: named.serviceBotIds.filter((id) => mentioned.has(id)),
        linkifiers,
      }
    } catch (error) {
      if (error instanceof RenderError) throw new BadRequestError('Unable to render message')
      throw error
    }
  })
}

async function lookUpNames(
  db: Queryable,
  writer: Writer,
  contents: readonly string[],
): Promise<NamedThings & { genericBotIds: number[]; serviceBotIds: number[] }> {
  const { realm_id: realmId } = writer
  const references = contents.map((content) => collectReferences(content))
  const fullNames = references.flatMap((names) => names.userNames)
  const ids = references.flatMap((names) => names.userIds)
  const emails = references.flatMap((names) => names.emails)
  const streamNames = references.flatMap((names) => names.streamNames)

  const namesUsers = fullNames.length + ids.length + emails.length > 0
  const users = namesUsers ? await listMentionable(db, realmId, { fullNames, ids, emails }) : []
  const botIdsOf = (type: BotType) =>
    users.filter((user) => user.bot_type === type).map((user) => user.id)
  return {
    users: users.map((user) => ({ id: user.id, fullName: user.full_name, email: user.email })),
    groups: await lookUpGroups(
      db,
      realmId,
      references.flatMap((names) => names.groupNames),
    ),
    streams: await lookUpStreams(db, writer, streamNames),
    realmEmoji: await lookUpEmoji(db, realmId, contents),
    uploadedPictures: await lookUpPictures(db, writer, contents),
    genericBotIds: botIdsOf(botTypes.generic),
    serviceBotIds: botIdsOf(botTypes.outgoingWebhook),
  }
}

/** Groups of the system stand for nearly everybody, so that they can only be named silently. */
async function lookUpGroups(
  db: Queryable,
  realmId: number,
  names: readonly string[],
): Promise<NamedThings['groups']> {
  const groups = await listMentionableGroups(db, realmId, names)
  return groups.map((group) => ({
    id: group.id,
    name: group.name,
    memberIds: group.member_ids,
    isSilent: group.is_system_group,
  }))
}

/** A link tells its writer that the stream exists: none to what they might be probing for. */
async function lookUpStreams(
  db: Queryable,
  writer: Writer,
  names: readonly string[],
): Promise<NamedThings['streams']> {
  // Public ones: readers, too, would learn of a private stream.
  const streams = await listLinkableStreams(db, writer.realm_id, names)
  if (streams.length === 0 || writer.id === null || !isGuest(writer)) return streams
  const own = new Set(await listSubscribedStreamIds(db, writer.realm_id, writer.id))
  return streams.filter((stream) => own.has(stream.id))
}
