import { Linter } from 'eslint'
import { testTitles } from '../../../scripts/lib/test-titles'

const linter = new Linter()
const config: Linter.Config = {
  plugins: { own: { rules: { 'test-titles': testTitles } } },
  rules: { 'own/test-titles': 'error' },
}

/** The kinds of the faults in a file of tests. */
const faultsIn = (code: string) => linter.verify(code, config).map(({ messageId }) => messageId)

const inBlock = (title: string) => `describe('invitations', () => { it('${title}', run) })`

describe('the rule about titles of tests', () => {
  it.each([
    'run out, and are revoked',
    'need the permission for their way',
    'A reusable link makes accounts for people with the permission',
    'Deleted messages stay for a week',
    'Moving a message tells its readers',
    '%s refuses a key',
    'can_add_members_group decides',
  ])('accepts %j', (title) => {
    expect(faultsIn(inBlock(title))).toEqual([])
  })

  it.each([
    ['with a reusable link are created by people', 'opening'],
    ['In a stream, somebody answers', 'opening'],
    ['when they run out', 'opening'],
    ['never run out', 'opening'],
    ['only owners revoke them', 'opening'],
    ['that have run out are refused', 'opening'],
    ['anew, after a day', 'opening'],
    ['revoked links are refused', 'opening'],
    ['sent again, they have another link', 'opening'],
    ['revoking one', 'opening'],
    ['Nobody uses a link twice', 'opening'],
    ['a link is used once', 'small'],
    ['no link is used twice', 'small'],
  ])('refuses %j', (title, fault) => {
    expect(faultsIn(inBlock(title))).toEqual([fault])
  })

  it.each([
    'a client that hangs up',
    'a page with more bytes than a reply may have',
    'mails that strangers ask for',
    'GET /messages/{message_id}',
    'the first start',
    'names',
  ])('accepts the block %j', (title) => {
    expect(faultsIn(`describe('${title}', () => {})`)).toEqual([])
  })

  it.each([
    'Sessions begin',
    'a session takes',
    'events explain every change of:',
    'an import that is killed,',
    'ends',
    'with terms of service',
    'who may export',
    'the lists of',
  ])('refuses the block %j', (title) => {
    expect(faultsIn(`describe('${title}', () => {})`)).toEqual(['block'])
  })

  it.each([
    "it.skip('with a link', run)",
    "it.each([1, 2])('with %s links', run)",
    "it.each`links`('with $links links', run)",
    'it(`with links`, run)',
    "it(sampled('with links'), run)",
    "itRaces('with links', run)",
    "for (const each of all) it('with links', run)",
    "names.forEach((name) => test('with links', run))",
    "describeInBrowser('with links', run)",
    "describeWith({ name: 'Redis' }, 'with links', run)",
    "describe.each(rows)('with %s', run)",
  ])('reads the title in %j', (code) => {
    expect(faultsIn(code)).toHaveLength(1)
  })

  it.each([
    'it(title, run)',
    'it(`%s with links`, run)',
    "test.set('with', 'links')",
    "it.each(those('with links'))('%s', run)",
    "const title = describe('with links')",
    "describeKey.of('with links')",
  ])('finds no title in %j', (code) => {
    expect(faultsIn(code)).toEqual([])
  })
})
