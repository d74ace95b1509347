/*
 * HTML that other programs put on the clipboard, rewritten to the few elements and attributes that become Markdown. The
 * result is well formed and has no style, script or comment, so that parsing it breaks no rule of the page's content
 * security policy. The text is read once, and its cost is bounded.
 */

/** Larger HTML stays plain text: a message has max 10,000 characters. */
const most = { characters: 200_000, elements: 5_000, depth: 200 }

/** An element that is not closed yet. */
interface Open {
  name: string
  /** Its end tags in the result. */
  end: string
  /** Whether its line breaks and blanks are shown as they are. */
  isPreformatted: boolean
}

interface Attributes {
  [name: string]: string | undefined
}

/** Comments and declarations, tags, texts. An unclosed tag ends at its unclosed quote, so no part is tried twice. */
const tokens =
  /<!--[^]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>?|[^<]+|</gi

// A name without a value matches as well; otherwise each end of a long name would be tried.
const attributePattern = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*)))?/g

const contentless =
  /^(?:button|head|iframe|noscript|object|script|select|style|svg|template|textarea|title)$/

const empty = /^(?:br|hr|img)$/

/** Elements that end where the next of their kind begins. */
const unclosed = /^(?:dd|dt|li|p|t[dhr])$/

/** Elements that the result has, by the names that they are read from. */
const results = new Map<string, string>([
  ...'a annotation blockquote br code del em h1 h2 h3 h4 h5 h6 hr img li math ol p pre semantics strong table tbody td th thead time tr ul'
    .split(' ')
    .map((name) => [name, name] as const),
  ...'address article aside center dd details div dl dt fieldset figcaption figure footer form header main nav section summary'
    .split(' ')
    .map((name) => [name, 'div'] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
  ['samp', 'code'],
  ['tt', 'code'],
])

const keptAttributes = [
  ...['alt', 'class', 'data-code-language', 'data-stream-id', 'data-user-id', 'datetime'],
  ...['display', 'encoding', 'href', 'src', 'start', 'title'],
]

/** @returns undefined for HTML that is too large or too deep */
export function cleanHtml(html: string): string | undefined {
  if (html.length > most.characters) return undefined
  const isDocument = html.includes('docs-internal-guid')
  const open: Open[] = []
  let clean = ''
  let elements = 0
  tokens.lastIndex = 0
  for (let found = tokens.exec(html); found; found = tokens.exec(html)) {
    const [token, slash, tag] = [found[0], found[1], found[2]?.toLowerCase()]
    if (tag === undefined) {
      if (!/^<[!?]/.test(token)) clean += textOf(token, open.at(-1))
    } else if (slash === '/')
      clean += closeTo(
        open,
        open.findLastIndex(({ name }) => name === tag),
      )
    else if (contentless.test(tag)) tokens.lastIndex = endOf(tag, html, tokens.lastIndex)
    else {
      const begun = begin(tag, attributesOf(found[3] ?? ''), open, isDocument)
      clean += begun
      if (begun !== '') elements++
    }
    if (open.length > most.depth || elements > most.elements) return undefined
  }
  return clean + closeTo(open, 0)
}

function attributesOf(text: string): Attributes {
  const attributes: Attributes = {}
  for (const [, name = '', ...values] of text.matchAll(attributePattern)) {
    attributes[name.toLowerCase()] ??= values.find((value) => value !== undefined) ?? ''
  }
  return attributes
}

/** @returns the start tags of an element in the result, after the end tags of what it ends */
function begin(tag: string, attributes: Attributes, open: Open[], isDocument: boolean): string {
  const { name, isPreformatted: isAround = false } = open.at(-1) ?? {}
  const ended = name === tag && unclosed.test(tag) ? closeTo(open, open.length - 1) : ''
  const names = resultsOf(tag, attributes, isDocument)
  const kept = keptAttributes.flatMap((key) => {
    const value = attributes[key]?.replace(/[<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    return value === undefined ? [] : [` ${key}="${value}"`]
  })
  const begun = names.map((result) => `<${result}${kept.join('')}>`).join('')
  if (empty.test(tag)) return ended + begun
  const end = names.map((result) => `</${result}>`).reverse()
  const space = /(?:^|[;\s])white-space(?:-collapse)?\s*:\s*([a-z-]+)/.exec(
    attributes['style'] ?? '',
  )?.[1]
  const isPreformatted = space === undefined ? isAround : /^(?:pre|break)/.test(space)
  open.push({ name: tag, end: end.join(''), isPreformatted: isPreformatted && tag !== 'pre' })
  return ended + begun
}

/** @returns names of the elements in the result; none where only the content matters */
function resultsOf(
  tag: string,
  { class: classes, style = '' }: Attributes,
  isDocument: boolean,
): string[] {
  if (tag === 'span' && /\bmention\b/.test(classes ?? '')) return [tag]
  // Google Docs says everything by styles, and is in a `b` that is not bold.
  if (tag === 'span' && isDocument) return looksOf(style)
  if (tag === 'b' && /font-weight\s*:\s*(?:normal|400)/.test(style)) return []
  const result = results.get(tag)
  return result === undefined ? [] : [result]
}

function looksOf(style: string): string[] {
  return [
    ...(/font-weight\s*:\s*(?:bold|[7-9]00)/.test(style) ? ['strong'] : []),
    ...(/font-style\s*:\s*italic/.test(style) ? ['em'] : []),
    ...(/text-decoration(?:-line)?\s*:[^;:]*line-through/.test(style) ? ['del'] : []),
  ]
}

/** Closes the elements from an index on. @returns their end tags */
function closeTo(open: Open[], index: number): string {
  if (index < 0) return ''
  const closed = open.splice(index)
  return closed
    .map(({ end }) => end)
    .reverse()
    .join('')
}

/** The place behind the content that nobody reads. */
function endOf(tag: string, html: string, from: number): number {
  const end = new RegExp(`</${tag}`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

function textOf(token: string, around: Open | undefined): string {
  const text = token.replaceAll('<', '&lt;')
  if (around?.isPreformatted !== true) return text
  return text.replace(/\r?\n/g, '<br>').replace(/ (?= )/g, '&nbsp;')
}
