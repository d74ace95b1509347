import { characterOfEmoji } from '../emoji/character'

/** Emoji with skin tones in the text of HTML, outside of tags. */
const toned =
  /\p{Emoji_Modifier_Base}\p{Emoji_Modifier}(\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*(?![^<>]*>)/gu

/** Frames emoji with skin tones, which the server leaves as text, like others. */
export const frameToned = (html: string) => html.replace(toned, '<span class="emoji">$&</span>')

/** Replaces emoji spans by characters of the system's font; label and title keep the name. */
export function showEmoji(content: ParentNode): void {
  for (const emoji of content.querySelectorAll('span.emoji')) {
    const code = /\bemoji-([\da-f-]+)/.exec(emoji.className)?.[1]
    if (code !== undefined) emoji.textContent = characterOfEmoji(code)
  }
}
