import { Parser } from 'htmlparser2'
import { InlineText, listMark } from './inline-text'
import type { MailLine } from './quotes'

/*
 * HTML of a mail as lines of Markdown. One pass over the tags keeps no tree; its time is linear in the length of the page.
 * Source: docs/protocol/mail-in.md#html.
 */

/** Max characters of a page that are read; the rest is left out. */
const longestPage = 300_000
/** Max depth of elements: closing a tag looks through those that are open. */
const deepest = 300
const mostQuoteMarks = 10

const skipped = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'svg',
  'object',
])
const blocks = new Set([
  ...['p', 'div', 'table', 'tr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'section', 'article'],
  ...['header', 'footer', 'main', 'center', 'dl', 'dt', 'dd', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])
/** Blocks with a blank line before and after. */
const spaced = new Set([
  'p',
  'ul',
  'ol',
  'blockquote',
  'pre',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])
const emphasis: Readonly<Record<string, string>> = {
  ...{ b: '**', strong: '**', h1: '**', h2: '**', h3: '**', h4: '**', h5: '**', h6: '**' },
  ...{ i: '*', em: '*', s: '~~', del: '~~', strike: '~~', code: '`' },
}
/** Stands for a link among the marks. */
const linkMark = 'a'
/** Classes and ids around a quoted mail whose own quotes are marked. */
const quoteNames =
  /(?:^|\s)(?:gmail_quote|gmail_extra|moz-cite-prefix|gmail_attr|k9mail-quote)(?:\s|$)/
/** Classes and ids of elements with which a quoted mail begins that takes the rest of the mail. */
const restNames =
  /(?:^|\s)(?:divRplyFwdMsg|x_divRplyFwdMsg|appendonsend|x_appendonsend|mail-editor-reference-message-container|yahoo_quoted|protonmail_quote|ymail_quote|OLK_SRC_BODY_SECTION)(?:\s|$)/
const outlookBorder = /border-top:\s*solid\s+#(?:e1e1e1|b5c4df)/i

interface Element {
  name: string
  isQuoted: boolean
  /** Place in the current line at which its inline text begins. */
  begin: number
  line: number
  href: string
  /** Mark of Markdown around its text; none within an element with the same mark in the same line. */
  mark: string | undefined
}

class HtmlReader {
  readonly lines: MailLine[] = []
  private readonly current = new InlineText()
  private readonly open: Element[] = []
  private skipDepth = 0
  private preDepth = 0
  private quoteDepth = 0
  private blockquotes = 0
  private startsQuotedMail = false
  private mayBreak = false
  /** Marks before the last line. */
  private prefix = ''

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    if (skipped.has(name)) this.skipDepth += 1
    const marks = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`.slice(0, 300)
    if (this.skipDepth === 0) this.begin(name, attributes, marks)
    const isQuoted = name !== 'body' && this.isQuote(name, attributes, marks)
    if (isQuoted) this.quoteDepth += 1
    if (name === 'blockquote') this.blockquotes += 1
    if (name === 'pre') this.preDepth += 1
    const line = this.lines.length
    const href = name === 'a' ? (attributes['href'] ?? '') : ''
    const mark = this.newMark(emphasis[name] ?? (href === '' ? undefined : linkMark), line)
    this.open.push({ name, isQuoted, begin: this.current.place, line, href, mark })
  }

  /** The mark, unless the text around has it: each character is then moved a few times at most. */
  private newMark(mark: string | undefined, line: number): string | undefined {
    const hasIt = (element: Element) => element.mark === mark && element.line === line
    return mark !== undefined && this.open.some(hasIt) ? undefined : mark
  }

  private begin(name: string, attributes: Readonly<Record<string, string>>, marks: string): void {
    if (blocks.has(name)) this.breakLine(spaced.has(name))
    const isOutlook =
      name === 'div' && outlookBorder.test((attributes['style'] ?? '').slice(0, 300))
    if (restNames.test(marks) || isOutlook) this.startsQuotedMail = true
    if (name === 'br') this.endLine()
    if (name === 'hr') this.onRule()
    if (name === 'li') this.current.add(listMark)
    if (name === 'td' || name === 'th') this.addText(' ')
    if (name === 'img') this.addText(attributes['alt'] ?? '')
  }

  private isQuote(
    name: string,
    { type }: Readonly<Record<string, string>>,
    marks: string,
  ): boolean {
    return quoteNames.test(marks) || (name === 'blockquote' && type === 'cite')
  }

  private onRule(): void {
    this.breakLine(true)
    if (this.startsQuotedMail) return
    this.current.take()
    this.current.add('---')
    this.breakLine(true)
  }

  onClose(name: string): void {
    const element = this.open.pop()
    if (skipped.has(name)) this.skipDepth = Math.max(this.skipDepth - 1, 0)
    if (!element) return
    if (this.skipDepth === 0) this.finish(element)
    if (element.isQuoted) this.quoteDepth -= 1
    if (name === 'blockquote') this.blockquotes -= 1
    if (name === 'pre') this.preDepth -= 1
  }

  private finish(element: Element): void {
    const { name, mark, begin, href } = element
    if (mark !== undefined && element.line === this.lines.length) {
      this.current.replaceFrom(begin, (text) =>
        mark === linkMark ? linked(text, href) : `${mark}${text}${mark}`,
      )
    }
    if (blocks.has(name)) this.breakLine(spaced.has(name))
  }

  onText(text: string): void {
    if (this.skipDepth > 0) return
    if (this.preDepth === 0) return this.addText(text)
    for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
      if (index > 0) this.endLine()
      this.current.add(line)
    }
  }

  private addText(text: string): void {
    const flat = text.replace(/[\s\u00a0]+/g, ' ')
    const isAtStart = this.current.isEmpty || this.current.endsWithBlank
    this.current.add(isAtStart ? flat.replace(/^ /, '') : flat)
  }

  private breakLine(wantsBlank: boolean): void {
    if (this.current.hasInk) this.endLine()
    if (wantsBlank) this.mayBreak = true
  }

  private endLine(): void {
    const isQuoted = this.quoteDepth > 0
    const depth = Math.min(Math.max(this.blockquotes, isQuoted ? 1 : 0), mostQuoteMarks)
    const prefix = '> '.repeat(depth)
    const text = this.current.take()
    if (this.mayBreak && this.lines.length > 0 && text !== '') {
      const isSame = this.prefix === prefix && this.lines.at(-1)?.isQuoted === isQuoted
      this.lines.push({ text: isSame ? prefix.trimEnd() : '', isQuoted: isSame && isQuoted })
    }
    if (text !== '') this.mayBreak = false
    const line: MailLine = { text: `${prefix}${text}`.trimEnd(), isQuoted }
    this.lines.push(this.startsQuotedMail ? { ...line, startsQuotedMail: true } : line)
    this.startsQuotedMail = false
    this.prefix = prefix
  }

  end(): void {
    if (this.current.hasInk) this.endLine()
  }

  get isTooDeep(): boolean {
    return this.open.length > deepest
  }
}

function linked(text: string, href: string): string {
  if (!/^(?:https?|mailto):[^\s<>]{1,2000}$/i.test(href)) return text
  const target = href.replaceAll('(', '%28').replaceAll(')', '%29')
  const bare = (url: string) => url.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '')
  if (bare(text) === bare(href)) return href.startsWith('mailto:') ? text : target
  return `[${text.replace(/[[\]]/g, '')}](${target})`
}

/** The lines of a page, in Markdown. */
export function linesOfHtml(html: string): MailLine[] {
  const reader = new HtmlReader()
  const parser = new Parser({
    onopentag(name, attributes) {
      reader.onOpen(name, attributes)
      if (reader.isTooDeep) parser.pause()
    },
    onclosetag: (name) => reader.onClose(name),
    ontext: (text) => reader.onText(text),
  })
  parser.write(html.slice(0, longestPage))
  if (!reader.isTooDeep) parser.end()
  reader.end()
  return reader.lines
}
