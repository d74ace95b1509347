import { encloseCode, encloseMarkdown } from '../../../../shared/rules/fences'

/** The text as a code block. */
export function codeBlock(text: string, language = ''): string {
  return encloseCode(withLineFeeds(text), language)
}

/** Markdown of another site as a quotation. */
export function quoteBlock(text: string): string {
  return encloseMarkdown(withLineFeeds(text).trim(), 'quote', '~')
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
