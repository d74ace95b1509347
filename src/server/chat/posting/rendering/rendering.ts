import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatedQueryable } from '../../../data/engine/database'
import { roles } from '../../../../shared/rules/roles'
import type { StoredSettings } from '../../../data/schema'
import type {
  LinkableStream,
  RealmLinkifiers,
  References,
} from '../../../text/markdown/environment'
import { collectReferences, renderMarkdown } from '../../../text/markdown/render'
import type { PageEmbed } from '../../../text/markdown/page-embeds'
import type { Rendered, RenderOptions } from '../../../text/markdown/render'
import type { Linkifiers } from '../../../caches/linkifiers'
import { realmSecret } from '../../../data/realms/secrets'
import { realmSettingsOf } from '../../rules/realms/settings'
import { lookUpNamedThings } from './named-things'
import type { NamingWriter } from './named-things'
import type { Renderer } from './renderer'

/** Texts up to this length are rendered without yielding to the event loop. */
const shortText = 100

/** The content of a message as HTML, and facts about it for the server. */
export interface RenderedContent extends Readonly<Rendered> {
  /** Mentioned generic bots: they receive public messages even if not subscribed. */
  mentionedBotIds: readonly number[]
  /** Mentioned outgoing-webhook bots: their services are called. */
  mentionedServiceBotIds: readonly number[]
  /** Linkifiers of the realm, for links in the topic. */
  linkifiers: RealmLinkifiers
  /** Address of the realm as it was rendered with. */
  realmUrl: string | undefined
}

/** The fields of a writer that decide how their texts are rendered. */
export interface Writer extends NamingWriter {
  translate_emoticons: boolean
  /** Version of the realm's linkifiers; absent: nothing is linkified. */
  realm_linkifiers_version?: string | null
  /** Settings of the realm; absent: the defaults. */
  realm_settings?: StoredSettings
}

export interface RenderingOptions {
  /** Linkifiers of the writer's realm; absent: nothing is linkified. */
  linkifiers?: Linkifiers
  /** Renders long texts in threads; absent for texts that are always short, such as descriptions. */
  renderer?: Pick<Renderer, 'references' | 'render'>
  /** Address of the realm; links to it become relative. */
  realmUrl?: string | undefined
  /** Known previews of linked pages by URL; default: none is known yet. */
  pageEmbeds?: Readonly<Record<string, PageEmbed>>
  /**
   * For system messages: per content, streams that all its readers may see, which are linked even if private.
   * Source: docs/protocol/markdown.md#private-stream-links.
   */
  seenStreams?: ReadonlyArray<readonly LinkableStream[]>
}

/** The writer of texts that belong to the realm, such as descriptions, which everybody may read. */
export function realmAsWriter(realmId: number): Writer {
  return { realm_id: realmId, id: null, role: roles.member, translate_emoticons: false }
}

/**
 * Renders a user's text and resolves its names in the writer's realm: one query each for users, groups,
 * streams, emoji and uploads, and only for kinds that the text names.
 *
 * @throws RenderError if the result would be too large, or takes too long
 * Source: docs/protocol/markdown.md#html-form.
 */
export async function renderContent(
  db: DatedQueryable,
  writer: Writer,
  content: string,
  options?: RenderingOptions,
): Promise<RenderedContent> {
  const [rendered] = await renderContents(db, writer, [content], options)
  return rendered as RenderedContent
}

/** Renders several texts with as many queries as for one. @throws RenderError */
export async function renderContents(
  db: DatedQueryable,
  writer: Writer,
  contents: readonly string[],
  given: RenderingOptions = {},
): Promise<RenderedContent[]> {
  const { linkifiers: memory, renderer = onEventLoop, realmUrl, seenStreams } = given
  const references: References[] = []
  for (const content of contents)
    references.push(await renderer.references(writer.realm_id, content))
  const { named, genericBotIds, serviceBotIds } = await lookUpNamedThings(db, writer, {
    contents,
    references,
    seenStreams: seenStreams?.flat() ?? [],
  })
  const linkifiers = (await memory?.read(db, writer)) ?? []
  const {
    inline_image_preview: inlineImagePreview,
    inline_url_embed_preview: showsPages,
    default_code_block_language: defaultCodeLanguage,
  } = realmSettingsOf({ realm_settings: writer.realm_settings ?? {} })
  const { pageEmbeds = {} } = given
  const options: Omit<RenderOptions, 'named'> = {
    linkifiers,
    inlineImagePreview,
    defaultCodeLanguage,
    translateEmoticons: writer.translate_emoticons,
    ...(realmUrl ? { realmUrl } : {}),
    // System messages link streams in their own way, and get no previews.
    ...(showsPages && !seenStreams ? { pageEmbeds } : {}),
    ...((inlineImagePreview && mayShowPictures(contents, linkifiers)) || hasImages(pageEmbeds)
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
      realmUrl,
      ...rendered,
    })
  }
  return all
}

const pictureMark = /\.(?:gif|jpe?g|png|webp|aac|flac|m4a|mp3|og[ag]|opus|wav|weba)|youtu/i

/** Whether a text may link an external picture or sound, directly or through a linkifier. */
function mayShowPictures(contents: readonly string[], linkifiers: RealmLinkifiers): boolean {
  return [...contents, ...linkifiers.map(({ urlTemplate }) => urlTemplate)].some((text) =>
    pictureMark.test(text),
  )
}

function hasImages(embeds: Readonly<Record<string, PageEmbed>>): boolean {
  return Object.values(embeds).some(({ image }) => image !== '')
}

/**
 * Renderer for short texts, about a thousand characters each: yields to the event loop before each of the
 * longer ones.
 */
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
