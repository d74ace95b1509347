import {
  hasWordNamed,
  isWordNamed,
  operatorNamed,
  takesPeople,
} from '../../../../src/shared/rules/narrow-operators'

describe('operators of narrows', () => {
  it.each([
    ['stream', 'channel'],
    ['streams', 'channels'],
    ['subject', 'topic'],
    ['pm-with', 'dm'],
    ['group-pm-with', 'dm-including'],
    ['from', 'sender'],
    ['mentions', 'mentions'],
    ['after', 'after'],
    ['near', undefined],
    ['constructor', undefined],
  ])('%s means %s', (name, operator) => {
    expect(operatorNamed(name)).toBe(operator)
  })

  it('include two that take lists of people', () => {
    const names = ['pm-with', 'dm-with', 'sender', 'mentions', 'nothing']
    expect(names.filter((name) => takesPeople(operatorNamed(name)))).toEqual(['pm-with', 'dm-with'])
  })

  it('know their words in former spellings', () => {
    expect([isWordNamed('private'), isWordNamed('dm'), isWordNamed('read')]).toEqual([
      'dm',
      'dm',
      undefined,
    ])
    expect([hasWordNamed('images'), hasWordNamed('image'), hasWordNamed('s')]).toEqual([
      'image',
      'image',
      undefined,
    ])
  })
})
