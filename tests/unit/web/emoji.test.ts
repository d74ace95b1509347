import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emojiCodeToNames } from '../../../src/server/text/markdown/emoji'
import { characterOfEmoji } from '../../../src/web/data/emoji/character'
import { searchEmoji } from '../../../src/web/data/emoji/search'
import {
  skinTones,
  storedTone,
  storeTone,
  tonedCharacter,
  tonedCode,
} from '../../../src/web/data/emoji/tones'
import { unpackEmojiTable } from '../../../src/web/data/emoji/table'
import type { Emoji } from '../../../src/web/data/emoji/reactions'
import { moveInGrid } from '../../../src/web/parts/emoji-picker/move-in-grid'
import { categoriesOf, emojiAt, searchResults } from '../../../src/web/parts/emoji-picker/sections'
import { packEmojiTable } from '../../../scripts/lib/emoji-table'
import { present } from '../../support/checked'

const text = readFileSync(
  join(__dirname, '../../../src/server/text/markdown/emoji-data.json'),
  'utf8',
)
const table = unpackEmojiTable(packEmojiTable(text))

describe('the table of emoji', () => {
  it('matches the table of the server', () => {
    const unpacked = table.groups.flatMap(({ emoji }) => emoji)
    expect(Object.fromEntries(unpacked.map(({ code, names }) => [code, names]))).toEqual(
      emojiCodeToNames,
    )
  })

  it('has every kind once', () => {
    expect(table.groups.map(({ kind, emoji }) => [kind, emoji[0]?.names[0]])).toEqual([
      ['smileys', 'grinning'],
      ['people', 'wave'],
      ['nature', 'monkey_face'],
      ['food', 'grapes'],
      ['travel', 'earth_africa'],
      ['activities', 'jack-o-lantern'],
      ['objects', 'glasses'],
      ['symbols', 'atm'],
      ['flags', 'checkered_flag'],
    ])
  })
})

describe('the character of an emoji', () => {
  it.each([
    ['1f44d', '👍'],
    ['2764', '❤️'],
    ['0031-20e3', '1️⃣'],
    ['1f1e9-1f1ea', '🇩🇪'],
    ['1f3f3-200d-1f308', '🏳️‍🌈'],
    ['1f469-200d-1f680', '👩‍🚀'],
    ['1f575-200d-2640', '🕵️‍♀️'],
  ])('belongs to the code %s: %s', (code, character) => {
    expect(characterOfEmoji(code)).toBe(character)
  })
})

