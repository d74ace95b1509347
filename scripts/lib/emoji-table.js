'use strict'

/**
 * Packs the table of emoji that the server goes by for the app, which unpacks it in
 * `src/web/emoji/table.ts`: codes and names apart, and of each code's first code point only the
 * difference to that of the code before, to the base 36. That is a fifth less to load.
 *
 * @param text of the server's table, `src/markdown/emoji-data.json`
 */
function packEmojiTable(text) {
  const { names } = JSON.parse(text)
  // Pickers' order is that of the text: in an object keys such as `2764` come first.
  const inOrder = Array.from(text.matchAll(/"([0-9a-f-]+)": /g), ([, code]) => code)
  const codesInOrder = [...new Set(inOrder)]
  let last = 0
  const codes = codesInOrder.map((code) => {
    const [first, ...more] = code.split('-').map((codePoint) => parseInt(codePoint, 16))
    const word = [first - last, ...more].map((number) => number.toString(36)).join('+')
    last = first
    return word
  })
  return {
    codes: codes.join(' '),
    names: codesInOrder.map((code) => names[code].join(' ')).join('\n'),
  }
}

module.exports = { packEmojiTable }
