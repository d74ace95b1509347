import { encloseMarkdown } from '../../../shared/rules/fences'

/** A quoted message. */
export interface Quoted {
  senderId: number
  senderName: string
  /** Address of the message, starting at `#`. */
  link: string
  /** Markdown source of the message. */
  text: string
}

/**
 * Markdown of a quote: sender, link and text. A fence that the text leaves open ends with the quote.
 * Source: docs/protocol/markdown.md#fences.
 */
export function quoteOf({ senderId, senderName, link, text }: Quoted, said: string): string {
  return `@_**${senderName}|${String(senderId)}** [${said}](${link}):\n${encloseMarkdown(text, 'quote')}\n`
}
