import { Parser } from 'htmlparser2'
import { encloseCode } from '../../../shared/rules/fences'
import { HtmlLists, startOf } from './html-lists'
import { HtmlTable, isBordered, spanOf } from './html-table'
import { InlineText } from './inline-text'
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
/** Max characters of the marks of items that begin in the same line. */
const longestMarks = 20

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
/** Classes of texts that were no code: a plain mail within a page. */
const plainNames = /(?:^|\s)(?:k9mail|moz-quote-pre)(?:\s|$)/
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
  private readonly lists = new HtmlLists()
  /** Marks of items whose first line is still to come. */
  private itemMarks = ''
  /** Index of the first line of the cell or block of code that is being read. */
  private captureBegin: number | undefined
  /** Language of the block of code that is being read. */
  private codeLanguage: string | undefined
  private tableDepth = 0
  /** Whether the innermost open table may still turn out to have data. */
  private mayHaveData = false
  /** The table with data that is being read, and the number of tables around it. */
  private data: { table: HtmlTable; depth: number; span: number } | undefined

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    if (skipped.has(name)) this.skipDepth += 1
    const marks = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`.slice(0, 300)
    if (this.skipDepth === 0) this.begin(name, attributes, marks)
    const isQuoted = name !== 'body' && this.isQuote(name, attributes, marks)
    if (isQuoted) this.quoteDepth += 1
    if (name === 'blockquote') this.blockquotes += 1
    if (name === 'pre') this.preDepth += 1
    if (name === 'pre' && this.skipDepth === 0) this.beginCode(attributes, marks)
    const line = this.lines.length
    const href = name === 'a' ? (attributes['href'] ?? '') : ''
    const mark = this.newMark(emphasis[name] ?? (href === '' ? undefined : linkMark), line)
    this.open.push({ name, isQuoted, begin: this.current.place, line, href, mark })
  }

  /** The mark, unless the text around has it: each character is then moved a few times at most. */
  private newMark(mark: string | undefined, line: number): string | undefined {
    const hasIt = (element: Element) => element.mark === mark && element.line === line
    if (this.preDepth > 0) return undefined
    return mark !== undefined && this.open.some(hasIt) ? undefined : mark
  }

  private begin(name: string, attributes: Readonly<Record<string, string>>, marks: string): void {
    if (blocks.has(name)) this.breakLine(this.isSpaced(name))
    this.beginList(name, attributes)
    this.beginTable(name, attributes)
    const isOutlook =
      name === 'div' && outlookBorder.test((attributes['style'] ?? '').slice(0, 300))
    if (restNames.test(marks) || isOutlook) this.startsQuotedMail = true
    if (name === 'br') this.endLine()
    if (name === 'hr') this.onRule()
    if (name === 'img') this.addText(attributes['alt'] ?? '')
  }

  private isSpaced(name: string): boolean {
    return spaced.has(name) && this.lists.isEmpty
  }

  private beginList(name: string, { start }: Readonly<Record<string, string>>): void {
    if (name === 'ul') this.lists.open(undefined)
    if (name === 'ol') this.lists.open(startOf(start))
    if (name !== 'li') return
    // An item may begin with a list: both marks are then in one line.
    const indent = this.itemMarks === '' ? ' '.repeat(this.lists.markIndent) : ''
    const mark = `${indent}${this.lists.openItem()}`
    if (this.itemMarks.length < longestMarks) this.itemMarks += mark
  }

  private beginTable(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'table') {
      this.tableDepth += 1
      this.mayHaveData = this.lists.isEmpty && this.preDepth === 0 && !this.data
      if (this.mayHaveData && isBordered(attributes)) this.beginData()
    }
    if (name === 'thead' || name === 'th') this.beginData()
    if (name === 'td') this.mayHaveData = false
    const isOfData = this.data?.depth === this.tableDepth
    if (this.data && isOfData && name === 'tr') this.data.table.addRow()
    if (name !== 'td' && name !== 'th') return
    if (!this.data || !isOfData) return this.addText(' ')
    this.breakLine(false)
    this.current.take()
    this.data.span = spanOf(attributes)
    this.captureBegin = this.lines.length
  }

  private beginData(): void {
    if (!this.mayHaveData) return
    this.mayHaveData = false
    this.breakLine(true)
    this.data = { table: new HtmlTable(), depth: this.tableDepth, span: 1 }
  }

  private endCell(): void {
    if (!this.data || this.data.depth !== this.tableDepth) return
    this.breakLine(false)
    const text = this.captured()
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' ')
    this.data.table.addCell(text, this.data.span)
  }

  private endTable(): void {
    const { data } = this
    if (data && data.depth === this.tableDepth) {
      this.data = undefined
      this.addLines(data.table.toLines())
    }
    this.tableDepth -= 1
    this.mayHaveData = false
  }

  private beginCode({ lang }: Readonly<Record<string, string>>, marks: string): void {
    const isPlain = this.preDepth > 1 || this.quoteDepth > 0 || plainNames.test(marks)
    if (isPlain || this.captureBegin !== undefined) return
    this.codeLanguage = languageOf(marks) ?? /^[\w#+-]{1,20}$/.exec(lang ?? '')?.[0] ?? ''
    this.captureBegin = this.lines.length
  }

  private endCode(): void {
    if (this.codeLanguage === undefined || this.preDepth > 1) return
    if (!this.current.isEmpty) this.endLine()
    const lines = this.captured()
    const language = this.codeLanguage
    this.codeLanguage = undefined
    const first = lines.findIndex((line) => line !== '')
    const code = lines.slice(first, lines.findLastIndex((line) => line !== '') + 1).join('\n')
    // Not within a list: Markdown reads no fence that is far indented.
    if (first >= 0) this.addLines(encloseCode(code, language).split('\n'), false)
  }

  /** The lines since the begin of the cell or the block of code, which are then none of the page. */
  private captured(): string[] {
    const begin = this.captureBegin ?? this.lines.length
    this.captureBegin = undefined
    return this.lines.splice(begin).map(({ text }) => text)
  }

  private addLines(lines: readonly string[], isIndented = true): void {
    this.current.take()
    for (const line of lines) {
      this.current.add(line)
      this.endLine(isIndented)
    }
    this.mayBreak = true
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
    if (blocks.has(name)) this.breakLine(this.isSpaced(name))
    if (name === 'pre') this.endCode()
    if (name === 'td' || name === 'th') this.endCell()
    if (name === 'table') this.endTable()
    if (name === 'ul' || name === 'ol') {
      this.lists.close()
      this.mayBreak ||= this.lists.isEmpty
    }
    if (name === 'li') {
      this.lists.closeItem()
      this.itemMarks = ''
    }
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

  private endLine(isIndented = true): void {
    const isQuoted = this.quoteDepth > 0
    const depth = Math.min(Math.max(this.blockquotes, isQuoted ? 1 : 0), mostQuoteMarks)
    const prefix = '> '.repeat(depth)
    const taken = this.current.take()
    if (this.captureBegin !== undefined) {
      this.lines.push({ text: taken.trimEnd(), isQuoted })
      return
    }
    const text = isIndented && taken !== '' ? `${this.takeIndent()}${taken}` : taken
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

  private takeIndent(): string {
    const marks = this.itemMarks
    this.itemMarks = ''
    return marks === '' ? ' '.repeat(this.lists.indent) : marks
  }

  end(): void {
    if (this.current.hasInk) this.endLine()
    // A page that is too deep ends within its tables and blocks of code.
    this.captureBegin = undefined
    if (this.data) this.addLines(this.data.table.toLines())
  }

  get isTooDeep(): boolean {
    return this.open.length > deepest
  }
}

function languageOf(marks: string): string | undefined {
  return /(?:^|\s)lang(?:uage)?-([\w#+-]{1,20})(?:\s|$)/.exec(marks)?.[1]
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
