/** Asks for the coloured drawing of a sign that is written as text, too. */
const emojiSelector = '\ufe0f'

/**
 * The characters that show an emoji in the system's own drawing.
 *
 * @param code as the server has it: hexadecimal code points joined by `-`, without selectors
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
