import { AlertWordMatcher } from '../../../src/server/caches/text-patterns'

describe('alert words', () => {
  const alerted = (word: string, text: string) =>
    new AlertWordMatcher([{ user_id: 1, word }]).usersAlertedBy(text).length > 0

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
    ['🍕', 'lunch: 🍕!'],
    ['!!', 'no!!'.replace('no', 'no ')],
    ['deploy', 'redeploy, then deploy'],
    ['a-b', 'x a-b y'],
  ])('%j is found in %j', (word, text) => {
    expect(alerted(word, text)).toBe(true)
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
  ])('%j is not found in %j', (word, text) => {
    expect(alerted(word, text)).toBe(false)
  })

  it('names everybody once, in order', () => {
    const matcher = new AlertWordMatcher([
      { user_id: 9, word: 'pizza' },
      { user_id: 2, word: 'Pizza' },
      { user_id: 2, word: 'lunch' },
      { user_id: 5, word: 'salad' },
    ])
    expect(matcher.usersAlertedBy('Pizza for lunch, pizza for dinner')).toEqual([2, 9])
  })

  it('takes one pass over a text, for any number of words', () => {
    const words = Array.from({ length: 20_000 }, (_, i) => ({ user_id: i, word: `the word${i}` }))
    const matcher = new AlertWordMatcher(words)
    expect(matcher.usersAlertedBy('the '.repeat(2_500) + 'word7')).toEqual([7])
  })
})
