import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../src/server/config/config'
import { checkOperatorProviders } from '../../../src/server/identity/settings/operator-providers'

const github = {
  ...{ slug: 'hub', kind: 'github', display_name: 'GitHub' },
  ...{ options: { client_id: 'x' }, secret: 'a secret' },
}
const read = (list: unknown) =>
  checkOperatorProviders(
    readConfig({ IDENTITY_PROVIDERS: typeof list === 'string' ? list : JSON.stringify(list) }),
  )

/* Source: docs/protocol/single-sign-on.md#operator-providers. */
describe('The identity providers of the operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-providers-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }

  it('are read from the variable, or from files', () => {
    const found = {
      ...{ slug: 'hub', kind: 'github', display_name: 'GitHub', secret: 'a secret' },
      ...{ options: { client_id: 'x' }, is_enabled: true, signs_up_at_once: false },
      organizations: undefined,
    }
    expect(read([github])).toMatchObject([found])
    const { secret, ...rest } = { ...github, secret_file: file('secret', 'a secret\n') }
    expect(secret).toBe('a secret')
    expect(read(file('list.json', JSON.stringify([rest])))).toMatchObject([found])
    expect(read('')).toEqual([])
  })

  it('have rules for roles and groups', () => {
    const rules = [
      { when: { claim: 'groups', equals: 'chiefs' }, set: { role: 'administrator' } },
      { when: { claim: 'groups' }, set: { groups: 'same_name' } },
    ]
    expect(read([{ ...github, claim_rules: rules }])).toMatchObject([{ claim_rules: rules }])
  })

  const other = { ...github, slug: 'other' }
  const jwt = {
    ...{ slug: 'a', kind: 'jwt', display_name: 'A', secret: 'x'.repeat(32) },
    options: { algorithms: ['HS256'] },
  }
  it('may have one name in different organizations', () => {
    const one = { ...github, organizations: ['', 'acme'] }
    expect(read([one, { ...github, organizations: ['globex'] }, other])).toHaveLength(3)
  })

  it.each<[unknown, string]>([
    ['[', 'IDENTITY_PROVIDERS must be a list as JSON'],
    ['/nowhere.json', 'IDENTITY_PROVIDERS names /nowhere.json, which cannot be read.'],
    [['x'], 'provider number 1: it must be an object.'],
    [[{ ...github, slug: '' }], 'it needs slug.'],
    [[{ ...github, slug: 'No' }], 'The name in addresses has lower-case letters'],
    [[{ ...github, colour: 'red' }], 'provider "hub": there is no field colour.'],
    [[{ ...github, kind: 'ldap2' }], 'kind must be one of'],
    [[{ ...github, options: {} }], 'github needs the option client_id.'],
    [[{ ...github, options: { client_id: 7 } }], 'options.client_id'],
    [[{ ...github, options: { clientid: 'x' } }], 'options.clientid'],
    [[{ ...github, options: { client_id: 'x', tenant: 'y' } }], 'github has no option tenant.'],
    [[{ ...github, secret_file: '/nowhere' }], 'it has either secret or secret_file.'],
    [[{ ...github, secret: undefined, secret_file: '/nowhere' }], 'which cannot be read.'],
    [[{ ...github, is_enabled: 'yes' }], 'is_enabled must be true or false.'],
    [[{ ...github, organizations: 'acme' }], 'organizations must be a list of subdomains.'],
    [[{ ...github, metadata: '<x/>' }], 'github has no metadata.'],
    [[{ ...github, kind: 'ldap' }], 'directories are set up in the settings of an organization.'],
    [[{ ...github, claim_rules: {} }], 'claim_rules must be a list.'],
    [[{ ...github, claim_rules: [{ when: {}, set: {} }] }], 'Rule 1: .when.claim'],
    [
      [
        {
          ...github,
          claim_rules: [{ when: { claim: 'a', matches: '(' }, set: { role: 'guest' } }],
        },
      ],
      'Rule 1: matches is no RE2 pattern.',
    ],
    [
      [{ ...github, claim_rules: [{ when: { claim: 'a' }, set: { channel_id: 7 } }] }],
      'Rule 1: set has role or groups here.',
    ],
    [[github, { ...github, organizations: ['acme'] }], 'it is at odds with the provider "hub".'],
    [[jwt, { ...jwt, slug: 'b' }], 'it is at odds with the provider "a".'],
    [
      [{ ...github, kind: 'proxy', secret: undefined, options: { user_header: 'Remote-User' } }],
      'set LOGIN_PROXIES',
    ],
  ])('are refused with a sentence: %j', (list, sentence) => {
    expect(() => read(list)).toThrow(sentence)
    expect(() => read(list)).not.toThrow('a secret')
  })
})
