import { Parser } from 'htmlparser2'

/** The names by which Slack knows people and channels of here. */
export interface NamesThere {
  /** Slack's id of an account. */
  user: (userId: number) => string | undefined
  /** Slack's id of the channel of a stream. */
  channel: (streamId: number) => string | undefined
  /** Slack's address of an uploaded file that the bridge has brought there. */
  file: (path: string) => string | undefined
  /** Address of the organization, without a slash at its end. */
  url: string
}

interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (Element | string)[]
}

/** Max characters of a message that Slack takes whole. */
const mostCharacters = 40_000
/** Deeper elements are text. */
const mostDepth = 40

/**
 * A rendered message as Slack's mrkdwn. The HTML is that of Parley's renderer, so that the forms are few. Signs of the text
 * that would be markup get a zero-width space; code stays as it is.
 */
export function mrkdwnOf(html: string, names: NamesThere): string {
  const text = blocksOf(treeOf(html).children, names, 0)
    .replace(/\u0000\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters - 1).toWellFormed()}…`
}

function treeOf(html: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, children: [] }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    ontext(text) {
      open.at(-1)?.children.push(text)
    },
    onclosetag() {
      if (open.length > 1) open.pop()
    },
  })
  parser.end(html)
  return root
}

const blockNames = new Set([
  ...['p', 'div', 'blockquote', 'ul', 'ol', 'pre', 'table', 'hr'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])

function blocksOf(nodes: readonly (Element | string)[], names: NamesThere, depth: number): string {
  const parts: string[] = []
  let line = ''
  const endLine = (): void => {
    if (line.trim() !== '') parts.push(line.trim())
    line = ''
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !blockNames.has(node.name)) {
      line += inlineOf(node, names, depth + 1)
      continue
    }
    endLine()
    const block = blockOf(node, names, depth + 1)
    if (block !== '') parts.push(block)
  }
  endLine()
  return parts.join('\n\n')
}

function blockOf(element: Element, names: NamesThere, depth: number): string {
  const { name, attributes, children } = element
  const kind = attributes['class'] ?? ''
  if (depth > mostDepth) return escaped(plainOf(element))
  switch (name) {
    case 'blockquote':
      return blocksOf(children, names, depth).replace(/^/gm, '&gt; ')
    case 'ul':
    case 'ol':
      return listOf(element, names, depth)
    case 'pre':
      return codeBlock(plainOf(element))
    case 'hr':
      return '———'
    case 'table':
      return codeBlock(tableOf(element))
    case 'p':
      return inlinesOf(children, names, depth).trim()
    case 'div':
      // Previews of links and pictures: Slack makes its own.
      if (/message_inline|message_embed|youtube|inline-preview/.test(kind)) return ''
      return blocksOf(children, names, depth)
    default: {
      const heading = inlinesOf(children, names, depth).trim()
      return heading === '' ? '' : emphasized('*', heading)
    }
  }
}

function listOf({ name, attributes, children }: Element, names: NamesThere, depth: number): string {
  let number = Number(attributes['start'] ?? '1')
  const items = children.flatMap((child) => {
    if (typeof child === 'string' || child.name !== 'li') return []
    const mark = name === 'ol' ? `${number++}.` : '•'
    const text = blocksOf(child.children, names, depth).replace(/\n{2,}/g, '\n')
    return [`${mark} ${text.replaceAll('\n', '\n    ')}`]
  })
  return items.join('\n')
}

function tableOf(table: Element): string {
  const rows: string[] = []
  const visit = (element: Element): void => {
    if (element.name === 'tr') {
      const cells = element.children.filter((each) => typeof each !== 'string')
      rows.push(cells.map((cell) => plainOf(cell).trim()).join(' | '))
      return
    }
    for (const child of element.children) if (typeof child !== 'string') visit(child)
  }
  visit(table)
  return rows.join('\n')
}

function inlinesOf(nodes: readonly (Element | string)[], names: NamesThere, depth: number): string {
  return nodes.map((node) => inlineOf(node, names, depth + 1)).join('')
}

function inlineOf(node: Element | string, names: NamesThere, depth: number): string {
  if (typeof node === 'string') return literal(node)
  const { name, attributes, children } = node
  const inner = () => inlinesOf(children, names, depth)
  if (depth > mostDepth) return literal(plainOf(node))
  switch (name) {
    case 'br':
      return lineBreak
    case 'strong':
      return emphasized('*', inner())
    case 'em':
      return emphasized('_', inner())
    case 'del':
      return emphasized('~', inner())
    case 'code':
      return codeSpan(plainOf(node))
    case 'a':
      return linkOf(node, names, depth)
    case 'img':
      return literal(attributes['alt'] ?? '')
    case 'span':
      return spanOf(node, names, depth)
    case 'time':
      return timeOf(attributes['datetime'] ?? '', plainOf(node))
    default:
      return blockNames.has(name) ? blockOf(node, names, depth) : inner()
  }
}

function spanOf(node: Element, names: NamesThere, depth: number): string {
  const { attributes, children } = node
  const kind = attributes['class'] ?? ''
  const code = /(?:^|\s)emoji-([0-9a-f-]+)/.exec(kind)?.[1]
  if (code !== undefined) return emojiOf(code) ?? literal(plainOf(node))
  if (/(?:^|\s)user-mention/.test(kind)) return mentionOf(node, names)
  if (/(?:^|\s)katex/.test(kind)) return codeSpan(texOf(node) ?? plainOf(node))
  return inlinesOf(children, names, depth)
}

function mentionOf(node: Element, names: NamesThere): string {
  const id = node.attributes['data-user-id'] ?? ''
  const kind = node.attributes['class'] ?? ''
  const isSilent = /(?:^|\s)silent/.test(kind)
  const text = literal(plainOf(node))
  if (id === '*') return isSilent ? text : '<!channel>'
  const there = names.user(Number(id))
  // Slack has no silent mentions.
  return there === undefined || isSilent ? text : `<@${there}>`
}

function linkOf(node: Element, names: NamesThere, depth: number): string {
  const { attributes, children } = node
  const label = inlinesOf(children, names, depth).replace(/\s+/g, ' ').trim()
  const stream = attributes['data-stream-id']
  const channel = stream === undefined ? undefined : names.channel(Number(stream))
  if (channel !== undefined && attributes['class'] === 'stream') return `<#${channel}>`
  const href = attributes['href'] ?? ''
  const path = href.startsWith('/') || href.startsWith('#') ? href : undefined
  const url =
    path === undefined ? href : (names.file(path) ?? `${names.url}/${path.replace(/^\//, '')}`)
  if (!/^(?:https?|mailto):/i.test(url)) return label
  const target = escaped(url).replaceAll('|', '%7C')
  const shown = label.replaceAll('|', '¦')
  return plainOf(node) === href || shown === '' ? `<${target}>` : `<${target}|${shown}>`
}

