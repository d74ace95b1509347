/** Max characters; the rest is left out. */
const longestText = 1_000
/** Max characters of HTML that are read, which bounds the work for texts that hardly show anything. */
const longestHtml = 100_000
/** Elements that begin a line. */
const blocks = new Set(['p', 'div', 'li', 'pre', 'blockquote', 'tr', 'br', 'hr', 'table'])
const headings = /^h[1-6]$/
const voids = new Set(['br', 'img', 'hr'])
/** Stands for the hidden text of a spoiler. */
const hidden = '(…)'

/** An open element, with the facts that its content inherits: no lookup searches the elements around it. */
interface Open {
  name: string
  /** Whether the texts in it are left out. */
  isSilent: boolean
  isCode: boolean
  /** Whether it is in the hidden part of a spoiler. */
  isHidden: boolean
  /** The marks of the quotes around its content. */
  quotes: string
  /** The innermost list. */
  list: List | undefined
}

interface List {
  /** Number of the next item; undefined: without numbers. */
  next: number | undefined
}

const outermost: Open = {
  ...{ name: '', isSilent: false, isCode: false, isHidden: false },
  ...{ quotes: '', list: undefined },
}

/** The own facts of an element. */
interface Element {
  /** undefined: as around it. */
  isSilent?: boolean
  list?: List
}

/**
 * A rendered message as text: emoji as characters, pictures by their alternative text, sounds by their title, formulas by their source,
 * quotes behind `> `, numbers of lists, spoilers closed. The HTML is our own, well-formed output; other HTML is read in linear time, too.
 * Source: docs/protocol/notifications.md#push-text.
 */
export function plainTextOf(html: string): string {
  const open = new OpenElements()
  let lines = ''
  let line = ''
  const say = (part: string): void => {
    if (!open.innermost.isSilent) line += part
  }
  const newLine = (): void => {
    const { isSilent, quotes } = open.innermost
    if (isSilent) return
    const isAtBegin = /^(?:> )*$/.test(line)
    if (!isAtBegin) lines += `${line}\n`
    line = quotes
  }
  for (const [token] of begin(html).matchAll(/<[^<>]*>|[^<]+/g)) {
    if (lines.length + line.length > longestText) break
    if (!token.startsWith('<')) {
      // A line break between elements does not belong to the text.
      say(decode(open.innermost.isCode ? token : token.replace(/^\n/, '')))
      continue
    }
    const name = /^<\/?([a-z0-9]+)/.exec(token)?.[1] ?? ''
    if (token.startsWith('</')) {
      open.close(name)
      continue
    }
    const { element, text: own } = opened(token, name, open.innermost)
    const isEmpty = voids.has(name) || token.endsWith('/>')
    // A line within a quote begins with its mark.
    if (name === 'blockquote') open.add(name, element)
    if (blocks.has(name) || headings.test(name)) newLine()
    say(own)
    if (!isEmpty && name !== 'blockquote') open.add(name, element)
  }
  return `${lines}${line}`
    .split('\n')
    .map((each) => each.trimEnd())
    .join('\n')
    .trim()
}

/** The part of the HTML that is read; a tag at its end is left out. */
function begin(html: string): string {
  if (html.length <= longestHtml) return html
  const end = html.lastIndexOf('<', longestHtml)
  return html.slice(0, end < 0 ? longestHtml : end)
}

/** The elements around a place in the HTML. */
class OpenElements {
  private readonly elements: Open[] = []
  private readonly counts = new Map<string, number>()

  get innermost(): Open {
    return this.elements.at(-1) ?? outermost
  }

  add(name: string, { isSilent, list }: Element): void {
    const around = this.innermost
    this.elements.push({
      name,
      isSilent: isSilent ?? around.isSilent,
      isCode: around.isCode || name === 'pre',
      isHidden: around.isHidden || (name === 'div' && isSilent === true),
      quotes: name === 'blockquote' ? `${around.quotes}> ` : around.quotes,
      list: list ?? around.list,
    })
    this.count(name, 1)
  }

  /** Closes the innermost element of a name, and those in it. */
  close(name: string): void {
    if (!this.counts.get(name)) return
    for (let closed = this.elements.pop(); closed; closed = this.elements.pop()) {
      this.count(closed.name, -1)
      if (closed.name === name) return
    }
  }

  private count(name: string, change: 1 | -1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + change)
  }
}

function opened(token: string, name: string, around: Open): { element: Element; text: string } {
  const classes = attribute(token, 'class').split(' ')
  const emoji = classes.find((each) => /^emoji-[0-9a-f]{1,5}(?:-[0-9a-f]{1,5}){0,15}$/.test(each))
  if (emoji) {
    const codes = emoji.slice('emoji-'.length).split('-')
    const text = codes.map((code) => character(parseInt(code, 16))).join('')
    return { element: { isSilent: true }, text }
  }
  if (classes.includes('spoiler-content')) return { element: { isSilent: true }, text: hidden }
  // A formula is drawn twice; its source is an annotation.
  if (name === 'semantics' || classes.includes('katex-html')) {
    return { element: { isSilent: true }, text: '' }
  }
  if (name === 'annotation') return { element: { isSilent: around.isHidden }, text: '' }
  if (name === 'ol') {
    return { element: { list: { next: Number(attribute(token, 'start') || 1) } }, text: '' }
  }
  if (name === 'ul') return { element: { list: { next: undefined } }, text: '' }
  return { element: {}, text: ownText(token, name, around) }
}

/** The text that stands for an element. */
function ownText(token: string, name: string, { list }: Open): string {
  if (name === 'img') return decode(attribute(token, 'alt'))
  if (name === 'audio') return decode(attribute(token, 'title'))
  return name === 'li' ? marker(list) : ''
}

function marker(list: List | undefined): string {
  if (list?.next === undefined) return '• '
  const number = list.next
  list.next += 1
  return `${number}. `
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}

/** The entities that the renderer writes. */
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
}

function decode(text: string): string {
  return text
    .replace(/&([a-z]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/&#(\d{1,7});/g, (_, code: string) => character(Number(code)))
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => character(parseInt(code, 16)))
}

function character(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
}
