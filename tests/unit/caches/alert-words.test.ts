import { AlertWordMatcher } from '../../../src/server/caches/alert-words'
import { findWords, normalizeForAlerts } from '../../../src/server/text/markdown/alert-words'

describe('alert words', () => {
  const find = (matcher: AlertWordMatcher, text: string) =>
    findWords(matcher.automaton, normalizeForAlerts(text))
  const alerted = async (word: string, text: string) => {
    const matcher = await AlertWordMatcher.of([{ user_id: 1, word }])
    return find(matcher, text).words.length > 0
  }

  it.each([
    ['deploy', 'we deploy now'],
    ['deploy', 'DEPLOY'],
    ['deploy', '(deploy)'],
    ['deploy', 'now:deploy, please'],
    ['on call', 'who is On Call?'],
    ['c++', 'I write C++, too'],
    ['c++', '(c++)'],
    ['#42', 'fixes #42.'],
    ['über', 'ÜBER'],
    ['σοφόσ', 'Ο ΣΟΦΌΣ'],
    ['🍕', 'lunch: 🍕!'],
    ['!!', 'no!!'.replace('no', 'no ')],
    ['deploy', 'redeploy, then deploy'],
    ['a-b', 'x a-b y'],
  ])('%j is found in %j', async (word, text) => {
    expect(await alerted(word, text)).toBe(true)
  })

  it.each([
    ['deploy', 'redeployed'],
    ['deploy', 'deploys'],
    ['deploy', 'deploy_key'],
    ['on call', 'on  call'],
    ['#42', '#421'],
    ['#42', 'issue#42'],
    ['c++', 'c+++x'.replace('+++', '+')],
    ['cafe', 'café'],
    ['🍕', 'a🍕'],
  ])('%j is not found in %j', async (word, text) => {
    expect(await alerted(word, text)).toBe(false)
  })

  it('tell each user once, in order', async () => {
    const matcher = await AlertWordMatcher.of([
      { user_id: 9, word: 'pizza' },
      { user_id: 2, word: 'Pizza' },
      { user_id: 2, word: 'lunch' },
      { user_id: 5, word: 'salad' },
    ])
    const { words } = find(matcher, 'Pizza for lunch, pizza for dinner')
    expect(matcher.usersOf(words)).toEqual([2, 9])
  })

  it('are found within others, also where a longer one breaks off', async () => {
    const words = ['a b c d', 'b c', 'c', 'c d e', '!!', '!!!']
    const matcher = await AlertWordMatcher.of(words.map((word, user_id) => ({ user_id, word })))
    const usersOf = (text: string) => matcher.usersOf(find(matcher, text).words)
    expect(usersOf('a b c x')).toEqual([1, 2])
    expect(usersOf('a b c d e')).toEqual([0, 1, 2, 3])
    expect(usersOf('b cd')).toEqual([])
    expect(usersOf('!!')).toEqual([4])
    expect(usersOf('x!! !!x')).toEqual([])
  })

  it.each<[string, (index: number) => string, string]>([
    ['that share their first token', (i) => `the word${i}`, 'the '.repeat(2_500)],
    ['that share all tokens but the last', (i) => `${'!'.repeat(i % 90)}a${i}`, '!'.repeat(10_000)],
    ['inside each other', (i) => '!'.repeat(1 + (i % 100)), `${'!'.repeat(9_999)}a`],
    ['that begin alike', (i) => `${'ab '.repeat(i % 33)}${i}`, 'ab '.repeat(3_333)],
  ])('take one pass over a text: words %s', async (_, wordOf, text) => {
    const words = Array.from({ length: 20_000 }, (__, i) => ({ user_id: i, word: wordOf(i) }))
    const matcher = await AlertWordMatcher.of(words)
    const { steps } = find(matcher, text)
    // Two of each character, and one of each length of a word that ends there.
    expect(steps).toBeLessThanOrEqual((2 + 100) * text.length)
  })
})
