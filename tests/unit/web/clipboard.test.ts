import { isDrawnText } from '../../../src/web/parts/compose/clipboard'

const formsOf = (text: string, html: string) => ({
  getData: (type: string) => ({ 'text/plain': text, 'text/html': html })[type] ?? '',
})

describe('A picture on the clipboard', () => {
  it.each([
    ['cells of a spreadsheet', 'a\t1\nb\t2', '<table><tr><td>a</td></tr></table>', true],
    ['one cell', '42', '<table><tr><td>42</td></tr></table>', true],
    ['text with a picture in it', 'two words', '<p>two words <img src="a.png"></p>', true],
    ['a picture of a page', '', '<img src="https://example.com/a.png">', false],
    [
      'a picture with its address',
      'https://x.test/a.png',
      '<img src="https://x.test/a.png">',
      false,
    ],
    ['a file with its name', 'a.png', '', false],
    ['a screenshot', '', '', false],
  ])('is told apart from drawn text: %s', (_what, text, html, isDrawn) => {
    expect(isDrawnText(formsOf(text, html))).toBe(isDrawn)
  })
})
