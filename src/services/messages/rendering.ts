import type { Queryable } from '../../db/database'
import { listLinkableStreams } from '../../db/streams'
import { listSubscribedStreamIds } from '../../db/subscriptions'
import { listMentionable } from '../../db/users'
import { botTypes, roles } from '../../db/schema'
import type { UserRow } from '../../db/schema'
import { collectReferences, renderMarkdown, RenderError } from '../../markdown'
import type { Directory } from '../../markdown'
import { BadRequestError } from '../errors'
import { isGuest } from '../permissions'

export interface RenderedContent {
  html: string
  isMeMessage: boolean
  mentionedUserIds: readonly number[]
  /** Generic bots among them hear of public messages that mention them, subscribed or not. */
  mentionedBotIds: readonly number[]
  mentionsWildcard: boolean
}

export type Writer = Pick<UserRow, 'realm_id' | 'role' | 'translate_emoticons'> & {
  /** Null for what is nobody's own text. */
  id: number | null
}

/** Writes what belongs to a realm itself: descriptions, which everybody may read. */
export function realmAsWriter(realmId: number): Writer {
  return { realm_id: realmId, id: null, role: roles.member, translate_emoticons: false }
}

/**
 * Renders what a user wrote, with the names in it resolved in their realm: one query for
 * users and one for streams, none where no names are mentioned.
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
  const directory = await lookUpNames(db, writer, contents)
  return contents.map((content) => {
    try {
      const rendered = renderMarkdown(content, {
        directory,
        translateEmoticons: writer.translate_emoticons,
        ...(realmUrl ? { realmUrl } : {}),
      })
      const mentioned = new Set(rendered.mentionedUserIds)
      return {
        html: rendered.html,
        isMeMessage: rendered.isMeMessage,
        mentionedUserIds: rendered.mentionedUserIds,
        mentionedBotIds: directory.genericBotIds.filter((id) => mentioned.has(id)),
        mentionsWildcard: rendered.mentionsWildcard,
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
): Promise<Directory & { genericBotIds: number[] }> {
  const { realm_id: realmId } = writer
  const references = contents.map((content) => collectReferences(content))
  const fullNames = references.flatMap((names) => names.userNames)
  const ids = references.flatMap((names) => names.userIds)
  const emails = references.flatMap((names) => names.emails)
  const streamNames = references.flatMap((names) => names.streamNames)

  const namesUsers = fullNames.length + ids.length + emails.length > 0
  const users = namesUsers ? await listMentionable(db, realmId, { fullNames, ids, emails }) : []
  return {
    users: users.map((user) => ({ id: user.id, fullName: user.full_name, email: user.email })),
    groups: [],
    streams: await lookUpStreams(db, writer, streamNames),
    genericBotIds: users
      .filter((user) => user.bot_type === botTypes.generic)
      .map((user) => user.id),
  }
}

/** A link tells its writer that the stream exists: none to what they might be probing for. */
async function lookUpStreams(
  db: Queryable,
  writer: Writer,
  names: readonly string[],
): Promise<Directory['streams']> {
  const found = await listLinkableStreams(db, writer.realm_id, names)
  // Readers, too, would learn of a private stream.
  const streams = found.filter((stream) => !stream.invite_only)
  if (streams.length === 0 || writer.id === null || !isGuest(writer)) return streams
  const own = new Set(await listSubscribedStreamIds(db, writer.realm_id, writer.id))
  return streams.filter((stream) => own.has(stream.id))
}