describe('the search for an emoji', () => {
  const namesOf = (query: string) => searchEmoji(table, [], query, 5).map(({ name }) => name)

  it('ranks the whole name, then its beginning, then beginnings of words in it', () => {
    expect(namesOf('heart')[0]).toBe('heart')
    expect(namesOf('thumb').slice(0, 2)).toEqual(['thumbs_up', 'thumbs_down'])
  })

  it('finds each emoji once, even if several names match', () => {
    const codes = searchEmoji(table, [], 'face', 500).map(({ emoji }) => emoji?.code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('offers a custom emoji in place of the standard one of the same name', () => {
    const own = [{ id: '5', name: 'tada', sourceUrl: '/user_avatars/1/emoji/images/5.png' }]
    const hits = searchEmoji(table, own, 'tada')
    expect(hits[0]).toEqual({ name: 'tada', realmEmoji: own[0] })
    expect(hits.slice(1).map(({ name }) => name)).not.toContain('tada')
  })
})

describe('the skin tones of an emoji', () => {
  it.each([
    ['1f44b', 'dark', '👋🏿'],
    ['1f44d', 'light', '👍🏻'],
    ['270c', 'medium', '✌🏽'],
    ['1f469-200d-1f680', 'mediumDark', '👩🏾‍🚀'],
    ['1f937-200d-2642', 'mediumLight', '🤷🏼‍♂️'],
  ] as const)('%s becomes %s: %s', (code, tone, character) => {
    expect(tonedCharacter(code, tone)).toBe(character)
  })

  it.each([
    ['the default tone', '1f44b', 'default'],
    ['a face', '1f600', 'dark'],
    ['a thing', '1f680', 'dark'],
    ['several people', '1f468-200d-2764-200d-1f468', 'dark'],
  ] as const)('are absent for %s', (_what, code, tone) => {
    expect(tonedCode(code, tone)).toBeUndefined()
  })

  it('are remembered, and unknown ones become the default', () => {
    const stored = new Map<string, string>()
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    }
    expect(storedTone(storage)).toBe('default')
    for (const tone of skinTones) {
      storeTone(storage, tone)
      expect(storedTone(storage)).toBe(tone)
    }
    for (const key of stored.keys()) stored.set(key, 'green')
    expect(storedTone(storage)).toBe('default')
  })
})

describe('the sections of the picker', () => {
  const own = [
    { id: '5', name: 'party_parrot', sourceUrl: '/parrot.gif' },
    { id: '6', name: 'octopus', sourceUrl: '/octopus.png' },
  ]
  const emoji = (emoji_code: string, reaction_type: Emoji['reaction_type']): Emoji => ({
    emoji_name: 'kept',
    emoji_code,
    reaction_type,
  })

  it('begin with the recent ones that can still be used, and the custom ones', () => {
    const recent = [
      emoji('5', 'realm_emoji'),
      emoji('7', 'realm_emoji'),
      emoji('1f389', 'unicode_emoji'),
      { ...emoji('1f44d', 'unicode_emoji'), emoji_name: 'thumbs_up' },
      emoji('1f419', 'unicode_emoji'),
      emoji('made-up', 'unicode_emoji'),
    ]
    const [first, second, third] = categoriesOf(table, own, recent)
    const namesOf = ({ emoji: all }: NonNullable<typeof first>) => all.map((one) => one.emoji_name)
    expect([present(first, 'first').kind, ...namesOf(present(first, 'first'))]).toEqual([
      'recent',
      'party_parrot',
      'tada',
      'thumbs_up',
    ])
    expect([present(second, 'second').kind, ...namesOf(present(second, 'second'))]).toEqual([
      'realm',
      'party_parrot',
      'octopus',
    ])
    expect([present(third, 'third').kind, present(third, 'third').first]).toEqual(['smileys', 5])
  })

  it('leave out a category without emoji, and standard emoji whose names are those of custom ones', () => {
    const plain = categoriesOf(table, [], [])
    expect(plain.map(({ kind }) => kind)).toEqual(table.groups.map(({ kind }) => kind))
    const octopi = (sections: typeof plain) =>
      sections.flatMap((section) => section.emoji).filter((one) => one.emoji_name === 'octopus')
    expect(octopi(plain).map((one) => one.emoji_code)).toEqual(['1f419'])
    expect(octopi(categoriesOf(table, own, [])).map((one) => one.emoji_code)).toEqual(['6'])
  })

  it('give each emoji a place', () => {
    const sections = categoriesOf(table, own, [])
    const flat = sections.flatMap((section) => section.emoji)
    for (const place of [0, 1, 2, 170, flat.length - 1])
      expect(emojiAt(sections, place)).toBe(flat[place])
    expect(emojiAt(sections, flat.length)).toBeUndefined()
    expect(searchResults(table, own, 'nothing like it')).toEqual([])
  })
})

describe('arrow keys in the picker', () => {
  // Rows of 8: places 0-5; 6-13, 14-15; 16.
  const counts = [6, 10, 1]
  it.each([
    ['ArrowRight', 5, 6],
    ['ArrowRight', 16, 16],
    ['ArrowLeft', 6, 5],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 2, 8],
    ['ArrowDown', 12, 15],
    ['ArrowDown', 15, 16],
    ['ArrowDown', 16, 16],
    ['ArrowUp', 16, 14],
    ['ArrowUp', 15, 7],
    ['ArrowUp', 13, 5],
    ['ArrowUp', 3, -1],
    ['Home', 9, 0],
    ['End', 9, 16],
    ['a', 9, undefined],
  ])('%s moves from place %d to %s', (key, from, to) => {
    expect(moveInGrid(key, from, counts)).toBe(to)
  })
})
