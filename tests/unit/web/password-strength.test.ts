import { gzipSync } from 'node:zlib'
import { createPasswordJudge } from '../../../src/server/chat/rules/passwords/judge'
import { createJudge } from '../../../src/web/ui/password-field/strength-estimator'
import type { PasswordWords } from '../../../src/web/ui/password-field/strength-estimator'
import { strengthOf, wordsOfOwner } from '../../../src/web/ui/password-field/strength'
import { packPasswordWords } from '../../../scripts/lib/password-words'

/* Source: docs/protocol/mail.md#strength. */

const rule = { minLength: 6, minGuesses: 10_000 }
const packed = JSON.stringify(packPasswordWords())
const judge = createJudge(JSON.parse(packed) as PasswordWords)
const owner = wordsOfOwner({
  email: 'ada.lovelace@engines.test',
  fullName: 'Ada Lovelace',
  realmName: 'Analytical Society',
})

const tooEasy = [
  'password',
  'Password1',
  'P@ssw0rd',
  'drowssap',
  '123456789',
  'qwertyuiop',
  'qazwsx',
  'iloveyou',
  'football',
  'elizabeth',
  'washington',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabc',
  'abcdefgh',
  'lovelace',
  'Lovelace',
  'ada.lovelace',
  'engines',
]
const hardest = [
  'correct horse battery staple',
  'three purple tractors sing',
  'q7#x2 9vR-Tz',
  'Über sieben Brücken musst du gehn',
  '海の向こうの小さな灯台まで',
  'V!8mLw2@pQz',
]

/** Passwords of many kinds: disguised words, pairs of words, dates, keyboard rows, deterministic noise. */
function manyPasswords(): string[] {
  const words = ['sunshine', 'dragon', 'monkey', 'abdomen', 'zygote', 'kowalski', 'lovelace', 'tea']
  const more = ['constructor', 'toString', '__proto__', 'ada', 'zxcvfr', '1q2w3e4r5t', '19840612']
  const disguises: ((word: string) => string)[] = [
    (word) => word,
    (word) => word.toUpperCase(),
    (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}!`,
    (word) => [...word].reverse().join(''),
    (word) =>
      word.replace(/[aeos]/g, (letter) => ({ a: '4', e: '3', o: '0', s: '$' })[letter] ?? ''),
    (word) => `${word}1`,
    (word) => `${word}2024`,
    (word) => word.repeat(2),
    (word) => `12.06.1984${word}`,
    (word) => `${word}qwerty`,
    (word) => `${word}-${word}-monday`,
  ]
  const pairs = words.flatMap((one) => words.map((other) => `${one}${other}`))
  let seed = 7
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const noise = Array.from({ length: 70 }, () =>
    Array.from({ length: 3 + next(14) }, () => String.fromCharCode(33 + next(94))).join(''),
  )
  return [
    ...[...tooEasy, ...hardest, ...pairs, ...noise],
    ...[...words, ...more].flatMap((word) => disguises.map((disguise) => disguise(word))),
  ]
}

describe('the password strength in the app', () => {
  it.each(tooEasy)('finds %s too easy to guess', (password) => {
    expect(strengthOf(password, judge(password, owner), rule)).toBe('easy')
  })

  it.each(hardest)('accepts %s', (password) => {
    expect(strengthOf(password, judge(password, owner), rule)).toBe('hardest')
  })

  it('has a word for each step', () => {
    const guesses = [9_999, 10_000, 1e6, 1e8, 1e10, Number.POSITIVE_INFINITY]
    expect(guesses.map((count) => strengthOf('abcdef', count, rule))).toEqual([
      ...['easy', 'enough', 'fair', 'hard', 'hardest', 'hardest'],
    ])
    expect(strengthOf('abcde', 1e12, rule)).toBe('short')
    expect(strengthOf('abcdef', undefined, rule)).toBeUndefined()
    expect(strengthOf('a', 2, { minLength: 1, minGuesses: 0 })).toBe('enough')
  })

  it('accepts every password that the server accepts', async () => {
    const server = createPasswordJudge()
    try {
      const stricter: string[] = []
      let agreed = 0
      const passwords = manyPasswords()
      for (const password of passwords) {
        const [here, there] = [judge(password, owner), await server.guesses(password, owner)]
        if (here < there * 0.999_999) stricter.push(`${password}: ${here} < ${there}`)
        if (here < rule.minGuesses === there < rule.minGuesses) agreed++
      }
      expect(passwords.length).toBeGreaterThan(300)
      expect(stricter).toEqual([])
      // Rare single words are known to the server only.
      expect(agreed / passwords.length).toBeGreaterThan(0.97)
    } finally {
      await server.close()
    }
  })

  it('needs few bytes for its word list', () => {
    expect(gzipSync(packed, { level: 9 }).length).toBeLessThanOrEqual(60_000)
  })
})
