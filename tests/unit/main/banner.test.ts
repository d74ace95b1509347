import { describeStart, describeStartInJson } from '../../../src/main/banner'
import type { CreatedRealm } from '../../../src/services/realms/create'
import { testConfig } from '../../support/config'

const madeUpKey = 'MadeUpMadeUpMadeUpMadeUpMadeUp12'
const givenKey = 'GivenGivenGivenGivenGivenGiven12'
const password = 'made up password'

/** What a first start says, with these settings. */
function firstStart(settings: Record<string, string>, created: Partial<CreatedRealm>) {
  const config = testConfig({
    PARLEY_OWNER_PASSWORD: '',
    PARLEY_OWNER_API_KEY: '',
    ...settings,
  })
  const realm = {
    realm: { name: 'Acme' },
    owner: { email: 'ada@acme.test' },
    streams: [{ name: 'general' }],
    ...created,
  } as unknown as CreatedRealm
  const start = { config, port: 9991, created: realm, owner: realm.owner.email }
  return { text: describeStart(start), json: JSON.parse(describeStartInJson(start)) as object }
}

describe('the first start', () => {
  it('prints secrets that were made up, which nobody else knows', () => {
    const { text, json } = firstStart({}, { apiKey: madeUpKey, password })
    expect(text).toContain(`Password      ${password}`)
    expect(text).toContain(`API key       ${madeUpKey}`)
    expect(text).toContain(`-u 'ada@acme.test:${madeUpKey}'`)
    expect(json).toMatchObject({ owner: { password, api_key: madeUpKey } })
  })

  it('prints none that came from the environment', () => {
    const settings = { PARLEY_OWNER_API_KEY: givenKey, PARLEY_OWNER_PASSWORD: 'given password' }
    const { text, json } = firstStart(settings, { apiKey: givenKey })
    expect(text).not.toMatch(/GivenGiven|given password/)
    expect(text).toContain('-u "ada@acme.test:$PARLEY_OWNER_API_KEY"')
    expect(text).not.toContain('shown only now')
    expect(json).toMatchObject({ owner: { password: null, api_key: null } })
  })
})
