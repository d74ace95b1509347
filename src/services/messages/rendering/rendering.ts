import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../../../db/engine/database'
import { roles } from '../../../db/schema'
import type { StoredSettings } from '../../../db/schema'
import type { LinkableStream, RealmLinkifiers, References } from '../../../markdown/environment'
import { collectReferences, renderMarkdown } from '../../../markdown/render'
import type { Rendered, RenderOptions } from '../../../markdown/render'
import type { Linkifiers } from '../../../memory/linkifiers'
import { realmSecret } from '../../../db/realms/secrets'
import { realmSettingsOf } from '../../realms/settings'
import { lookUpNamedThings } from './named-things'
import type { NamingWriter } from './named-things'
import type { Renderer } from './renderer'

/** Texts that are rendered in no time, many of them in a turn of the event loop. */
const shortText = 100

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
  /** Renders what is too long for the event loop; absent for what never is, such as descriptions. */
  renderer?: Pick<Renderer, 'references' | 'render'>
  /** Address of the realm, whose own links become relative. */
  realmUrl?: string | undefined
  /**
   * Streams, by content, that all readers of it may see: links to them are made also where they are
   * private. For what the system itself writes.
   * Source: docs/protocol/markdown.md#private-stream-links.
   */
  seenStreams?: ReadonlyArray<readonly LinkableStream[]>
}

/** A writer of what belongs to a realm itself: descriptions, which everybody may read. */
export function realmAsWriter(realmId: number): Writer {
  return { realm_id: realmId, id: null, role: roles.member, translate_emoticons: false }
}

/**
 * Renders what a user wrote, with the names in it resolved in their realm: one query each for
 * users, groups, streams, emoji and uploads, none where nothing of the kind is named.
 *
 * @throws RenderError when the result would be too large, or takes too long to make
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

/** Renders several texts, with no more queries than for one. @throws RenderError */
export async function renderContents(
  db: Queryable,
  writer: Writer,
  contents: readonly string[],
  { linkifiers: memory, renderer = onEventLoop, realmUrl, seenStreams }: RenderingOptions = {},
): Promise<RenderedContent[]> {
  const references: References[] = []
  for (const content of contents)
    references.push(await renderer.references(writer.realm_id, content))
  const { named, genericBotIds, serviceBotIds } = await lookUpNamedThings(db, writer, {
    contents,
    references,
  })
  const linkifiers = (await memory?.read(db, writer)) ?? []
  const {
    inline_image_preview: inlineImagePreview,
    default_code_block_language: defaultCodeLanguage,
  } = realmSettingsOf({ realm_settings: writer.realm_settings ?? {} })
  const options: Omit<RenderOptions, 'named'> = {
    linkifiers,
    inlineImagePreview,
    defaultCodeLanguage,
    translateEmoticons: writer.translate_emoticons,
    ...(realmUrl ? { realmUrl } : {}),
    ...(inlineImagePreview && mayShowPictures(contents, linkifiers)
      ? { pictureKey: await realmSecret(db, writer.realm_id, 'external_pictures') }
      : {}),
  }
  const all: RenderedContent[] = []
  for (const [index, content] of contents.entries()) {
    const seen = seenStreams?.[index] ?? []
    const rendered = await renderer.render(writer, content, {
      named: seen.length === 0 ? named : { ...named, streams: [...named.streams, ...seen] },
      ...options,
    })
    const mentioned = new Set(rendered.mentionedUserIds)
    all.push({
      mentionedBotIds: genericBotIds.filter((id) => mentioned.has(id)),
      mentionedServiceBotIds: serviceBotIds.filter((id) => mentioned.has(id)),
      linkifiers,
      ...rendered,
    })
  }
  return all
}

const pictureMark = /\.(?:gif|jpe?g|png|webp)|youtu/i

/** Whether a picture of another host may be linked to, by a text or by what becomes a link in it. */
function mayShowPictures(contents: readonly string[], linkifiers: RealmLinkifiers): boolean {
  return [...contents, ...linkifiers.map(({ urlTemplate }) => urlTemplate)].some((text) =>
    pictureMark.test(text),
  )
}

/** For texts of a thousand characters in one line, however many: others get their turn between them. */
const onEventLoop: Pick<Renderer, 'references' | 'render'> = {
  async references(_realmId, content) {
    if (content.length > shortText) await nextTurn()
    return collectReferences(content)
  },
  async render(_realm, content, options) {
    if (content.length > shortText) await nextTurn()
    return renderMarkdown(content, options)
  },
}
