import { measureDocuments } from '../../../scripts/lib/structure/documents'

const measure = (text: string) => {
  const { words, sentences, hard } = measureDocuments([['example.md', text]])
  return [words, sentences, hard.length]
}

describe('the measure of documents', () => {
  it.each([
    ['A row of a user.\n', [5, 1, 0]],
    ['A row. Of it there are two.\n', [7, 2, 1]],
    ['The right of those\nwho left. A row.\n', [8, 2, 1]],
    ['What is it? A row.\n', [5, 2, 1]],
    ['It does nothing but wait.\n', [5, 1, 1]],
    ['# What works\n\nAll.\n', [3, 1, 0]],
    ['| What it is | who |\n|---|---|\n', [4, 2, 1]],
    ['- One\n- Where it is,\n  a row.\n', [6, 2, 1]],
    ['```sh\n# What is a row\n```\nA row of `what is`.\n', [10, 1, 0]],
    ['[What](a.md) is a row.\n', [4, 1, 1]],
  ])('counts words, sentences and hard ones of %j', (text, figures) => {
    expect(measure(text)).toEqual(figures)
  })

  it('names the place', () => {
    const { hard } = measureDocuments([['example.md', 'A row.\n\n```\nB\n```\n\nOf it.\n']])
    expect(hard).toEqual([{ file: 'example.md', line: 7, text: 'Of it.' }])
  })
})
