import { phraseMarker } from '../../../src/server/data/history/phrase-marks'
import { markedWordsOf } from '../../../src/server/data/history/search'
import { markHighlights } from '../../../src/server/text/highlights'

/** `[` and `]` stand for the marks. */
const marked = (text: string) => text.replaceAll('[', '\ufdd0').replaceAll(']', '\ufdd1')
const bracketed = (text = '') =>
  markHighlights(text).replaceAll(/<span class="highlight">([^<]*)<\/span>/g, '[$1]')
const lexemes = new Map([
  ['good', ['good']],
  ['book', ['book']],
  ['books', ['book']],
])
/** Phrases in quotes, beside other words. */
const keep = (search: string, texts: { match_content: string; match_topic?: string }) => {
  const [words = '', ...phrases] = search.split(/ ?"/)
  return phraseMarker(
    markedWordsOf({ words, phrases: phrases.filter((phrase) => phrase !== '') }),
    lexemes,
  )(texts)
}

describe('marks around words of phrases', () => {
  it.each([
    ['"good book"', '[good] [good] [books] [book]', 'good [good] [books] book'],
    [
      '"good book"',
      '<p>[good]</p> &amp; <b title="[good] x">[book]</b>',
      '<p>[good]</p> &amp; <b title="good x">[book]</b>',
    ],
    ['"good book"', '[good] x [book]', 'good x book'],
    ['"good in book"', '[good] x [book], [good] [book]', '[good] x [book], good book'],
    ['"the good book"', '[good] [book]', '[good] [book]'],
    ['good "good book"', '[good] x [book]', '[good] x book'],
    [
      '"good book" "book good"',
      '[good] x [book] [good] [book] x [book]',
      'good x [book] [good] [book] x book',
    ],
    ['"good book"', '[上海] [good] 上海 [book] [book]', '[上海] [good] 上海 [book] book'],
    ['"good book"', '[[good]] x [good [book]] [good', 'good x [good book] good'],
    ['"good book"', '[good<b>good]</b> [book', 'good<b>good</b> [book]'],
    ['"good book"', '[good] <b [book]', 'good <b book'],
  ])('surround %s in %s', (search, content, expected) => {
    const { match_content: kept } = keep(search, { match_content: marked(content) })
    expect(bracketed(kept)).toBe(expected)
  })

  it('stay where a phrase begins in the topic', () => {
    const texts = { match_topic: marked('[book] <& [good]'), match_content: marked('[book]') }
    expect(keep('"good book"', texts)).toEqual({
      match_topic: marked('book] <& [good]'),
      match_content: marked('[book]'),
    })
  })
})
