import type { ProfileField, Stream, User } from '../../../src/web/data/records/state'
import { highlight } from '../../../src/server/text/markdown/highlight'
import { readFence } from '../../../src/shared/rules/fences'
import { codeLanguages, languageSuggestions } from '../../../src/web/parts/typeahead/code-languages'
import { findWanted, isInCode } from '../../../src/web/parts/typeahead/find-word'
import { findPeople, indexPeople } from '../../../src/web/parts/typeahead/people'
import { findStreams, findTopics } from '../../../src/web/parts/typeahead/streams'
import {
  groupMention,
  mentionOf,
  streamLink,
  topicLink,
} from '../../../src/web/parts/typeahead/syntax'
import { partOf } from '../../support/stand-ins'

const wanted = (text: string) => findWanted(text, text.length)

const person = (user_id: number, full_name: string, more: Partial<User> = {}) =>
  partOf<User>({ user_id, full_name, email: `user${user_id}@x.test`, is_bot: false, ...more })

describe('the languages after a fence', () => {
  const namesOf = (query: string) => languageSuggestions(query, 8).map(({ insert }) => insert)

  it('are found by their names and by short ones, the exact one first', () => {
    expect(namesOf('py')).toEqual(['python'])
    expect(namesOf('js')).toEqual(['javascript', 'json', 'jsx'])
    expect(namesOf('spoi')).toEqual(['spoiler'])
    // A whole name is not completed: Enter makes a new line after it.
    expect(namesOf('java')).toEqual([])
    expect(namesOf('Python')).toEqual([])
    expect(namesOf('klingon')).toEqual([])
  })

  it.each(codeLanguages)('include %s, which the server colors', (name) => {
    expect(highlight('x = 1', name)).toBeDefined()
    expect(readFence('```' + name)).toMatchObject({ kind: 'code', info: name })
  })
})

describe('the reference at the cursor', () => {
  it('is a command at the beginning of a message', () => {
    expect(wanted('/')).toEqual({ kind: 'command', query: '', start: 0 })
    expect(wanted('/po')).toEqual({ kind: 'command', query: 'po', start: 0 })
    expect(wanted('/poll ')).toBeUndefined()
    expect(wanted('see /po')).toBeUndefined()
    expect(findWanted('/po is a river', 3)).toBeUndefined()
  })

  it.each([
    ['hi @ad', { kind: 'mention', isSilent: false, query: 'ad', start: 3 }],
    ['@_ad', { kind: 'mention', isSilent: true, query: 'ad', start: 0 }],
    ['@**Ada B', { kind: 'mention', isSilent: false, query: 'Ada B', start: 0 }],
    ['**@ad', { kind: 'mention', isSilent: false, query: 'ad', start: 2 }],
    ['(*#lun', { kind: 'stream', query: 'lun', start: 2 }],
    ['(@', { kind: 'mention', isSilent: false, query: '', start: 1 }],
    ['see #op', { kind: 'stream', query: 'op', start: 4 }],
    ['#**ops>de', { kind: 'topic', streamName: 'ops', query: 'de', start: 0 }],
    ['ok :th', { kind: 'emoji', query: 'th', start: 3 }],
    ['```py', { kind: 'language', query: 'py', start: 3 }],
    ['hi\n> ~~~c+', { kind: 'language', query: 'c+', start: 8 }],
  ])('is found in “%s”', (text, expected) => {
    expect(wanted(text)).toEqual(expected)
  })

  it.each([
    ['an address', 'mail ada@x'],
    ['a heading', '# plan'],
    ['a face', 'well :p'],
    ['a time', 'at 10:30'],
    ['a finished mention', '@**Ada**'],
    ['code in a line', 'say `@ad'],
    ['a block of code', '```python\n@ad'],
  ])('is not found in %s', (_name, text) => {
    expect(wanted(text)).toBeUndefined()
  })

  it('is found in quotes and after code', () => {
    expect(isInCode('```quote\nhi @a')).toBe(false)
    expect(isInCode('```\nx\n```\nhi')).toBe(false)
    expect(isInCode('```quote\n```js\nx')).toBe(true)
  })
})

