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

interface Open {
  name: string
  /** Number of the next item of a numbered list. */
  next?: number
  /** Whether the texts in it are left out; undefined: as around it. */
  isSilent?: boolean
}

/**
 * A rendered message as text: emoji as characters, pictures by their alternative text, sounds by their title, formulas by their source,
 * quotes behind `> `, numbers of lists, spoilers closed. The HTML is our own, well-formed output.
 * Source: docs/protocol/notifications.md#push-text.
 */
export function plainTextOf(html: string): string {
  const open: Open[] = []
  let text = ''
  const say = (part: string): void => {
    if (isAudible(open)) text += part
  }
  const newLine = (): void => {
    if (!isAudible(open)) return
    const isAtBegin = /(?:^|\n)(?:> )*$/.test(text)
    text = `${isAtBegin ? text.replace(/(?:> )*$/, '') : `${text}\n`}${quoteMark(open)}`
  }
  const end = html.length > longestHtml ? html.lastIndexOf('<', longestHtml) : html.length
  for (const [token] of html.slice(0, end).matchAll(/<[^>]*>|[^<]+/g)) {
    if (text.length > longestText) break
    if (!token.startsWith('<')) {
      // A line break between elements does not belong to the text.
      const isCode = open.some((each) => each.name === 'pre')
      say(decode(isCode ? token : token.replace(/^\n/, '')))
      continue
    }
    const name = /^<\/?([a-z0-9]+)/.exec(token)?.[1] ?? ''
    if (token.startsWith('</')) {
      close(open, name)
      continue
    }
    const { element, text: own } = opened(token, name, open)
    const isEmpty = voids.has(name) || token.endsWith('/>')
    // A line within a quote begins with its mark.
    if (name === 'blockquote') open.push(element)
    if (blocks.has(name) || headings.test(name)) newLine()
    say(own)
    if (!isEmpty && name !== 'blockquote') open.push(element)
  }
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

function opened(
  token: string,
  name: string,
  open: readonly Open[],
): { element: Open; text: string } {
  const classes = attribute(token, 'class').split(' ')
  const emoji = classes.find((each) => /^emoji-[0-9a-f-]+$/.test(each))
  if (emoji) {
    const codes = emoji.slice('emoji-'.length).split('-')
    const text = String.fromCodePoint(...codes.map((code) => parseInt(code, 16)))
    return { element: { name, isSilent: true }, text }
  }
  if (classes.includes('spoiler-content'))
    return { element: { name, isSilent: true }, text: hidden }
  // A formula is drawn twice; its source is an annotation.
  if (name === 'semantics' || classes.includes('katex-html')) {
    return { element: { name, isSilent: true }, text: '' }
  }
  if (name === 'annotation') {
    const isHidden = open.some((each) => each.name === 'div' && each.isSilent)
    return { element: { name, isSilent: isHidden }, text: '' }
  }
  if (name === 'ol') {
    return { element: { name, next: Number(attribute(token, 'start') || 1) }, text: '' }
  }
  return { element: { name }, text: ownText(token, name, open) }
}

/** The text that stands for an element. */
function ownText(token: string, name: string, open: readonly Open[]): string {
  if (name === 'img') return decode(attribute(token, 'alt'))
  if (name === 'audio') return decode(attribute(token, 'title'))
  return name === 'li' ? marker(open) : ''
}

function isAudible(open: readonly Open[]): boolean {
  return !open.findLast(({ isSilent }) => isSilent !== undefined)?.isSilent
}

function marker(open: readonly Open[]): string {
  const list = open.findLast((each) => each.name === 'ol' || each.name === 'ul')
  if (list?.next === undefined) return '• '
  const number = list.next
  list.next += 1
  return `${number}. `
}

function close(open: Open[], name: string): void {
  const at = open.findLastIndex((each) => each.name === name)
  if (at >= 0) open.splice(at)
}

function quoteMark(open: readonly Open[]): string {
  return open.map(({ name }) => (name === 'blockquote' ? '> ' : '')).join('')
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
    .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
}
