import { characterOfEmoji } from '../emoji/character'

/** Emoji as characters of the reader's system; what they are called stays as label and title. */
export function showEmoji(content: ParentNode): void {
  for (const emoji of content.querySelectorAll('span.emoji')) {
    const code = /(?:^| )emoji-([0-9a-f]+(?:-[0-9a-f]+)*)(?: |$)/.exec(emoji.className)?.[1]
    if (code !== undefined) emoji.textContent = characterOfEmoji(code)
  }
}
