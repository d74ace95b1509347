import { createAddressBook } from '../../../../src/web/data/narrow/address-book'
import type { Narrow } from '../../../../src/web/data/narrow/narrow'
import { formatSearch } from '../../../../src/web/data/narrow/format-search'
import { parseSearch } from '../../../../src/web/data/narrow/search-text'
import { suggest } from '../../../../src/web/data/narrow/suggest'
import { stateWith } from './state'

const state = stateWith({
  streams: { 5: 'ops', 6: 'web app' },
  users: { 10: 'ada@acme.test', 11: 'bo@acme.test', 12: 'cleo@acme.test', 13: 'łukasz@acme.test' },
})
const book = createAddressBook(() => state)
const known = {
  streams: state.streams,
  users: state.realm_users,
  topicsOf: (name: string | undefined) => (name === 'ops' ? ['deploys', 'on call'] : []),
}
const wordsFor = (typed: string) => suggest(typed, known).map(({ word }) => word)

describe('A search', () => {
  it.each<[string, Narrow]>([
    ['two words', [{ operator: 'search', operand: 'two words' }]],
    ['"a phrase" more', [{ operator: 'search', operand: '"a phrase" more' }]],
    ['see http://x.test', [{ operator: 'search', operand: 'see http://x.test' }]],
    [
      'stream:"web app" topic:plans from:me -is:starred  soon',
      [
        { operator: 'channel', operand: 6 },
        { operator: 'topic', operand: 'plans' },
        { operator: 'sender', operand: 10 },
        { operator: 'is', operand: 'starred', negated: true },
        { operator: 'search', operand: 'soon' },
      ],
    ],
    ['dm:bo@acme.test,cleo@acme.test', [{ operator: 'dm', operand: [11, 12] }]],
    ['stream:nowhere', [{ operator: 'channel', operand: 'nowhere' }]],
    ['topic:', []],
    ['  ', []],
  ])('is parsed: %s', (typed, narrow) => {
    expect(parseSearch(typed, book)).toEqual(narrow)
  })

  it('finds people by a unique beginning of a name', () => {
    expect(parseSearch('from:bo the release', book)).toEqual([
      { operator: 'sender', operand: 11 },
      { operator: 'search', operand: 'the release' },
    ])
    expect(parseSearch('dm:cle', book)).toEqual([{ operator: 'dm', operand: [12] }])
    expect(parseSearch('from:lukasz', book)).toEqual([{ operator: 'sender', operand: 13 }])
    expect(parseSearch('from:x', book)).toEqual([{ operator: 'sender', operand: 'x' }])
  })

  it('is formatted so that it parses to the same narrow', () => {
    for (const typed of [
      'stream:"web app" topic:plans from:bo@acme.test -is:starred soon',
      'dm:me',
      'has:link "a phrase"',
    ]) {
      expect(formatSearch(parseSearch(typed, book), book)).toBe(typed)
    }
  })

  it('is completed with operators, streams, topics and people', () => {
    expect(wordsFor('')).toContain('stream:')
    expect(wordsFor('st')).toEqual(['stream:'])
    expect(wordsFor('stream:o')).toEqual(['stream:ops'])
    expect(wordsFor('stream:app')).toEqual(['stream:"web app"'])
    expect(wordsFor('stream:ops topic:')).toEqual(['topic:deploys', 'topic:"on call"'])
    expect(wordsFor('from:b')).toEqual(['from:bo@acme.test'])
    expect(wordsFor('dm:bo@acme.test,cl')).toEqual(['dm:bo@acme.test,cleo@acme.test'])
    // Only one person can be mentioned in a term.
    expect(wordsFor('mentions:bo@acme.test,cl')).toEqual([])
    expect(wordsFor('streams:p')).toEqual(['streams:public'])
    expect(wordsFor('-is:st')).toEqual(['-is:starred'])
    expect(wordsFor('has:')).toContain('has:link')
    expect(wordsFor('cle')).toEqual(['from:cleo@acme.test'])
    expect(suggest('soon stream:o', known)).toEqual([
      { text: 'soon stream:ops ', word: 'stream:ops', isWhole: true },
    ])
  })
})
