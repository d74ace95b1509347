import { highlightChanges } from '../../../../src/server/chat/actions/history/revisions'
import { present } from '../../../support/checked'

const went = (text: string) => `<span class="highlight_text_deleted">${text}</span>`
const came = (text: string) => `<span class="highlight_text_inserted">${text}</span>`

describe('the difference of two rendered texts', () => {
  const diff = (older: string, newer: string) => highlightChanges(older, newer, 500)

  it.each([
    ['nothing changed', '<p>a <b>c</b></p>', '<p>a <b>c</b></p>', '<p>a <b>c</b></p>'],
    ['a word came', '<p>a c</p>', '<p>a b c</p>', `<p>a ${came('b ')}c</p>`],
    ['a word went', '<p>a b c</p>', '<p>a c</p>', `<p>a ${went('b ')}c</p>`],
    ['a tag came', '<p>a</p>', '<p><em>a</em></p>', '<p><em>a</em></p>'],
    ['a tag went', '<p><em>a</em></p>', '<p>a</p>', '<p>a</p>'],
    [
      'words came with tags',
      '<p>a</p>',
      '<p>a</p>\n<p>b <em>c</em></p>',
      `<p>a</p>\n<p>${came('b ')}<em>${came('c')}</em></p>`,
    ],
    ['entities stay whole', '<p>&lt;</p>', '<p>&gt;</p>', `<p>${went('&lt;')}${came('&gt;')}</p>`],
    ['everything is new', '', '<p>a</p>', `<p>${came('a')}</p>`],
  ])('marks the changes: %s', (_what, older, newer, expected) => {
    expect(diff(older, newer)).toBe(expected)
  })

  it('replaces the whole text if it is too large', () => {
    expect(highlightChanges('<p>a b c</p>', '<p>d e f</p>', 2)).toBe(
      `${went('a b c')}<p>${came('d e f')}</p>`,
    )
  })

  it('is always fast', () => {
    const [older, newer] = ['a ', 'b '].map((word) => word.repeat(25_000))
    expect(highlightChanges(present(older, 'older'), present(newer, 'newer'), 500)).toContain(
      'highlight_text_deleted',
    )
  })
})
