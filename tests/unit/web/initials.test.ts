import { initialsOf } from '../../../src/web/parts/avatar/picture'

describe('initials', () => {
  it.each([
    ['Ada Moreau', 'AM'],
    ['ada', 'A'],
    ['Anna von der Heide', 'AH'],
    ['李小龍', '李'],
    ['👩‍🚀 Zoë', 'Z'],
    ['👩‍🚀👩‍🚀', '👩‍🚀'],
    ['?!', '?'],
    ['', '?'],
  ])('The name %j has the initials %j', (name, initials) => expect(initialsOf(name)).toBe(initials))
})
