import {
  headerOf,
  isAttribution,
  isProgramLine,
  isRule,
  isSeparator,
  isWeekdayAttribution,
  mayIntroduce,
} from './quote-marks'

/*
 * The own text of a mail, without the quoted mail and the signature. The rules look at each line a bounded number of
 * times. Sources: docs/protocol/mail-in.md#quotes, docs/protocol/mail-in.md#footer.
 */

/** A line of a mail. */
export interface MailLine {
  /** Markdown; with `> ` if the line is quoted. */
  text: string
  /** Whether the mail program marks the line as quoted. */
  isQuoted: boolean
  /** Whether a quoted mail begins here and takes the rest of the mail. */
  startsQuotedMail?: boolean
}

/** The lines of a plain text. */
export function linesOfText(text: string): MailLine[] {
  return text.split(/\r\n|\r|\n/).map((line) => {
    const shown = line.trimEnd()
    const isQuoted = shown.startsWith('>')
    return { text: isQuoted ? withBlank(shown) : shown, isQuoted }
  })
}

/** `>a` as `> a`, and `>>a` as `> > a`, which Markdown reads alike. */
function withBlank(line: string): string {
  const rest = line.replace(/^(?:> ?){1,50}/, '')
  const depth = line.slice(0, line.length - rest.length).replaceAll(' ', '').length
  return `${'> '.repeat(depth)}${rest}`.trimEnd()
}

export interface KeptParts {
  quotes: boolean
  footer: boolean
}

/** The text of a mail; the whole text if nothing else is left. */
export function ownText(lines: readonly MailLine[], keeps: KeptParts): string {
  let own = [...lines]
  if (!keeps.quotes) own = orWhole(withoutQuotes(own), own)
  if (!keeps.footer) own = orWhole(withoutFooter(own), own)
  return joined(own)
}

function orWhole(some: MailLine[], all: MailLine[]): MailLine[] {
  return some.every(isBlank) ? all : some
}

const isBlank = ({ text }: MailLine): boolean => text.trim() === ''
const isOwn = (line: MailLine): boolean => !line.isQuoted && !isBlank(line)

/**
 * Removes the mail that is answered. Answers between quotes keep the quotes that they answer; only the quotes after the
 * last answer go, and a single one before the whole answer.
 */
function withoutQuotes(lines: MailLine[]): MailLine[] {
  const end = lines.findIndex((_line, index) => quotedMailBeginsAt(lines, index))
  const own = end < 0 ? lines : lines.slice(0, end)
  const last = own.findLastIndex(isOwn)
  // Lines above the quote at the end may introduce it, and are then not an answer.
  const trailing = own[last] && own.slice(last + 1).some(({ isQuoted }) => isQuoted)
  const kept = own.slice(0, (trailing ? introductionAt(own, last) : last) + 1)
  return withoutLeadingQuote(kept)
}

/** Index of the last line before an introduction that ends at `last`, or `last` if that line introduces nothing. */
function introductionAt(lines: readonly MailLine[], last: number): number {
  for (let size = 1; size <= 3; size += 1) {
    const first = last - size + 1
    const part = lines.slice(Math.max(first, 0), last + 1)
    if (first < 0 || part.some((line) => line.isQuoted || isBlank(line))) return last
    const text = part.map((line) => line.text).join(' ')
    const isWhole = first === 0 || isBlank(lines[first - 1] as MailLine)
    const begin = (part[0]?.text ?? '').replace(/^\s*[*_]{1,3}/, '')
    const isHead = isAttribution(text) && (startsLikeDate(begin) || startsLikeTime(begin))
    if (isHead || (isWhole && (isAttribution(text) || mayIntroduce(text)))) return first - 1
    if (isWeekdayAttribution(text) && (isWhole || startsLikeDate(begin))) return first - 1
  }
  return last
}

/** Whether a line reads like the begin of an introduction, so that lines above it are not part of it. */
function startsLikeDate(line: string): boolean {
  return /^(?:on|am|le|el|il|em|op|den|dne|w dniu|\d{1,4})[ .年-]/iu.test(line.trim())
}

/** Whether a line reads like the begin of an introduction with a time. */
function startsLikeTime(line: string): boolean {
  return /^(?:at|um|à|a las|alle|alle ore|às|om|kl\.?|klo|o|v|в) \d/iu.test(line.trim())
}

function withoutLeadingQuote(lines: MailLine[]): MailLine[] {
  const begin = lines.findIndex(({ isQuoted }) => isQuoted)
  if (begin < 0) return lines
  const after = lines.findIndex((line, index) => index > begin && isOwn(line))
  if (after < 0 || lines.slice(after).some(({ isQuoted }) => isQuoted)) return lines
  const head = lines.slice(0, begin)
  const last = head.findLastIndex(isOwn)
  const isIntroduced = last < 0 || head.slice(0, introductionAt(head, last) + 1).every(isBlank)
  return isIntroduced ? lines.slice(after) : lines
}

function quotedMailBeginsAt(lines: readonly MailLine[], index: number): boolean {
  const { text, isQuoted, startsQuotedMail } = lines[index] as MailLine
  if (startsQuotedMail === true) return true
  if (isQuoted) return false
  if (isSeparator(text)) return true
  if (isRule(text)) return headersFollow(lines, nextText(lines, index + 1))
  return headersFollow(lines, index) || unmarkedQuoteFollows(lines, index)
}

/** Whether lines such as `From:`, `Sent:`, `To:` begin here: three different ones within seven lines. */
function headersFollow(lines: readonly MailLine[], index: number): boolean {
  if (headerOf(lines[index]?.text ?? '') !== 'from') return false
  const kinds = lines.slice(index, index + 7).map(({ text }) => headerOf(text))
  return new Set(kinds.filter((kind) => kind !== undefined)).size >= 3
}

/** Whether an introduction begins here, and the quote after it is not marked. */
function unmarkedQuoteFollows(lines: readonly MailLine[], index: number): boolean {
  if (!startsLikeDate(lines[index]?.text ?? '') && !/[<@]/.test(lines[index]?.text ?? ''))
    return false
  for (let size = 1; size <= 3; size += 1) {
    const part = lines.slice(index, index + size)
    if (part.length < size || part.some((line) => line.isQuoted || isBlank(line))) return false
    const head = part.map((line) => line.text).join(' ')
    if (isAttribution(head) || isWeekdayAttribution(head, true)) {
      const next = lines[nextText(lines, index + size)]
      return next !== undefined && !next.isQuoted
    }
  }
  return false
}

function nextText(lines: readonly MailLine[], from: number): number {
  let index = from
  while (index < Math.min(lines.length, from + 3) && isBlank(lines[index] as MailLine)) index += 1
  return index
}

/** Removes the signature after a line `--`, if there is one such line, and the line that a phone adds. */
function withoutFooter(lines: MailLine[]): MailLine[] {
  const isDashes = ({ text }: MailLine) => text.trimEnd() === '--'
  const first = lines.findIndex(isDashes)
  const isOnly = first >= 0 && lines.findLastIndex(isDashes) === first
  const own = isOnly ? lines.slice(0, first) : [...lines]
  for (let count = 0; count < 3; count += 1) {
    const last = own.findLastIndex((line) => !isBlank(line))
    if (last < 0 || !isProgramLine(own[last]?.text ?? '')) break
    own.length = last
  }
  return own
}

/** The lines as a text, in which an answer does not continue the quote above it. */
function joined(lines: readonly MailLine[]): string {
  const parts: string[] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (before?.isQuoted && isOwn(line)) parts.push('')
    parts.push(line.text)
  }
  return parts
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}
