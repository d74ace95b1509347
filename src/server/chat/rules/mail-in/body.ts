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

/**
 * The writer's own words of a mail as Markdown: of the plain part, or if it has none, of the HTML. `prefersHtml` tries
 * the HTML first.
 * Sources: docs/protocol/mail-in.md#body, docs/protocol/mail-in.md#quotes.
 */
export function bodyOf(texts: MailTexts, keeps: KeptParts & { prefersHtml: boolean }): string {
  const plain = (): MailLine[] => linesOfText(clean(texts.text.slice(0, longestText)))
  const html = (): MailLine[] => linesOfHtml(clean(texts.html))
  const [first, second] = keeps.prefersHtml ? [html, plain] : [plain, html]
  return ownText(first(), keeps) || ownText(second(), keeps)
}

/** Without U+0000, and without the marks of bytes that the charset does not have. */
function clean(text: string): string {
  return text.replace(/[\0\ufffd]/g, '').replaceAll('\u200b', '')
}
