import type { MessageParts } from '../../../data/exports/places'
import type { MessageRow } from '../../../data/schema'
import { escapeHtml } from '../../../text/html'
import { contentOf, emojiText } from './content'
import type { ContentPlace } from './content'

/** A time in UTC, to the minute. */
export function timeText(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ')
}

export interface MessageAround {
  place: ContentPlace
  sender: string
  reactions: MessageParts['reactions']
}

/** A message as an article. */
export function messageHtml(message: MessageRow, around: MessageAround): string {
  const edited = message.last_edited_at
    ? `<p class="edited">edited ${timeText(message.last_edited_at)}</p>`
    : ''
  return (
    `<article id="m${message.id}"><h2><span dir="auto">${escapeHtml(around.sender)}</span> ` +
    `<a href="#m${message.id}"><time datetime="${message.sent_at.toISOString()}">` +
    `${timeText(message.sent_at)}</time></a></h2>\n` +
    `<div class="body" dir="auto">${contentOf(message.rendered_content, around.place)}</div>` +
    `${reactionsHtml(around.reactions)}${edited}</article>\n`
  )
}

function reactionsHtml(reactions: MessageParts['reactions']): string {
  if (reactions.length === 0) return ''
  const counts = new Map<string, number>()
  for (const reaction of reactions) {
    const isUnicode = reaction.reaction_type === 'unicode_emoji'
    const shown = isUnicode
      ? emojiText(reaction.emoji_code)
      : `:${escapeHtml(reaction.emoji_name)}:`
    counts.set(shown, (counts.get(shown) ?? 0) + 1)
  }
  const texts = [...counts].map(([shown, count]) => `${shown} ${count}`)
  return `<p class="reactions" aria-label="Reactions">${texts.join(' · ')}</p>`
}
