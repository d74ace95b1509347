/*
 * Text of the source as Markdown that shows it as it is. Parley's Markdown has no escapes, so a sign that would be markup is
 * spelled as an entity, and only there. Source: docs/protocol/import.md#unescaped.
 */

/** Stand for an asterisk and a tilde that are text, until the whole line is known. */
const asterisk = '\u0003'
const tilde = '\u0004'
const noBreakBlank = '\u00a0'

/** Backticks, an `&` that begins an entity, and signs that are markup together with the sign beside them. */
const markup =
  /`|&(?=#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)|\$(?=\$)|(?<=\$)\$|(?<=\])\(|<(?=time:)|!(?=(?:gr)?avatar\()/gi

/**
 * Text of the source within a line.
 * @param isFollowed whether Markdown follows directly
 */
export function literal(text: string, isFollowed = false): string {
  const plain = text.replace(markup, entityOf).replaceAll('*', asterisk).replaceAll('~', tilde)
  if (!plain.includes('.')) return plain
  return plain.replace(/\S+/g, (word, start: number) =>
    withoutAddress(word, isFollowed && start + word.length === plain.length),
  )
}

/** A word without the link that would go on through an entity, or the Markdown behind it. */
function withoutAddress(word: string, isFollowed: boolean): string {
  const address = /:\/\/|\.[a-z]{2,}[/?#]/.exec(word)
  if (!address) return word
  const isChanged = /&#?\w{1,31};|[\u0003\u0004]/.test(word.slice(address.index))
  return isChanged || isFollowed ? word.replace(/:(?=\/\/)|\.(?=[a-z])/g, entityOf) : word
}

/** The entity of a sign, which is text wherever the sign would be markup. */
export function entityOf(sign: string): string {
  if (sign === '&') return '&amp;'
  return sign === '<' ? '&lt;' : `&#${sign.codePointAt(0) ?? 0};`
}

/** The first sign of an item, a heading or a quote, of a rule, or of the line below the heading of a table. */
const blockStart = /^(\s*)(?=[*\u0003+](?:\s|$)|#{1,6}(?:\s|$)|>|(?:[:|][:| \t]*)?-[-:| \t]*$)(\S)/

/** A line of Markdown that begins no block but a numbered list or one of dashes: an entity stands for the first sign. */
export function guardLineStart(line: string): string {
  return line
    .replace(/^(?: {4,}|[ ]*\t\s*)/, (blanks) => noBreakBlank.repeat(blanks.length))
    .replace(blockStart, (_all, blanks: string, sign: string) => {
      return blanks + entityOf(sign === asterisk ? '*' : sign)
    })
}

/** A line of Markdown that begins no block at all, such as the first one of an item. */
export function guardItemStart(line: string): string {
  return guardLineStart(line)
    .replace(/^(\s*\d{1,9})\.(?=\s|$)/, `$1${entityOf('.')}`)
    .replace(/^(\s*)-(?=\s|$)/, `$1${entityOf('-')}`)
}

/** Puts asterisks and tildes back, as entities where they could pair with others. */
export function finishLines(markdown: string): string {
  if (!/[\u0003\u0004]/.test(markdown)) return markdown
  return markdown.split('\n').map(finishLine).join('\n')
}

/**
 * An asterisk that is the only one of its line, or stands between blanks, pairs with none; nor does a tilde without another
 * beside it. References become mentions with asterisks.
 */
function finishLine(line: string): string {
  const isOnly = line.indexOf(asterisk) === line.lastIndexOf(asterisk) && !/[*\u0001]/.test(line)
  return line
    .replace(isOnly ? /\u0003/ : /(?<!\S)\u0003(?!\S)/g, '*')
    .replaceAll(asterisk, entityOf('*'))
    .replace(/(?<![~\u0004])\u0004(?![~\u0004])/g, '~')
    .replaceAll(tilde, entityOf('~'))
}

/** A text on one line; linear also for long runs of blanks. */
export function joinedLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** Code within a line, between a number of backticks that it does not have in a row. */
export function codeSpan(code: string): string {
  const runs = new Set([...code.matchAll(/`+/g)].map(([run]) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const marks = '`'.repeat(length)
  const padding = /^`|`$/.test(code) ? ' ' : ''
  return `${marks}${padding}${code}${padding}${marks}`
}

const unsafeInUrl = /[()<>"\s\\]/g

const linkedUrl = /^(?:https?|ftp|mailto|file|bitcoin|tel|sms):/i

/** A link with a label; label and address as text if Markdown does not link to such addresses. */
export function labeledLink(label: string, url: string): string {
  const text = label.replace(/\s+/g, ' ').trim()
  if (linkedUrl.test(url)) return `[${labelOf(text || literal(url))}](${encodeUrl(url)})`
  const address = literal(url)
  return text === '' || text === address ? address : url === '' ? text : `${text} (${address})`
}

/** A link to something of the archive. @param target a reference to a file or a message */
export function referenceLink(label: string, target: string): string {
  const text = label.replace(/\s+/g, ' ').trim()
  return `[${labelOf(text || 'link')}](${target})`
}

/** Brackets would end the label; those in code do not, and code has no entities. */
function labelOf(markdown: string): string {
  return markdown.replace(/(?<!`)(`{1,9})[^`\n]+\1(?!`)|[[\]]/g, (found) =>
    found.length > 1 ? found : entityOf(found),
  )
}

function encodeUrl(url: string): string {
  return url.replace(unsafeInUrl, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase()
    return sign.charCodeAt(0) < 0x80 ? `%${code.padStart(2, '0')}` : encodeURIComponent(sign)
  })
}
