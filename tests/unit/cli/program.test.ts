import { createProgram } from '../../../src/cli/program'

const namesOf = (words?: string[]) =>
  createProgram(words ? { words } : {}).commands.map((command) => command.name())

describe('the parley program', () => {
  const all = namesOf()

  it('has every command for its help and for misspelled names', () => {
    expect(all).toEqual(expect.arrayContaining(['serve', 'migrate', 'list-users', 'seed']))
    for (const word of ['--help', 'help', 'list-user', 'constructor']) {
      expect(namesOf([word])).toEqual(all)
    }
  })

  it.each(all)('loads %s alone when it is called', (name) => {
    expect(namesOf([name, '--json'])).toEqual([name])
  })
})
