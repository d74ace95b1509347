import { readAddresses } from '../../../src/web/features/organization/invitations/read-addresses'

describe('The addresses of a CSV file', () => {
  it.each([
    ['one column', 'ada@x.test\nbo@x.test\n', ['ada@x.test', 'bo@x.test']],
    ['names of columns', 'email,name\r\nada@x.test,Ada\r\n', ['ada@x.test']],
    ['other columns before', 'Ada;"ada@x.test";Berlin', ['ada@x.test']],
    ['tabs', 'Ada\tada@x.test', ['ada@x.test']],
    ['repetitions', 'ada@x.test\nADA@x.test', ['ada@x.test']],
    ['no addresses', 'name,city\nAda,Berlin\n@ada', []],
    ['nothing', '', []],
  ])('are found with %s', (_case, csv, expected) => {
    expect(readAddresses(csv)).toEqual(expected)
  })
})
