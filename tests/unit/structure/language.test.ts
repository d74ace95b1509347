import { measureLanguage } from '../../../scripts/lib/structure/language'

const measure = (text: string) => {
  const { comments, openings, freeRelatives } = measureLanguage([['example.ts', text]])
  return [comments, openings.length, freeRelatives.length]
}

describe('the measure of the language', () => {
  it.each([
    ['/** The row of a user. */ const a = 1', [1, 0, 0]],
    ['/** Whoever asks. */ const a = 1', [1, 1, 1]],
    ['// What it holds.\nconst a = 1', [1, 1, 0]],
    ['// Who may read it? See the rule.\nconst a = 1', [1, 0, 0]],
    ['/**\n * A name of\n * those who left.\n */\nconst a = 1', [1, 0, 1]],
    ['// eslint-disable-next-line no-empty\nconst a = 1', [0, 0, 0]],
    ["const a = '// What a text is'", [0, 0, 0]],
  ])('counts comments, openings and free relatives of %j', (text, figures) => {
    expect(measure(text)).toEqual(figures)
  })

  it('names the place', () => {
    const { openings } = measureLanguage([
      ['example.tsx', 'const a = <b />\n\n// Of it.\nconst c = a'],
    ])
    expect(openings).toEqual([{ file: 'example.tsx', line: 3, text: 'Of it.' }])
  })
})
