import { characterOfEmoji } from '../emoji/character'

/** Replaces emoji spans by characters of the system's font; label and title keep the name. */
export function showEmoji(content: ParentNode): void {
  for (const emoji of content.querySelectorAll('span.emoji')) {
    const code = /(?:^| )emoji-([0-9a-f]+(?:-[0-9a-f]+)*)(?: |$)/.exec(emoji.className)?.[1]
    if (code !== undefined) emoji.textContent = characterOfEmoji(code)
  }
}