describe('people', () => {
  const people = indexPeople(
    [
      person(1, 'Zoë Adams'),
      person(2, 'Ada Byron'),
      person(3, 'Adam Smith'),
      person(4, 'Adabot', { is_bot: true }),
      person(5, 'Bo', { email: 'adrian@x.test' }),
      person(6, 'Łukasz Żółć'),
      person(7, '山田太郎'),
      person(8, 'Анна Øst-Ærø'),
      person(9, 'สมชาย'),
      person(10, 'Cy', { profile_data: { 3: { value: 'Zwiebel Turm' }, 4: { value: 'Quark' } } }),
    ],
    [
      { id: 3, use_for_user_matching: true },
      { id: 4, use_for_user_matching: false },
    ] as ProfileField[],
  )
  const namesOf = (query: string, closeness = (_id: number) => 0) =>
    findPeople(people, query, closeness, 10).map(({ full_name }) => full_name)

  it('are found by words that they say in profile fields for that', () => {
    expect(namesOf('turm')).toEqual(['Cy'])
    expect(namesOf('zwie')).toEqual(['Cy'])
    expect(namesOf('wiebel')).toEqual([])
    expect(namesOf('quark')).toEqual([])
  })

  it('are found by the beginning of a name, of a word in it, or of an email', () => {
    expect(namesOf('ad')).toEqual(['Ada Byron', 'Adam Smith', 'Adabot', 'Zoë Adams', 'Bo'])
  })

  it('rank by closeness first', () => {
    expect(namesOf('ad', (id) => (id === 3 ? 5 : 0))[0]).toBe('Adam Smith')
  })

  it('are found without their accents, and by more than one word', () => {
    expect(namesOf('zoe')).toEqual(['Zoë Adams'])
    expect(namesOf('lukasz')).toEqual(['Łukasz Żółć'])
    expect(namesOf('zolc')).toEqual(['Łukasz Żółć'])
    expect(namesOf('aero')).toEqual(['Анна Øst-Ærø'])
    expect(namesOf('ada by')).toEqual(['Ada Byron'])
    expect(namesOf('ada says')).toEqual([])
  })

  it('are found by any part of a name in scripts without blanks', () => {
    expect(namesOf('太郎')).toEqual(['山田太郎'])
    expect(namesOf('ชาย')).toEqual(['สมชาย'])
    expect(namesOf('нна')).toEqual([])
  })

  it('are found among thousands, no more than asked for', () => {
    const many = indexPeople(
      Array.from({ length: 10_000 }, (_, id) => person(id, `Person ${id} Nameless`)),
      [],
    )
    for (const query of ['p', 'person', 'person 9', 'person 99', 'nameless']) {
      expect(findPeople(many, query, () => 0, 8)).toHaveLength(8)
    }
  })
})

describe('streams and topics', () => {
  const stream = (stream_id: number, name: string) => partOf<Stream>({ stream_id, name })

  it('list own streams first, then muted ones', () => {
    const streams = [
      stream(1, 'design'),
      stream(2, 'dev'),
      stream(3, 'devops'),
      stream(4, 'old dev'),
    ]
    const own = [
      { stream_id: 3, is_muted: false, pin_to_top: false },
      { stream_id: 4, is_muted: true, pin_to_top: false },
    ]
    expect(findStreams(streams, own, 'de', 10).map(({ name }) => name)).toEqual([
      'devops',
      'old dev',
      'design',
      'dev',
    ])
  })

  it('list the newest topics first', () => {
    expect(findTopics(['deploys', 'web', 'old deploys'], '', 10)).toEqual([
      'deploys',
      'web',
      'old deploys',
    ])
    expect(findTopics(['old deploys', 'web', 'deploys'], 'dep', 10)).toEqual([
      'deploys',
      'old deploys',
    ])
  })
})

describe('references in a message', () => {
  it('name people, with the id if two have the same name', () => {
    const [ada, other, bo] = [person(10, 'Ada'), person(11, 'ada'), person(12, 'Bo')]
    expect(mentionOf(bo, [ada, other, bo], false)).toBe('@**Bo**')
    expect(mentionOf(ada, [ada, other, bo], false)).toBe('@**Ada|10**')
    expect(mentionOf(ada, [ada, other, bo], true)).toBe('@_**Ada|10**')
    expect(mentionOf(person(13, 'All'), [], false)).toBe('@**All|13**')
  })

  it('name groups, streams and topics', () => {
    expect(groupMention('backend', true)).toBe('@_*backend*')
    expect(streamLink('team lunch', '#narrow/channel/7')).toBe('#**team lunch**')
    expect(topicLink('ops', 'web app', '')).toBe('#**ops>web app**')
    expect(topicLink('ops', 'mail a@b5', '')).toBe('#**ops>mail a@b5**')
    expect(topicLink('ops', 'lunch @5', '#narrow/x')).toBe('[#ops > lunch &#64;5](#narrow/x)')
  })

  it('are links if the name contains markup characters', () => {
    expect(topicLink('ops', 'a ** b', '#narrow/x')).toBe('[#ops > a &#42;&#42; b](#narrow/x)')
    expect(streamLink('a>b', '#narrow/x')).toBe('[#a>b](#narrow/x)')
  })
})
