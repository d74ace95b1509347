import { Parser } from 'htmlparser2'

/*
 * The HTML of a message as a mail shows it: only elements and attributes that are listed here, addresses absolute, nothing
 * that is fetched. Source: docs/protocol/notifications.md#mail-html.
 */

/** Max characters of the HTML of a message; of a longer one the mail shows the Markdown. */
const longestHtml = 20_000

const kept = new Set([
  ...['p', 'br', 'strong', 'em', 'del', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a'],
])
const withoutEnd = new Set(['br', 'hr', 'img'])
/** Elements that are left out with everything in them; spoilers are for the app. */
const hidden =
  /(?:^|\s)(?:spoiler-content|katex-html|message_inline_image|message_embed|data-container)(?:\s|$)/
const hiddenNames = new Set(['script', 'style', 'iframe', 'video', 'mrow', 'svg'])

export interface MailHtmlOptions {
  /** Address of the organization, without a slash at the end. */
  realmUrl: string
  /** Stands in place of the content of a spoiler. */
  spoiler: string
}

class Writer {
  html = ''
  private readonly open: { name: string; isKept: boolean; isHidden: boolean; after: string }[] = []
  private hiddenDepth = 0

  constructor(private readonly options: MailHtmlOptions) {}

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    const marks = attributes['class'] ?? ''
    const isHidden = hidden.test(marks) || hiddenNames.has(name)
    const isKept = this.hiddenDepth === 0 && !isHidden && kept.has(name)
    const after = this.hiddenDepth > 0 ? '' : this.textAfter(name, marks)
    if (isHidden) this.hiddenDepth += 1
    if (isKept) this.html += `<${name}${this.attributesOf(name, attributes)}>`
    else if (this.hiddenDepth === 0) this.replace(name, marks, attributes)
    this.open.push({ name, isKept, isHidden, after })
  }

  private attributesOf(name: string, attributes: Readonly<Record<string, string>>): string {
    const href = name === 'a' ? absolute(attributes['href'] ?? '', this.options.realmUrl) : ''
    return href === '' ? '' : ` href="${escaped(href)}"`
  }

  /** Writes the text that stands for an element. */
  private replace(name: string, marks: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'img') this.html += escaped(attributes['alt'] ?? '')
    if (name === 'audio') this.html += this.linkToSound(attributes)
    const [, code] = /(?:^|\s)emoji-([0-9a-f-]{1,60})(?:\s|$)/.exec(marks) ?? []
    if (code !== undefined) {
      this.html += emojiOf(code)
      // The text in the element is the name of the emoji.
      this.hiddenDepth += 1
    }
    if (name === 'annotation') this.html += '<code>'
  }

  /** Mail programs have no players. */
  private linkToSound({
    src = '',
    title = '',
    ...others
  }: Readonly<Record<string, string>>): string {
    const href = others['data-original-url'] ?? src
    return `<a${this.attributesOf('a', { href })}>${escaped(title || href)}</a>`
  }

  private textAfter(name: string, marks: string): string {
    if (name === 'annotation') return '</code>'
    if (/(?:^|\s)spoiler-header(?:\s|$)/.test(marks))
      return `<p>(${escaped(this.options.spoiler)})</p>`
    return /(?:^|\s)emoji-[0-9a-f-]{1,60}(?:\s|$)/.test(marks) ? emojiEnd : ''
  }

  onClose(): void {
    const element = this.open.pop()
    if (!element) return
    if (element.isHidden) this.hiddenDepth -= 1
    if (element.after === emojiEnd) this.hiddenDepth -= 1
    else this.html += element.after
    if (element.isKept && !withoutEnd.has(element.name)) this.html += `</${element.name}>`
  }

  onText(text: string): void {
    if (this.hiddenDepth === 0) this.html += escaped(text)
  }
}

/** Marks an element whose text stands for itself already. */
const emojiEnd = '\0'

function emojiOf(code: string): string {
  const points = code.split('-').map((part) => parseInt(part, 16))
  return points.every((point) => point <= 0x10ffff) ? escaped(String.fromCodePoint(...points)) : ''
}

function absolute(href: string, realmUrl: string): string {
  if (/^(?:https?:\/\/|mailto:)/i.test(href)) return href
  return /^[/#](?!\/)/.test(href) ? `${realmUrl}${href.startsWith('#') ? '/' : ''}${href}` : ''
}

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}

/**
 * The HTML of a message for a mail; undefined if it is too long.
 * @param html as the server rendered it
 */
export function messageHtml(html: string, options: MailHtmlOptions): string | undefined {
  if (html.length > longestHtml) return undefined
  const writer = new Writer(options)
  const parser = new Parser({
    onopentag: (name, attributes) => writer.onOpen(name, attributes),
    onclosetag: () => writer.onClose(),
    ontext: (text) => writer.onText(text),
  })
  parser.end(html)
  return writer.html.trim()
}
