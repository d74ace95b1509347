/*
 * Parley's Markdown has no escapes. Characters that were text in the source are kept from becoming markup by a thin or a
 * no-break blank beside them, where they would be markup otherwise. Source: docs/protocol/markdown.md#emphasis.
 */

/** Stands for an asterisk that is text, until the whole line is known. */
const asterisk = '\u0003'
const thinBlank = '\u200a'
const noBreakBlank = '\u00a0'
const zeroWidth = '\u200b'

/** Text of the source within a line. */
export function literal(text: string): string {
  return text.replace(/([@#])(_?\*\*)/g, `$1${zeroWidth}$2`).replaceAll('*', asterisk)
}

/** Text of the source at the start of a line, which may begin no block but a quote, a numbered list or one of dashes. */
export function guardLineStart(line: string): string {
  return line
    .replace(/^(?: {4,}|[ ]*\t\s*)/, (blanks) => noBreakBlank.repeat(blanks.length))
    .replace(/^(\s*(?:[*+]|#{1,6}))[ ]/, `$1${noBreakBlank}`)
    .replace(/^(\s*)(?=~~~)/, `$1${zeroWidth}`)
}

/** Puts the asterisks back, with a thin space after each that could pair with another one. */
export function finishLines(markdown: string): string {
  if (!markdown.includes(asterisk)) return markdown
  return markdown.split('\n').map(finishLine).join('\n')
}

function finishLine(line: string): string {
  const count = [...line.matchAll(/\u0003+/g)].length
  if (count < 2) return line.replaceAll(asterisk, '*')
  return line.replace(/\u0003+(?=(\s|$)?)/g, (run, blank: string | undefined) => {
    return '*'.repeat(run.length) + (blank === undefined ? thinBlank : '')
  })
}

/** A text on one line; linear also for long runs of blanks. */
export function joinedLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** Code within a line, between more backticks than it has. */
export function codeSpan(code: string): string {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  const padding = longest > 0 ? ' ' : ''
  return `${marks}${padding}${code}${padding}${marks}`
}

const unsafeInUrl = /[()<>"\s\\]/g

const linkedUrl = /^(?:https?|ftp|mailto):/i

/** A link with a label; the label alone if Markdown does not link to such addresses. */
export function labeledLink(label: string, url: string): string {
  const text = label.replaceAll('[', '(').replaceAll(']', ')').replace(/\s+/g, ' ').trim()
  if (!linkedUrl.test(url)) return text || url
  return `[${text || url}](${encodeUrl(url)})`
}

/** A link to something of the archive. @param target a reference to a file or a message */
export function referenceLink(label: string, target: string): string {
  const text = label.replaceAll('[', '(').replaceAll(']', ')').replace(/\s+/g, ' ').trim()
  return `[${text || 'link'}](${target})`
}

function encodeUrl(url: string): string {
  return url.replace(unsafeInUrl, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase()
    return sign.charCodeAt(0) < 0x80 ? `%${code.padStart(2, '0')}` : encodeURIComponent(sign)
  })
}
