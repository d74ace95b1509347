import { createAddressBook } from '../../../../src/web/data/narrow/address-book'
import { describeTerm } from '../../../../src/web/data/narrow/describe'
import { termsForServer } from '../../../../src/web/data/narrow/narrow'
import { isSearched, joinSearch, partSearch, searchOf } from '../../../../src/web/data/narrow/pills'
import {
  forgetSearches,
  recentSearches,
  rememberSearch,
} from '../../../../src/web/data/narrow/recent-searches'
import { parseSearch } from '../../../../src/web/data/narrow/search-text'
import { stateWith } from './state'

const state = stateWith({
  streams: { 5: 'ops', 6: 'web app' },
  users: { 10: 'ada@acme.test', 11: 'bo@acme.test' },
})
const book = createAddressBook(() => state)

describe('The search box', () => {
  it.each<[string, readonly string[], string]>([
    ['two words', [], 'two words'],
    ['from:bo@acme.test', [], 'from:bo@acme.test'],
    ['from:bo@acme.test ', ['from:bo@acme.test'], ''],
    ['from:bo soon ', ['from:bo@acme.test'], 'soon '],
    ['-is:starred soon', ['-is:starred'], 'soon'],
    ['soon stream:"web app" ', ['stream:"web app"'], 'soon '],
    ['stream:"web ', [], 'stream:"web '.trimEnd() + ' '],
    ['stream:nowhere from:nobody is:odd ', [], 'stream:nowhere from:nobody is:odd '],
    ['before:2026-02-28 after:2026-02-30 ', ['before:2026-02-28'], 'after:2026-02-30 '],
    ['dm:bo@acme.test has:image in:home ', ['dm:bo@acme.test', 'has:image', 'in:home'], ''],
    ['topic: ', [], 'topic: '],
  ])('parts %j', (typed, pills, text) => {
    const parted = partSearch(typed, book)
    expect(parted).toEqual({ pills, text })
    expect(parseSearch(joinSearch(parted), book)).toEqual(
      parseSearch([...pills, text].join(' '), book),
    )
  })

  it('leaves the filter at the caret open', () => {
    expect(partSearch('from:bo soon', book, 7)).toEqual({ pills: [], text: 'from:bo soon' })
    expect(partSearch('from:bo soon', book, 8).pills).toEqual(['from:bo@acme.test'])
  })

  it.each(['from:bo@acme.test -stream:ops before:2026-02-28 soon', 'is:unread -has:link'])(
    'shows the search %j as pills',
    (typed) => {
      const narrow = parseSearch(typed, book)
      const content = searchOf(narrow, book)
      expect(joinSearch(content)).toBe(typed)
      expect(content.text).toBe(typed.endsWith('soon') ? 'soon' : '')
    },
  )

  it('knows a search from a view', () => {
    const isOne = (typed: string) => isSearched(parseSearch(typed, book))
    expect(
      ['', 'is:unread', 'stream:ops', 'stream:ops topic:x', 'dm:bo@acme.test'].filter(isOne),
    ).toEqual([])
    const searches = ['-is:unread', 'soon', 'from:me', 'before:2026-02-28', 'stream:ops is:unread']
    expect(searches.filter(isOne)).toEqual(searches)
  })

  it.each([
    ['from:me', 'Messages by you'],
    ['from:bo@acme.test', 'Messages by Bo'],
    ['-stream:ops', 'All except: Messages in #ops'],
    ['has:images', 'Messages with a picture'],
    ['is:private', 'Private messages'],
    ['dm:me', 'Notes to yourself'],
    ['dm:bo@acme.test', 'Private messages with Bo'],
    ['after:2026-02-01', 'Messages since February 1, 2026'],
    ['is:odd', 'Messages with odd'],
    ['soon "or later"', 'Messages with the words “soon "or later"”'],
  ])('says %s in words', (typed, words) => {
    const names = {
      ownId: 10,
      streamName: (id: number) => book.streamName(id),
      fullName: (id: number) => (id === 11 ? 'Bo' : 'Ada'),
    }
    expect(parseSearch(typed, book).map((term) => describeTerm(term, names))).toEqual([words])
  })

  it('sends days as their midnight here, and nonsense as typed', () => {
    const sentFor = (typed: string) => termsForServer(parseSearch(typed, book), 10)[0]?.operand
    expect(sentFor('before:2026-02-28')).toBe(new Date(2026, 1, 28).toISOString())
    for (const odd of ['2026-02-30', 'soon', '2026-02-28T10:00Z']) {
      expect(sentFor(`after:${odd}`)).toBe(odd)
    }
  })
})

describe('Recent searches', () => {
  it('are the last ten of each account, without repetition', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    }
    for (let index = 0; index < 12; index += 1) rememberSearch(storage, 1, `#narrow/id/${index}`)
    rememberSearch(storage, 1, '#narrow/id/5')
    expect(recentSearches(storage, 1).slice(0, 3)).toEqual(
      [5, 11, 10].map((id) => `#narrow/id/${id}`),
    )
    expect(recentSearches(storage, 1)).toHaveLength(10)
    expect(recentSearches(storage, 2)).toEqual([])
    forgetSearches(storage, 1)
    expect(recentSearches(storage, 1)).toEqual([])
    storage.setItem('parley-searches.1', 'not JSON')
    expect(recentSearches(storage, 1)).toEqual([])
  })
})
