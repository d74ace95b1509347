import type { Queryable } from '../../../db/engine/database'
import { roles } from '../../../db/schema'
import type { StoredSettings } from '../../../db/schema'
import type { RealmLinkifiers } from '../../../markdown/environment'
import { renderMarkdown, RenderError } from '../../../markdown/render'
import type { Rendered } from '../../../markdown/render'
import { BadRequestError } from '../../errors'
import type { Linkifiers } from '../../../memory/linkifiers'
import { realmSettingsOf } from '../../realms/settings'
import { lookUpNamedThings } from './named-things'
import type { NamingWriter } from './named-things'

/** The content of a message as HTML, and what the server has to know of it. */
export interface RenderedContent extends Readonly<Rendered> {
  /** Generic bots among the mentioned hear of public messages, subscribed or not. */
  mentionedBotIds: readonly number[]
  /** Outgoing webhooks among the mentioned are told of the message. */
  mentionedServiceBotIds: readonly number[]
  /** Linkifiers of the realm, for the topic. */
  linkifiers: RealmLinkifiers
}

/** The part of an account that decides how its texts are rendered. */
export interface Writer extends NamingWriter {
  translate_emoticons: boolean
  /** Version of the realm's linkifiers; absent: nothing is linkified. */
  realm_linkifiers_version?: string | null
  /** Settings of the realm; absent: as they are by default. */
  realm_settings?: StoredSettings
}

export interface RenderingOptions {
  /** Linkifiers of the writer's realm; absent: nothing is linkified. */
  linkifiers?: Linkifiers
  /** Address of the realm, whose own links become relative. */
  realmUrl?: string | undefined
}

/** A writer of what belongs to a realm itself: descriptions, which everybody may read. */
export function realmAsWriter(realmId: number): Writer {
  return { realm_id: realmId, id: null, role: roles.member, translate_emoticons: false }
}

/**
 * Renders what a user wrote, with the names in it resolved in their realm: one query each for
 * users, groups, streams, emoji and uploads, none where nothing of the kind is named.
 *
 * @throws BadRequestError when the result would be too large
 * Source: docs/protocol/markdown.md#html-form.
 */
export async function renderContent(
  db: Queryable,
  writer: Writer,
  content: string,
  options?: RenderingOptions,
): Promise<RenderedContent> {
  const [rendered] = await renderContents(db, writer, [content], options)
  return rendered as RenderedContent
}

/** Renders several texts, with no more queries than for one. @throws BadRequestError */
export async function renderContents(
  db: Queryable,
  writer: Writer,
  contents: readonly string[],
  { linkifiers: memory, realmUrl }: RenderingOptions = {},
): Promise<RenderedContent[]> {
  const { named, genericBotIds, serviceBotIds } = await lookUpNamedThings(db, writer, contents)
  const linkifiers = (await memory?.read(db, writer)) ?? []
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
        mentionedBotIds: genericBotIds.filter((id) => mentioned.has(id)),
        mentionedServiceBotIds: serviceBotIds.filter((id) => mentioned.has(id)),
        linkifiers,
      }
    } catch (error) {
      if (error instanceof RenderError) throw new BadRequestError('Unable to render message')
      throw error
    }
  })
}
