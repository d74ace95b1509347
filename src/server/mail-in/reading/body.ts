import { looksEmpty } from '../../lib/characters'
import { linesOfHtml } from './html-lines'
import { linesOfText, ownText } from './quotes'
import type { KeptParts, MailLine } from './quotes'

/** Max characters of a text that are read; the rest is left out. */
const longestText = 200_000

/** The texts of a mail; empty: the mail has no such part. */
export interface MailTexts {
  text: string
  html: string
}

/** The parts of a mail that its message has. */
interface BodyParts extends KeptParts {
  prefersHtml: boolean
  /** Whether each line of a plain text stays as it is. */
  isVerbatim?: boolean
}

/**
 * The writer's own words of a mail as Markdown: of the plain part, or if it has none, of the HTML. `prefersHtml` tries
 * the HTML first.
 * Sources: docs/protocol/mail-in.md#body, docs/protocol/mail-in.md#quotes.
 */
export function bodyOf(texts: MailTexts, keeps: BodyParts): string {
  const text = clean(texts.text.slice(0, longestText))
  if (keeps.isVerbatim && !keeps.prefersHtml && !looksEmpty(text)) return verbatim(text)
  const plain = (): MailLine[] => linesOfText(text)
  const html = (): MailLine[] => linesOfHtml(clean(texts.html))
  const [first, second] = keeps.prefersHtml ? [html, plain] : [plain, html]
  return ownText(first(), keeps) || ownText(second(), keeps)
}

/** A text as it came, without blank lines around it. */
function verbatim(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd())
  const first = lines.findIndex((line) => line !== '')
  return lines.slice(first, lines.findLastIndex((line) => line !== '') + 1).join('\n')
}

/** Without U+0000, and without the marks of bytes that the charset does not have. */
function clean(text: string): string {
  return text.replace(/[\0\ufffd]/g, '').replaceAll('\u200b', '')
}
