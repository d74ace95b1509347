import { element, escapeText } from '../html'

/** Facts that a linked page states about itself; an empty text is missing. */
export interface PageEmbed {
  title: string
  description: string
  /** Address of its picture. */
  image: string
}

/** The preview of a linked page. Source: docs/protocol/markdown.md#page-previews. */
export function embedHtml(href: string, { title, description, image }: PageEmbed): string {
  const style = `background-image: url("${image.replaceAll('"', '%22')}")`
  const picture =
    image === '' ? '' : element('a', { style, href, class: 'message_embed_image' }, '')
  const heading = element(
    'div',
    { class: 'message_embed_title' },
    element('a', { href, title }, escapeText(title)),
  )
  const text =
    description === ''
      ? ''
      : element('div', { class: 'message_embed_description' }, escapeText(description))
  const data = element('div', { class: 'data-container' }, heading + text)
  return element('div', { class: 'message_embed' }, picture + data)
}
