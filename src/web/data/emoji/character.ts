/** Variation selector 16: asks for the color glyph of a character that also has a text glyph. */
const emojiSelector = '\ufe0f'

/**
 * The Unicode characters of an emoji, to be drawn by the system's font.
 *
 * @param code from the server: hexadecimal code points joined by `-`, without variation selectors
 * Source: docs/protocol/markdown.md#emoji.
 */
export function characterOfEmoji(code: string): string {
  const signs = code.split('-').map((codePoint) => String.fromCodePoint(parseInt(codePoint, 16)))
  return signs
    .map((sign, index) => {
      const isText = /^\p{Emoji}$/u.test(sign) && !/^\p{Emoji_Presentation}$/u.test(sign)
      const isToned = /^\p{Emoji_Modifier}$/u.test(signs[index + 1] ?? '')
      return isText && !isToned ? sign + emojiSelector : sign
    })
    .join('')
}
