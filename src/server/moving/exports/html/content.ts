import { Parser } from 'htmlparser2'
import { escapeHtml } from '../../../text/html'
import { fileNameOnDisk } from './paths'

/*
 * The HTML of a message as a page of an export shows it: only elements and attributes that are listed here; links to uploads
 * and emoji lead to the files of the export, other relative links to the server; nothing is fetched from elsewhere.
 */

const kept = new Set([
  ...['p', 'br', 'strong', 'em', 'del', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'a'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'time'],
  ...['math', 'mrow', 'mi', 'mn', 'mo', 'ms', 'mtext', 'mspace', 'mfrac', 'msqrt', 'mroot', 'msub'],
  ...['msup', 'msubsup', 'munder', 'mover', 'munderover', 'mtable', 'mtr', 'mtd', 'mstyle'],
  ...['mpadded', 'mphantom', 'menclose', 'semantics', 'sup', 'sub'],
])
const withoutEnd = new Set(['br', 'hr'])
/** Elements that are left out with everything in them: styled copies of formulas, and everything active. */
const dropped = new Set(['script', 'style', 'iframe', 'object', 'embed', 'svg', 'annotation'])
const droppedMarks = /(?:^|\s)katex-html(?:\s|$)/
const keptAttributes = new Set(['title', 'datetime', 'start', 'colspan', 'rowspan', 'display'])

export interface ContentPlace {
  /** Relative path from the page to the top of the export, such as `../../`. */
  toTop: string
  realmUrl: string
}

class ContentWriter {
  html = ''
  /** The end tag of each open element; undefined for an element whose content is left out. */
  private readonly ends: (string | undefined)[] = []
  private hiddenDepth = 0

  constructor(private readonly place: ContentPlace) {}

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    const marks = attributes['class'] ?? ''
    if (dropped.has(name) || droppedMarks.test(marks)) return this.hide('')
    if (this.hiddenDepth > 0) return void this.ends.push('')
    const code = /(?:^|\s)emoji-([0-9a-f-]{1,60})(?:\s|$)/.exec(marks)?.[1]
    // The text in the element is the name of the emoji.
    if (code !== undefined) return this.hide(emojiText(code))
    const [start, end] = this.tagsOf(name, marks, attributes)
    this.html += start
    this.ends.push(end)
  }

  private hide(text: string): void {
    if (this.hiddenDepth === 0) this.html += text
    this.hiddenDepth += 1
    this.ends.push(undefined)
  }

  private tagsOf(
    name: string,
    marks: string,
    attributes: Readonly<Record<string, string>>,
  ): [start: string, end: string] {
    if (/(?:^|\s)spoiler-block(?:\s|$)/.test(marks)) return ['<details>', '</details>']
    if (/(?:^|\s)spoiler-header(?:\s|$)/.test(marks)) return ['<summary>', '</summary>']
    if (name === 'img') return [this.picture(attributes), '']
    if (name === 'video' || name === 'audio') return [this.medium(name, attributes), '']
    if (/(?:^|\s)(?:user-mention|user-group-mention|topic-mention)(?:\s|$)/.test(marks)) {
      return ['<b class="mention">', '</b>']
    }
    if (!kept.has(name)) return ['', '']
    const written = Object.entries(attributes)
      .filter(([key]) => keptAttributes.has(key))
      .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
      .join('')
    const href = name === 'a' ? linkOf(attributes['href'] ?? '', this.place) : undefined
    const link = href === undefined ? '' : ` href="${escapeHtml(href)}" rel="noreferrer"`
    return [`<${name}${written}${link}>`, withoutEnd.has(name) ? '' : `</${name}>`]
  }

  private picture(attributes: Readonly<Record<string, string>>): string {
    const src = fileOf(attributes['src'] ?? '', this.place)
    const alt = attributes['alt'] ?? ''
    if (src === undefined) return escapeHtml(alt || 'picture')
    const isEmoji = /(?:^|\s)emoji(?:\s|$)/.test(attributes['class'] ?? '')
    const kind = isEmoji ? 'emoji' : 'picture'
    return `<img class="${kind}" src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" loading="lazy">`
  }

  private medium(name: 'video' | 'audio', attributes: Readonly<Record<string, string>>): string {
    const src = fileOf(attributes['src'] ?? '', this.place)
    const original = linkOf(attributes['data-original-url'] ?? '', this.place)
    if (src === undefined && original !== undefined) {
      const title = escapeHtml(attributes['title'] ?? name)
      return `<a href="${escapeHtml(original)}" rel="noreferrer">${title}</a>`
    }
    if (src === undefined) return name
    return `<${name} controls preload="none" src="${escapeHtml(src)}"></${name}>`
  }

  onClose(): void {
    const end = this.ends.pop()
    if (end === undefined) this.hiddenDepth -= 1
    else if (this.hiddenDepth === 0) this.html += end
  }

  onText(text: string): void {
    if (this.hiddenDepth === 0) this.html += escapeHtml(text)
  }
}

/** The characters of an emoji, from its code. */
export function emojiText(code: string): string {
  const points = code.split('-').map((part) => parseInt(part, 16))
  return points.every((point) => point <= 0x10ffff)
    ? escapeHtml(String.fromCodePoint(...points))
    : ''
}

const uploadAddress = /^\/?user_uploads\/(?:thumbnail\/)?\d+\/([0-9a-f]{32})\/([^/?#]+)/
const emojiAddress = /^\/user_avatars\/\d+\/emoji\/images\/(?:still\/)?([\w.-]+)$/

/** Path of the file in the export that an address of the server names. */
function fileOf(address: string, { toTop }: ContentPlace): string | undefined {
  const [, key, name = ''] = uploadAddress.exec(address) ?? []
  if (key !== undefined) {
    return `${toTop}files/${key}/${encodeURIComponent(fileNameOnDisk(decoded(name)))}`
  }
  const emoji = emojiAddress.exec(address)?.[1]
  return emoji === undefined
    ? undefined
    : `${toTop}emoji/${encodeURIComponent(fileNameOnDisk(emoji))}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function linkOf(href: string, place: ContentPlace): string | undefined {
  const file = fileOf(href, place)
  if (file !== undefined) return file
  if (/^(?:https?:\/\/|mailto:)/i.test(href)) return href
  if (!/^[/#](?!\/)/.test(href)) return undefined
  return `${place.realmUrl}${href.startsWith('#') ? '/' : ''}${href}`
}

/** @param html as the server rendered it */
export function contentOf(html: string, place: ContentPlace): string {
  const writer = new ContentWriter(place)
  const parser = new Parser({
    onopentag: (name, attributes) => writer.onOpen(name, attributes),
    onclosetag: () => writer.onClose(),
    ontext: (text) => writer.onText(text),
  })
  parser.end(html)
  return writer.html
}
