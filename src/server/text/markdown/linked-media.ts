import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import type { Environment } from './environment'
import { externalContentUrl } from '../external-content'
import { element } from '../html'
import { embedHtml } from './page-embeds'
import { htmlToken } from './rules'

/* Previews of linked pictures, videos and pages, and players of linked sound. */

/** Max links of a message that gets previews; previews would bury a collection of links. */
const mostLinks = 24
/** Max pages that a message shows a preview of. */
const mostPages = 5
const image = /^(?:https?:\/\/|\/|user_uploads\/)[^?#]*\.(?:bmp|gif|jpe?g|png|webp)(?:[?#]|$)/i
const video = /^(?:https?:\/\/|\/|user_uploads\/)[^?#]*\.(?:mp4|webm)(?:[?#]|$)/i
/** Pictures in a format that cannot be checked stay links. */
const unreadable = /^[^?#]*\.bmp(?:[?#]|$)/i
const sound =
  /^(?:https?:\/\/|\/?user_uploads\/)[^?#]*\.(?:aac|flac|m4a|mp3|oga|ogg|opus|wav|weba)(?:[?#]|$)/i
const upload = /^\/?user_uploads\/\d+\/([0-9a-f]{32})\//
const youtubePattern =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:embed\/|v\/|watch\?(?:[^#]*&)?v=)|youtu\.be\/)([\w-]{11})(?![\w-])/

/** Max characters of a page's URL; they are its key in the cache. */
const longestPageUrl = 2_000

/** Tokens of a link with plain text: opening, text, closing. */
const linkTokens = 3
/** Tokens of a paragraph: opening, text, closing. */
const paragraphTokens = 3

/**
 * Shows the pictures, videos and pages that a paragraph links to after it, or in its place if the paragraph is
 * only the URL of a picture. Each is shown once; links in quotes get no preview.
 *
 * Source: docs/protocol/markdown.md#previews.
 */
function addPreviews(state: MarkdownIt.StateCore): void {
  const environment = environmentOf(state)
  const { inlineImagePreview, pageEmbeds } = environment
  if ((!inlineImagePreview && !pageEmbeds) || !mayHavePreviews(state.tokens)) return

  const tokens: MarkdownIt.Token[] = []
  const seen = new Set<string>()
  let quotes = 0
  for (const [index, token] of state.tokens.entries()) {
    tokens.push(token)
    if (token.type === 'blockquote_open') quotes++
    if (token.type === 'blockquote_close') quotes--
    if (token.type !== 'paragraph_close' || quotes > 0) continue
    const children = state.tokens[index - 1]?.children ?? []
    const previews = previewsOf(environment, children, seen)
    if (isBareImageUrl(children) && previews.length > 0) tokens.length -= paragraphTokens
    tokens.push(...previews.map((html) => htmlToken(state, html, 'block')))
  }
  state.tokens = tokens
}

function isBareImageUrl(children: MarkdownIt.Token[]): boolean {
  const [first] = children
  return children.length === linkTokens && first?.info === 'auto' && image.test(hrefOf(first))
}

/** @param seen addresses that have a preview already; new ones are added */
function previewsOf(
  environment: Environment,
  children: MarkdownIt.Token[],
  seen: Set<string>,
): string[] {
  return children.flatMap((token, index) => {
    if (token.type !== 'link_open') return []
    const href = hrefOf(token)
    if (seen.has(href)) return []
    seen.add(href)
    return previewOf(environment, href, labelOf(children, index))
  })
}

function previewOf(environment: Environment, href: string, label: string): string[] {
  if (isMedium(href))
    return environment.inlineImagePreview ? mediumPreviewOf(environment, href, label) : []
  // The other host is asked for the sound, and not for a page at the same address, too.
  return isPlayedForeign(environment, href, label) ? [] : pagePreviewOf(environment, href)
}

/** Whether a player takes the place of a link to another host, in a message that may have previews. */
function isPlayedForeign(environment: Environment, href: string, title: string): boolean {
  const { inlineImagePreview } = environment
  return (
    inlineImagePreview && isTitledSound(href, title) && proxied(environment, href) !== undefined
  )
}

/** Whether a link leads to sound, under a title of its own. */
function isTitledSound(href: string, title: string): boolean {
  return sound.test(href) && title.trim() !== '' && title !== href
}

function isMedium(href: string): boolean {
  return youtubePattern.test(href) || video.test(href) || image.test(href)
}

/** The preview of a linked page, if it is known by now. Source: docs/protocol/markdown.md#page-previews. */
function pagePreviewOf(environment: Environment, href: string): string[] {
  const { pageEmbeds, pageLinks } = environment
  if (!pageEmbeds || pageLinks.size >= mostPages || !isPage(href)) return []
  pageLinks.add(href)
  const embed = Object.hasOwn(pageEmbeds, href) ? pageEmbeds[href] : undefined
  if (!embed) return []
  const image = embed.image === '' ? '' : (proxied(environment, embed.image) ?? '')
  return [embedHtml(href, { ...embed, image })]
}

/** Links of the realm are relative, and get none. */
function isPage(href: string): boolean {
  return /^https?:\/\//i.test(href) && href.length <= longestPageUrl && URL.canParse(href)
}

function mediumPreviewOf(environment: Environment, href: string, label: string): string[] {
  const videoId = youtubePattern.exec(href)?.[1]
  if (videoId !== undefined) {
    const src = proxied(environment, `https://i.ytimg.com/vi/${videoId}/default.jpg`)
    if (src === undefined) return []
    const link = { 'data-id': videoId, href }
    return [previewDiv('youtube-video message_inline_image', link, element('img', { src }))]
  }
  const link = { href, ...(label === href ? {} : { title: label }) }
  if (video.test(href)) {
    // Nothing is requested from another host before the reader starts the video.
    const preload = isForeign(href) ? 'none' : 'metadata'
    const player = element('video', { preload, src: href }, '')
    return [previewDiv('message_inline_image message_inline_video', link, player)]
  }
  const picture = image.test(href) ? pictureOf(environment, href) : undefined
  return picture ? [previewDiv('message_inline_image', link, element('img', picture))] : []
}

/**
 * Attributes of a preview's picture: for an upload its thumbnail, with the size that a client must reserve;
 * for an external picture the address of this server's proxy.
 * Sources: docs/protocol/markdown.md#upload-previews, docs/protocol/markdown.md#external-pictures.
 */
function pictureOf(environment: Environment, href: string): Record<string, string> | undefined {
  if (isForeign(href)) {
    const src = unreadable.test(href) ? undefined : proxied(environment, href)
    return src === undefined ? undefined : { src }
  }
  const { uploadedPictures } = environment
  const key = upload.exec(href)?.[1] ?? ''
  const picture = Object.hasOwn(uploadedPictures, key) ? uploadedPictures[key] : undefined
  if (!picture) return { src: href }
  return {
    ...(picture.isAnimated ? { 'data-animated': 'true' } : {}),
    'data-original-content-type': picture.contentType,
    'data-original-dimensions': `${picture.width}x${picture.height}`,
    src: picture.thumbnailUrl,
  }
}

const realm = new URL('https://realm.invalid')

/** Whether a browser would request it from another host, in any spelling: links of the realm are relative. */
function isForeign(href: string): boolean {
  return !URL.canParse(href, realm.href) || new URL(href, realm).host !== realm.host
}

/** The address of this server's proxy for a picture or sound of another host, if it has one. */
function proxied({ pictureKey }: Environment, url: string): string | undefined {
  return pictureKey === undefined ? undefined : externalContentUrl(url, pictureKey)
}

function previewDiv(className: string, link: Record<string, string>, shown: string): string {
  return element('div', { class: className }, element('a', link, shown))
}

/** Whether a text has links, and not too many for previews. */
function mayHavePreviews(tokens: readonly MarkdownIt.Token[]): boolean {
  const children = tokens.flatMap((token) => token.children ?? [])
  const links = children.filter((token) => token.type === 'link_open').length
  return links > 0 && links <= mostLinks
}

function hrefOf(token: MarkdownIt.Token): string {
  return String(token.attrGet('href') ?? '')
}

/** The text of a link as typed. */
function labelOf(children: MarkdownIt.Token[], opening: number): string {
  const end = children.findIndex((token, index) => index > opening && token.type === 'link_close')
  return children
    .slice(opening + 1, end)
    .map((token) => token.content)
    .join('')
}

/**
 * Plays uploaded sound in the place of a link with a title of its own, and sound of other hosts by way of this server
 * where pictures are shown.
 * Source: docs/protocol/markdown.md#audio.
 */
function addPlayers(state: MarkdownIt.StateCore): void {
  const environment = environmentOf(state)
  const playsForeign = environment.inlineImagePreview && mayHavePreviews(state.tokens)
  const sourceOf = (href: string): Source | undefined => {
    if (!/^https?:/i.test(href)) return { src: href }
    const src = playsForeign ? proxied(environment, href) : undefined
    return src === undefined ? undefined : { 'data-original-url': href, src }
  }
  for (const token of state.tokens) {
    if (token.children?.some(isOfAudio))
      token.children = withPlayers(state, token.children, sourceOf)
  }
}

/** Attributes that say where a player finds its sound. */
type Source = Readonly<Record<string, string>>

function withPlayers(
  state: MarkdownIt.StateCore,
  children: readonly MarkdownIt.Token[],
  sourceOf: (href: string) => Source | undefined,
): MarkdownIt.Token[] {
  const shown: MarkdownIt.Token[] = []
  for (let index = 0; index < children.length; index += 1) {
    const token = children[index] as MarkdownIt.Token
    const length = isOfAudio(token)
      ? children.slice(index).findIndex(({ type }) => type === 'link_close')
      : -1
    const title = children
      .slice(index + 1, index + length)
      .map(({ content }) => content)
      .join('')
    const href = hrefOf(token)
    const source = length >= 0 && isTitledSound(href, title) ? sourceOf(href) : undefined
    if (!source) {
      shown.push(token)
    } else {
      shown.push(htmlToken(state, player(source, title), 'inline'))
      index += length
    }
  }
  return shown
}

function player(source: Source, title: string): string {
  const { src = '', ...origin } = source
  const attributes = { ...origin, preload: 'metadata', src, title }
  return element('audio', attributes, '').replace('<audio ', '<audio controls ')
}

function isOfAudio(token: MarkdownIt.Token): boolean {
  return token.type === 'link_open' && sound.test(hrefOf(token))
}

export function useLinkedMedia(md: MarkdownIt.MarkdownIt): void {
  md.core.ruler.after('text_join', 'parley_previews', addPreviews)
  md.core.ruler.after('parley_previews', 'parley_audio', addPlayers)
}