function timeOf(moment: string, shown: string): string {
  const seconds = Math.floor(Date.parse(moment) / 1000)
  if (!Number.isFinite(seconds)) return literal(shown)
  const otherwise = new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
  return `<!date^${seconds}^{date_short_pretty} {time}|${otherwise} UTC>`
}

function texOf(element: Element): string | undefined {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    if (child.name === 'annotation') return plainOf(child)
    const found = texOf(child)
    if (found !== undefined) return found
  }
  return undefined
}

function emojiOf(code: string): string | undefined {
  const points = code.split('-').map((each) => Number.parseInt(each, 16))
  return points.every((point) => point > 0 && point <= 0x10_ff_ff)
    ? String.fromCodePoint(...points)
    : undefined
}

function plainOf(node: Element): string {
  return node.children.map((each) => (typeof each === 'string' ? each : plainOf(each))).join('')
}

/** Slack escapes three characters and no others. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const zeroWidth = '\u200b'
/** Stands for a line break, which the renderer writes as an element and a break of its own. */
const lineBreak = '\0'

/** Text whose signs at borders of words would be markup. */
function literal(text: string): string {
  return escaped(text).replace(/(?<![\p{L}\p{N}])([*_~`])(?=\S)/gu, `$1${zeroWidth}`)
}

/** Marks work at borders of words only, and with no blank beside their text. */
function emphasized(mark: string, text: string): string {
  const inner = text.trim()
  if (inner === '' || inner.includes('\n')) return text
  const start = text.indexOf(inner)
  const [before, after] = [text.slice(0, start), text.slice(start + inner.length)]
  return `${before || zeroWidth}${mark}${inner}${mark}${after || zeroWidth}`
}

/** Code as it is; code with a backtick has no form in Slack, and keeps its signs. */
function codeSpan(code: string): string {
  return code.includes('`') || code.trim() === '' ? escaped(code) : `\`${escaped(code)}\``
}

function codeBlock(code: string): string {
  const text = code.replace(/\n$/, '').replaceAll('```', `\`\`${zeroWidth}\``)
  return `\`\`\`\n${escaped(text)}\n\`\`\``
}
