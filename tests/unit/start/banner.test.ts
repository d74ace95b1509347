import { describeStart, describeStartInJson } from '../../../src/server/start/banner'
import type { CreatedRealm } from '../../../src/server/chat/actions/realms/create-realm'
import { asRecord } from '../../support/checked'
import { testConfig } from '../../support/config'
import { partOf } from '../../support/stand-ins'

const madeUpKey = 'MadeUpMadeUpMadeUpMadeUpMadeUp12'
const givenKey = 'GivenGivenGivenGivenGivenGiven12'
const password = 'made up password'
const file = '/var/lib/parley/owner-login.json'

/** Output of a first start with these settings. */
function firstStart(
  settings: Record<string, string>,
  created: Partial<CreatedRealm>,
  login: Parameters<typeof describeStart>[0]['login'] = 'terminal',
) {
  const config = testConfig({
    PARLEY_OWNER_PASSWORD: '',
    PARLEY_OWNER_API_KEY: '',
    ...settings,
  })
  const realm = partOf<CreatedRealm>({
    realm: { name: 'Acme' },
    owner: { email: 'ada@acme.test' },
    streams: [{ name: 'general' }],
    ...created,
  })
  const start = { config, port: 9991, created: realm, owner: realm.owner.email, login }
  return { text: describeStart(start), json: asRecord(JSON.parse(describeStartInJson(start))) }
}

describe('the first start', () => {
  it('shows generated secrets on a terminal, as they are stored nowhere else', () => {
    const { text, json } = firstStart({}, { apiKey: madeUpKey, password })
    expect(text).toContain(`Password      ${password}`)
    expect(text).toContain(`API key       ${madeUpKey}`)
    expect(text).toContain(`-u 'ada@acme.test:${madeUpKey}'`)
    expect(json).toMatchObject({ owner: { password, api_key: madeUpKey, login_file: null } })
  })

  it('names the file with the secrets elsewhere, and shows none', () => {
    const { text, json } = firstStart({}, { apiKey: madeUpKey, password }, { file })
    expect(text).toContain(`Password      (in ${file})`)
    expect(text).toContain(`API key       (in ${file})`)
    expect(text).toContain("-u 'ada@acme.test:YOUR_API_KEY'")
    expect(text + JSON.stringify(json)).not.toMatch(/MadeUp|made up password/)
    expect(json).toMatchObject({ owner: { password: null, api_key: null, login_file: file } })
  })

  it('shows no secrets if their file is missing', () => {
    const { text, json } = firstStart({}, { apiKey: madeUpKey, password }, { file: undefined })
    expect(text + JSON.stringify(json)).not.toMatch(/MadeUp|made up password/)
  })

  it.each(['terminal', { file: undefined }] as const)(
    'shows none that came from the environment: %j',
    (login) => {
      const settings = { PARLEY_OWNER_API_KEY: givenKey, PARLEY_OWNER_PASSWORD: 'given password' }
      const { text, json } = firstStart(settings, { apiKey: givenKey }, login)
      expect(text).not.toMatch(/GivenGiven|given password|undefined/)
      expect(text).toContain('-u "ada@acme.test:$PARLEY_OWNER_API_KEY"')
      expect(text).not.toMatch(/shown only once|that file/)
      expect(json).toMatchObject({ owner: { password: null, api_key: null, login_file: null } })
    },
  )
})
