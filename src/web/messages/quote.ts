/** A message that is quoted, and where it is. */
export interface Quoted {
  senderId: number
  senderName: string
  /** The address of the message, from `#` on. */
  link: string
  /** As it was typed. */
  text: string
}

/**
 * The Markdown that quotes a message: who said it, a link to it, and what it says. The fence is longer than
 * any in it, so that what it fences stays inside.
 * Source: docs/protocol/markdown.md#fences.
 */
export function quoteOf({ senderId, senderName, link, text }: Quoted, said: string): string {
  const fence = '`'.repeat(Math.max(2, ...fencesIn(text)) + 1)
  return `@_**${senderName}|${String(senderId)}** [${said}](${link}):\n${fence}quote\n${text}\n${fence}\n`
}

function fencesIn(text: string): number[] {
  return Array.from(text.matchAll(/^[ \t]*(`{3,})/gm), ([, fence = '']) => fence.length)
}
