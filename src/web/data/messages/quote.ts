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
 * Markdown of a quote: sender, link and text. The fence is longer than any fence in the text, so that the text cannot
 * close it.
 * Source: docs/protocol/markdown.md#fences.
 */
export function quoteOf({ senderId, senderName, link, text }: Quoted, said: string): string {
  const fence = '`'.repeat(Math.max(2, ...fencesIn(text)) + 1)
  return `@_**${senderName}|${String(senderId)}** [${said}](${link}):\n${fence}quote\n${text}\n${fence}\n`
}

function fencesIn(text: string): number[] {
  return Array.from(text.matchAll(/^[ \t]*(`{3,})/gm), ([, fence = '']) => fence.length)
}
