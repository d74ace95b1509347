import { continueList, format, pasteLink } from '../../../src/web/parts/compose/format'
import type { Edit, Format, Selected } from '../../../src/web/parts/compose/format'
import { beginLine, isLinkless, openFenceOf } from '../../../src/web/parts/compose/places'

/** A text with its selection between `⟦` and `⟧`; a cursor is `⟦⟧`. */
function marked(text: string): Selected {
  const start = text.indexOf('⟦')
  const end = text.indexOf('⟧') - 1
  return { text: text.replace(/[⟦⟧]/g, ''), start, end }
}

function apply({ text }: Selected, edit: Edit): string {
  const after = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  return `${after.slice(0, edit.selectStart)}⟦${after.slice(edit.selectStart, edit.selectEnd)}⟧${after.slice(edit.selectEnd)}`
}

describe('formatting', () => {
  it.each<[Format, string, string]>([
    ['bold', 'so ⟦loud⟧!', 'so **⟦loud⟧**!'],
    ['bold', 'so **⟦loud⟧**!', 'so ⟦loud⟧!'],
    ['bold', '⟦⟧', '**⟦⟧**'],
    ['italic', '⟦x⟧', '*⟦x⟧*'],
    ['italic', '**⟦x⟧**', '***⟦x⟧***'],
    ['code', 'run ⟦ls⟧', 'run `⟦ls⟧`'],
    ['code', 'a\n⟦b\nc⟧', 'a\n```\n⟦b\nc⟧\n```'],
    ['code', '⟦```\nx\n```⟧', '````\n⟦```\nx\n```⟧\n````'],
    ['quote', 'they ⟦said⟧', '```quote\n⟦they said⟧\n```'],
    ['link', 'see ⟦this⟧', 'see [this](⟦https://⟧)'],
    ['link', '⟦https://x.test/a⟧', '[⟦text⟧](https://x.test/a)'],
    ['list', '⟦a\nb⟧', '⟦* a\n* b⟧'],
    ['list', '⟦* a\n* b⟧', '⟦a\nb⟧'],
    ['numberedList', '⟦a\nb⟧', '⟦1. a\n2. b⟧'],
  ])('applies %s to “%s”', (kind, before, after) => {
    const selected = marked(before)
    expect(apply(selected, format(kind, selected, 'text'))).toBe(after)
  })

  it('turns words into a link when an address is pasted over them', () => {
    const words = marked('see ⟦the plan⟧.')
    const edit = pasteLink(words, 'https://x.test/plan')
    expect(edit && apply(words, edit)).toBe('see [the plan](https://x.test/plan)⟦⟧.')
    expect(pasteLink(marked('see ⟦⟧'), 'https://x.test/plan')).toBeUndefined()
    expect(pasteLink(words, 'plain words')).toBeUndefined()
  })

  it.each([
    'run `curl ⟦TARGET⟧`',
    'run ``a ` ⟦TARGET⟧``',
    'run `curl\n⟦TARGET⟧` now',
    'run `curl ⟦TARGET⟧',
    '```\ncurl ⟦TARGET⟧\n```',
    '```sh\ncurl ⟦TARGET⟧',
    '```⟦TARGET⟧\nx\n```',
    '> ~~~\n> curl ⟦TARGET⟧',
    '```quote\n```math\n⟦TARGET⟧\n```\n```',
    'see\n\n    curl ⟦TARGET⟧',
    '\ta\n\tcurl ⟦TARGET⟧',
    '$$x ⟦TARGET⟧$$',
    '[label](⟦TARGET⟧)',
    '[label](https://x.test/⟦TARGET⟧)',
    '[the ⟦TARGET⟧](https://x.test/)',
    '![a ⟦TARGET⟧](/x.png)',
    '![a](⟦TARGET⟧)',
    'at https://x.test/⟦TARGET⟧/y',
    '<https://⟦TARGET⟧>',
    '#**ops>⟦TARGET⟧**',
  ])('pastes an address as it is in “%s”', (text) => {
    expect(isLinkless(marked(text))).toBe(true)
  })

  it.each([
    'see ⟦the plan⟧.',
    'run `x` and ⟦TARGET⟧ with `y`',
    '```\ncode\n```\n⟦TARGET⟧',
    '```quote\n⟦TARGET⟧\n```',
    '> see ⟦TARGET⟧',
    'cheap $5 ⟦TARGET⟧ $6',
    '[a](b) ⟦TARGET⟧ [c](d)',
    'a `b\n\n⟦TARGET⟧` c',
    'see ⟦`code`⟧',
    '* a\n    ⟦TARGET⟧',
  ])('makes an address a link in “%s”', (text) => {
    expect(isLinkless(marked(text))).toBe(false)
  })

  it.each([
    ['```', ''],
    ['~~~py\nx', ''],
    ['  ```py', ''],
    ['```quote\nhi', ''],
    ['```spoiler a b', ''],
    ['```math\nx', ''],
    ['> ```py', '\n> '],
    ['a\n> > ~~~\n> > x', '\n> > '],
  ])('continues the fence of “%s” on a new line', (text, added) => {
    expect(openFenceOf(text)).toBeDefined()
    const end = text.length
    expect(beginLine({ text, start: end, end })?.text ?? '').toBe(added)
  })

  it.each([
    '``',
    '```py\nx\n```',
    'a ``` b',
    '> ```\n> x\n> ```',
    '> ```\nout',
    '    ```',
    '```a b',
  ])('finds no open fence after “%s”', (text) => {
    expect(openFenceOf(text)).toBeUndefined()
  })

  it('continues a list on a new line, and ends it on an empty one', () => {
    const goesOn = (text: string) => {
      const selected = marked(text)
      const edit = continueList(selected)
      return edit && apply(selected, edit)
    }
    expect(goesOn('* a⟦⟧')).toBe('* a\n* ⟦⟧')
    expect(goesOn('  9. a⟦⟧')).toBe('  9. a\n  10. ⟦⟧')
    expect(goesOn('* a\n* ⟦⟧')).toBe('* a\n⟦⟧')
    expect(goesOn('plain⟦⟧')).toBeUndefined()
  })
})
