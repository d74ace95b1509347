import { continueList, format, pasteLink } from '../../../src/web/ui/compose/format'
import type { Edit, Format, Selected } from '../../../src/web/ui/compose/format'

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
  ])('%s of “%s”', (kind, before, after) => {
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
