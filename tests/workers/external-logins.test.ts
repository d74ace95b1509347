import { join } from 'node:path'
import { Cluster, clusterNeeds } from '../support/cluster'
import { ownerApiKey, ownerEmail } from '../support/config'
import { expectSuccess } from '../support/expectations'
import { IdentityProvider } from '../support/identity-provider'
import { present } from '../support/checked'
import { OwnProcess } from '../support/own-process'
import { ownPorts } from '../support/own-ports'
import { Person } from '../support/person'
import { Traveler } from '../support/redirects'
import { SamlIdp } from '../support/saml-idp'
import { describeWith } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'

describeWith(clusterNeeds, 'Two workers behind nginx, and logins by a provider', () => {
  let stores: TestStores
  let cluster: Cluster
  let owner: Person

  beforeAll(async () => {
    stores = await createTestStores()
    cluster = await Cluster.start(stores, {
      OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1',
      SECRETS_KEY: 'a key of the tests with more than 32 characters',
    })
    owner = new Person(cluster.url, 0, ownerEmail, ownerApiKey, 'Owner')
    const ada = { email: 'ada@parley.test', full_name: 'Ada', password: 'password of ada' }
    expectSuccess(await owner.post('/users', ada))
  })
  afterAll(async () => {
    await cluster.stop()
    await stores.remove()
  })

  const addProvider = async (slug: string, issuer: string) =>
    expectSuccess(
      await owner.post('/realm/identity_providers', {
        ...{ slug, kind: 'oidc', display_name: slug, secret: 'a secret of the client' },
        options: { client_id: 'parley', issuer },
      }),
    )

  it('share a login by a real provider, whichever worker is killed on the way', async () => {
    const [port] = await ownPorts(1)
    const issuer = `http://127.0.0.1:${port}`
    const redirectUri = `${cluster.url}/complete/real/`
    const script = join(__dirname, '../support/openid-process.mjs')
    let isReady = false
    const provider = new OwnProcess({
      command: process.execPath,
      args: [script, String(port), redirectUri],
      onLine: (line) => (isReady ||= line === 'ready'),
    })
    try {
      await untilHolds('the provider listens', () => isReady)
      await addProvider('real', issuer)
      for (const worker of [0, 1]) {
        const traveler = new Traveler()
        const start = await traveler.open(`${cluster.url}/accounts/login/social/real`)
        const back = await traveler.follow(start.location ?? '', [issuer])
        expect(back.location).toContain(redirectUri)
        const { restarted } = await cluster.kill(present(cluster.workers[worker], 'worker'))
        const end = await traveler.open(back.location ?? '')
        expect(end).toMatchObject({ status: 302, location: `${cluster.url}/` })
        expect(traveler.cookie(cluster.url, 'sessionid')).toMatch(/^[\w-]{43}$/)
        await restarted
      }
    } finally {
      await provider.end()
    }
  })

  it('let a person log in again after the worker was killed between return and session', async () => {
    const provider = new IdentityProvider()
    await provider.open()
    try {
      await addProvider('held', provider.url)
      provider.person = { sub: 'ada', email: 'ada@parley.test', email_verified: true }
      const traveler = new Traveler()
      const start = await traveler.open(`${cluster.url}/accounts/login/social/held`)
      const back = await traveler.open(start.location ?? '')
      // The provider has taken the code when the workers are killed.
      const killAll = async () => {
        provider.misbehavior = {}
        await Promise.all(cluster.workers.map((worker) => cluster.kill(worker)))
      }
      provider.misbehavior = { hold: killAll }
      const cut = await traveler.open(back.location ?? '')
      expect(cut.status).toBeGreaterThanOrEqual(400)
      await untilHolds('a worker serves', async () => {
        return (await traveler.open(`${cluster.url}/ready`)).status === 200
      })
      const again = await traveler.open(`${cluster.url}/accounts/login/social/held`)
      const { location = '' } = await traveler.open(again.location ?? '')
      expect(await traveler.open(location)).toMatchObject({ location: `${cluster.url}/` })
    } finally {
      await provider.close()
    }
  })

  it('accept one of many simultaneous uses of an assertion of SAML', async () => {
    const idp = new SamlIdp('https://idp.test/metadata')
    expectSuccess(
      await owner.post('/realm/identity_providers', {
        ...{ slug: 'saml', kind: 'saml', display_name: 'SAML' },
        options: { ...idp.options, allows_idp_initiated: true },
      }),
    )
    const acsUrl = `${cluster.url}/complete/saml/`
    const SAMLResponse = idp.answer(
      { id: '', acsUrl, entityId: `${acsUrl}metadata.xml`, relayState: '' },
      { nameId: 'ada', attributes: { email: 'ada@parley.test' }, inResponseTo: undefined },
    )
    const body = () => new URLSearchParams({ SAMLResponse })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(acsUrl, { method: 'POST', redirect: 'manual', body: body() }),
      ),
    )
    const accepted = answers.filter(({ status }) => status === 303)
    expect(accepted).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(9)
    // The next request may reach the other worker.
    const traveler = new Traveler()
    traveler.take(cluster.url, accepted[0]?.headers.getSetCookie() ?? [])
    const next = new URL(accepted[0]?.headers.get('location') ?? '', cluster.url).href
    expect(await traveler.open(next)).toMatchObject({ location: `${cluster.url}/` })
    expect(traveler.cookie(cluster.url, 'sessionid')).toMatch(/^[\w-]{43}$/)
  })
})
