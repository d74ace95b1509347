import { callAt } from '../support/person'
import type { Person } from '../support/person'
import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'
import { Traveler } from '../support/redirects'
import type { Step } from '../support/redirects'
import { encode, readRequest, SamlIdp } from '../support/saml-idp'
import type { AuthnRequest, Facts, Signed } from '../support/saml-idp'

/* Source: docs/protocol/single-sign-on.md#saml. */

const settings = {
  OUTGOING_WEBHOOKS_ALLOW_PRIVATE: 'localhost,127.0.0.1,::1',
  SECRETS_KEY: 'a key of the tests with more than 32 characters',
}
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

describe('Logins by SAML', () => {
  const server = useOwnServer({ settings })
  const acme = new SamlIdp('https://idp.acme.test/metadata')
  const other = new SamlIdp('https://idp.other.test/metadata')

  beforeAll(async () => {
    expectSuccess(await addProvider('acme', acme))
    expectSuccess(await addProvider('other', other))
    const open = { ...acme.options, allows_idp_initiated: true }
    expectSuccess(await addProvider('open', acme, { options: open }))
  })

  const addProvider = (slug: string, idp: SamlIdp, more: Record<string, unknown> = {}) =>
    server.owner.post('/realm/identity_providers', {
      ...{ slug, kind: 'saml', display_name: 'Acme', options: idp.options, ...more },
    })

  /** Goes to the provider. */
  async function begin(traveler: Traveler, slug = 'acme', query = ''): Promise<AuthnRequest> {
    const { location } = await traveler.open(`${server.url}/accounts/login/social/${slug}${query}`)
    return readRequest(location ?? '')
  }

  /** The form of a provider comes without cookies, and the request after it with them. */
  async function bring(traveler: Traveler, acsUrl: string, fields: Record<string, string>) {
    const posted = await fetch(acsUrl, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
      headers: { origin: 'https://idp.acme.test', 'sec-fetch-site': 'cross-site' },
    })
    const location = posted.headers.get('location')
    if (location === null) {
      return { status: posted.status, location: undefined, text: await posted.text() }
    }
    expect(posted.status).toBe(303)
    traveler.take(server.url, posted.headers.getSetCookie())
    return traveler.open(new URL(location, acsUrl).href)
  }

  interface Way {
    traveler?: Traveler
    slug?: string
    query?: string
    idp?: SamlIdp
    signed?: Signed
  }

  /** A whole login. */
  async function logIn(facts: Partial<Facts>, way: Way = {}): Promise<Step> {
    const { traveler = new Traveler(), slug = 'acme', query, idp = acme, signed } = way
    const asked = await begin(traveler, slug, query)
    const response = idp.answer(asked, facts, signed)
    return bring(traveler, asked.acsUrl, { SAMLResponse: response, RelayState: asked.relayState })
  }

  const own = (traveler: Traveler) =>
    callAt(server, 'get', '/json/users/me').set({
      'Sec-Fetch-Site': 'same-origin',
      Cookie: `sessionid=${traveler.cookie(server.url, 'sessionid') ?? ''}`,
    })

  const expectPage = ({ status, text }: Step, expected: number, sentence: string) => {
    expect(text).toContain(sentence)
    expect(text).toMatch(/^<!doctype html>/)
    expect(status).toBe(expected)
  }

  const reasonsAt = async (slug: string) => {
    const { refusals } = shapedLike(
      expectSuccess(await server.owner.post(`/realm/identity_providers/${slug}/test`)),
      { refusals: [{ reason: '', timestamp: 0 }] },
    )
    return refusals.map(({ reason }) => reason)
  }

  describe('A login that begins here', () => {
    it.each<[string, string, Signed]>([
      ['assertion', 'ada', ['assertion']],
      ['response', 'ann', ['response']],
      ['assertion and response', 'amy', ['assertion', 'response']],
    ])('opens a session for the person of a signed %s', async (_what, name, signed) => {
      const ada = await server.user(name)
      const traveler = new Traveler()
      const facts = { nameId: `ada-${ada.id}`, attributes: { email: ada.email.toUpperCase() } }
      const end = await logIn(facts, { traveler, signed, query: '?next=/%23narrow/stream/7' })
      expect(end).toMatchObject({ status: 302, location: `${server.url}/#narrow/stream/7` })
      expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: ada.id })
    })

    it('finds the account by NameID after the address has changed at the provider', async () => {
      const bo = await server.user('bo')
      await logIn({ nameId: 'bo', attributes: { mail: bo.email } })
      const traveler = new Traveler()
      await logIn({ nameId: 'bo', attributes: { mail: 'new@parley.test' } }, { traveler })
      expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: bo.id })
    })

    it('takes a NameID that is an address for the address', async () => {
      const cy = await server.user('cy')
      const traveler = new Traveler()
      await logIn({ nameId: cy.email, nameIdFormat: emailFormat }, { traveler })
      expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: cy.id })
    })

    it('hands a mobile app its key', async () => {
      const di = await server.user('di')
      const facts = { nameId: 'di', attributes: { email: di.email } }
      const { location } = await logIn(facts, { query: `?mobile_flow_otp=${'ab'.repeat(32)}` })
      expect(location).toMatch(/^zulip:\/\/login\?realm=http/)
    })

    it('asks a newcomer for a name, and knows the one at the provider', async () => {
      await server.changeRealm({ settings: { invite_required: false } })
      const { location = '' } = await logIn({
        nameId: 'kim',
        attributes: {
          [`${claims}/emailaddress`]: 'kim@new.test',
          [`${claims}/givenname`]: 'Kim',
          [`${claims}/surname`]: 'Kay',
        },
      })
      const key = /\/join\/([\w-]+)\/$/.exec(location)?.[1] ?? ''
      const answer = expectSuccess(
        await callAt(server, 'post', '/api/v1/accounts/confirmation').type('form').send({ key }),
      )
      expect(answer).toMatchObject({ email: 'kim@new.test', name_at_provider: 'Kim Kay' })
    })

    it('reads the attributes that the organization has chosen', async () => {
      const [eve, fay] = await server.users('eve', 'fay')
      const options = { ...acme.options, id_attribute: 'uid', email_attribute: 'work' }
      expectSuccess(await addProvider('chosen', acme, { options }))
      const traveler = new Traveler()
      const attributes = { uid: 'e1', work: eve.email, email: fay.email }
      const facts = { nameId: 'x', nameIdFormat: transientFormat, attributes }
      await logIn(facts, { slug: 'chosen', traveler })
      expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: eve.id })
    })

    it('is refused with a NameID that is another one at each login', async () => {
      const end = await logIn({ nameId: 'x', nameIdFormat: transientFormat })
      expectPage(end, 403, 'Acme did not tell who you are.')
      expect((await reasonsAt('acme'))[0]).toContain('id_attribute')
    })

    it('shows the words of a provider that refuses it', async () => {
      const end = await logIn({ status: '&lt;b&gt;No&lt;/b&gt; entry' }, { signed: [] })
      expectPage(end, 403, 'Acme did not log you in: &lt;b&gt;No&lt;/b&gt; entry')
    })

    it('goes to each of several providers, whose people of one name are different ones', async () => {
      const [gus, hal] = await server.users('gus', 'hal')
      const travelers = [new Traveler(), new Traveler()] as const
      await logIn({ nameId: 'same', attributes: { email: gus.email } }, { traveler: travelers[0] })
      await logIn(
        { nameId: 'same', attributes: { email: hal.email } },
        { traveler: travelers[1], slug: 'other', idp: other },
      )
      expect(expectSuccess(await own(travelers[0]))).toMatchObject({ user_id: gus.id })
      expect(expectSuccess(await own(travelers[1]))).toMatchObject({ user_id: hal.id })
    })
  })

  describe('A login that begins at the provider', () => {
    const acsUrl = (slug: string) => `${server.url}/complete/${slug}/`
    const unsolicited = (slug: string, facts: Partial<Facts>) =>
      acme.answer(
        { id: '', acsUrl: acsUrl(slug), entityId: `${acsUrl(slug)}metadata.xml`, relayState: '' },
        { inResponseTo: undefined, ...facts },
      )

    let ida: Person
    beforeAll(async () => {
      ida = await server.user('ida')
    })

    it.each([
      ['', '/'],
      ['/#recent', '/#recent'],
      ['https://evil.test/', '/'],
      ['{"subdomain":"","next":"/#inbox"}', '/#inbox'],
      ['{"next":"//evil.test"}', '/'],
      ['{broken', '/'],
    ])('leads from RelayState %j to %s', async (relayState, path) => {
      const traveler = new Traveler()
      const facts = { nameId: `ida-${ida.id}`, attributes: { email: ida.email } }
      const end = await bring(traveler, acsUrl('open'), {
        ...{ SAMLResponse: unsolicited('open', facts), RelayState: relayState },
      })
      expect(end.location).toBe(`${server.url}${path}`)
      expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: ida.id })
    })

    it('is refused for another organization', async () => {
      const end = await bring(new Traveler(), acsUrl('open'), {
        ...{ SAMLResponse: unsolicited('open', {}), RelayState: '{"subdomain":"elsewhere"}' },
      })
      expectPage(end, 403, 'This login is for another organization.')
    })

    it('is refused by a provider that is not set so', async () => {
      const SAMLResponse = unsolicited('acme', {})
      const end = await bring(new Traveler(), acsUrl('acme'), { SAMLResponse })
      expectPage(end, 403, 'A login by Acme has to begin here.')
    })

    it('is refused with the answer to a request', async () => {
      const SAMLResponse = unsolicited('open', { inResponseTo: '_of-somebody' })
      const end = await bring(new Traveler(), acsUrl('open'), { SAMLResponse })
      expectPage(end, 403, 'could not be verified')
    })

    it('goes on in the browser that brought the form alone', async () => {
      const SAMLResponse = unsolicited('open', { attributes: { email: 'a@parley.test' } })
      const body = new URLSearchParams({ SAMLResponse })
      const posted = await fetch(acsUrl('open'), { method: 'POST', redirect: 'manual', body })
      const location = new URL(posted.headers.get('location') ?? '', server.url).href
      expectPage(await new Traveler().open(location), 403, 'was begun in another browser')
    })
  })

  describe('An attack', () => {
    const unproven = 'The answer of Acme could not be verified.'

    /** The provider vouches for Mallory, who wants to be the victim. */
    const mallory = { nameId: 'mallory', attributes: { email: 'mallory@parley.test' } }
    beforeAll(async () => {
      await server.users('mallory')
      await server.users('victim')
    })

    async function expectRefused(xml: (asked: AuthnRequest) => string, reason: RegExp) {
      const traveler = new Traveler()
      const asked = await begin(traveler)
      const fields = { SAMLResponse: encode(xml(asked)), RelayState: asked.relayState }
      expectPage(await bring(traveler, asked.acsUrl, fields), 403, unproven)
      expect(traveler.cookie(server.url, 'sessionid')).toBeUndefined()
      expect((await reasonsAt('acme'))[0]).toMatch(reason)
    }

    describe('Signature wrapping', () => {
      const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/
      const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/

      /** The signed parts of an answer for Mallory, and what an attacker makes of them. */
      function partsOf(asked: AuthnRequest, signed: Signed) {
        const whole = acme.sign(acme.write(asked, mallory), signed)
        const find = (pattern: RegExp) => pattern.exec(whole)?.[0] ?? ''
        const sealed = find(signature)
        const evil = (xml: string) =>
          xml.replace(/ ID="[^"]+"/, ' ID="_evil"').replaceAll('mallory', 'victim')
        const inResponse = (content: string) => whole.replace(assertion, () => content)
        const plain = find(assertion).replace(signature, '')
        return { whole, sealed, evil, inResponse, genuine: find(assertion), plain }
      }

      type Wrap = (parts: ReturnType<typeof partsOf>) => string
      const within = (outer: string, end: string, inner: string) =>
        outer.replace(end, () => `${inner}${end}`)
      const afterIssuer = (xml: string, inserted: string) =>
        xml.replace('</saml:Issuer>', () => `</saml:Issuer>${inserted}`)

      it.each<[string, Signed, Wrap]>([
        [
          '1: the signed response in the signature of another one',
          ['response'],
          ({ whole, sealed, evil }) => {
            const plain = whole.replace(signature, '')
            return afterIssuer(evil(plain), within(sealed, '</ds:Signature>', plain))
          },
        ],
        [
          '2: the signed response beside its signature',
          ['response'],
          ({ whole, sealed, evil }) => {
            const plain = whole.replace(signature, '')
            return afterIssuer(evil(plain), plain + sealed)
          },
        ],
        [
          '3: another assertion before the signed one',
          ['assertion'],
          ({ inResponse, evil, plain, genuine }) => inResponse(evil(plain) + genuine),
        ],
        [
          '4: another assertion around the signed one',
          ['assertion'],
          ({ inResponse, evil, plain, genuine }) =>
            inResponse(within(evil(plain), '</saml:Assertion>', genuine)),
        ],
        [
          '5: another assertion with the signature, and the signed one without',
          ['assertion'],
          ({ inResponse, evil, plain, genuine }) => inResponse(evil(genuine) + plain),
        ],
        [
          '6: the signed assertion in the signature of another one',
          ['assertion'],
          ({ inResponse, evil, plain, sealed }) =>
            inResponse(afterIssuer(evil(plain), within(sealed, '</ds:Signature>', plain))),
        ],
        [
          '7: another assertion among extensions',
          ['assertion'],
          ({ inResponse, evil, plain, genuine }) =>
            inResponse(`<samlp:Extensions>${evil(plain)}</samlp:Extensions>${genuine}`),
        ],
        [
          '8: the signed assertion as an object of the signature',
          ['assertion'],
          ({ inResponse, evil, plain, sealed }) => {
            const object = `<ds:Object>${plain}</ds:Object>`
            return inResponse(afterIssuer(evil(plain), within(sealed, '</ds:Signature>', object)))
          },
        ],
        [
          'with one ID for both assertions',
          ['assertion'],
          ({ inResponse, plain, genuine }) =>
            inResponse(plain.replaceAll('mallory', 'victim') + genuine),
        ],
      ])('is refused: %s', async (_what, signed, wrap) => {
        await expectRefused((asked) => wrap(partsOf(asked, signed)), /\w/)
      })
    })

    it.each<[string, Partial<Facts>, RegExp]>([
      ['that has expired', { validFrom: -600, validFor: -120 }, /expired/],
      ['that is not yet valid', { validFrom: 120 }, /not yet valid/],
      ['for another audience', { audience: 'https://another.test' }, /audience/],
      ['for another destination', { destination: 'https://another.test' }, /is for https:/],
      ['for another recipient', { recipient: 'https://another.test' }, /is for https:/],
      ['for no recipient', { recipient: undefined }, /is for nobody/],
      ['of another issuer', { issuer: 'https://idp.other.test/metadata' }, /is from https:/],
      ['for the flow of somebody else', { inResponseTo: '_other' }, /InResponseTo/],
      ['that answers no request', { inResponseTo: undefined }, /InResponseTo/],
    ])('is refused with an assertion %s', async (_what, facts, reason) => {
      const write = (asked: AuthnRequest) => acme.write(asked, { ...mallory, ...facts })
      await expectRefused((asked) => acme.sign(write(asked), ['assertion']), reason)
    })

    const signedBy = (idp: SamlIdp, asked: AuthnRequest) =>
      idp.sign(acme.write(asked, mallory), ['assertion'])

    it.each<[string, (asked: AuthnRequest) => string, RegExp]>([
      ['without a signature', (asked) => acme.write(asked, mallory), /signature/],
      ['signed by another provider', (asked) => signedBy(other, asked), /signature/],
      [
        'signed by SHA-1',
        (asked) => acme.sign(acme.write(asked, mallory), ['assertion'], 'sha1'),
        /use SHA-256/,
      ],
      [
        'changed after it was signed',
        (asked) => signedBy(acme, asked).replaceAll('mallory', 'victim'),
        /signature/,
      ],
      [
        'with a comment in NameID',
        (asked) => signedBy(acme, asked).replace('>mallory<', '>mal<!-- -->lory<'),
        /comment/,
      ],
      [
        'with a document type and entities',
        (asked) =>
          `<!DOCTYPE r [<!ENTITY a "victim">]>${signedBy(acme, asked).replace('>mallory<', '>&a;<')}`,
        /document type/,
      ],
      [
        'with an entity of the system',
        (asked) => `<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]>${signedBy(acme, asked)}`,
        /document type/,
      ],
      ['that is no XML', () => 'response', /root|Text/],
      ['of another kind', () => '<LogoutResponse/>', /no response/],
      ['of nested elements', () => '<a>'.repeat(5_000), /in one another/],
      ['of many elements', () => `<a>${'<a/>'.repeat(6_000)}</a>`, /Too many elements/],
      [
        'of many attributes',
        () => `<a ${Array.from({ length: 4_000 }, (_, i) => `xmlns:a${i}="x"`).join(' ')}/>`,
        /Too many attributes/,
      ],
    ])('is refused with a response %s', async (_what, xml, reason) => {
      await expectRefused(xml, reason)
    })

    it('is refused that brings an assertion a second time', async () => {
      const [first, second] = [new Traveler(), new Traveler()]
      const asked = await begin(first, 'open')
      const fields = {
        SAMLResponse: acme.answer(asked, mallory),
        RelayState: asked.relayState,
      }
      expect(await bring(first, asked.acsUrl, fields)).toMatchObject({ status: 302 })
      expectPage(await bring(second, asked.acsUrl, fields), 403, unproven)
      expect((await reasonsAt('open'))[0]).toContain('was used before')
      // The same assertion in another response.
      const { id, acsUrl, entityId, relayState } = asked
      const once = { ...mallory, assertionId: '_once', inResponseTo: undefined }
      const answer = () => acme.answer({ id, acsUrl, entityId, relayState }, once)
      expect(await bring(first, acsUrl, { SAMLResponse: answer() })).toMatchObject({ status: 302 })
      expectPage(await bring(first, acsUrl, { SAMLResponse: answer() }), 403, unproven)
    })

    it('is refused that uses an assertion five times at once', async () => {
      const acsUrl = `${server.url}/complete/open/`
      const asked = { id: '', acsUrl, entityId: `${acsUrl}metadata.xml`, relayState: '' }
      const SAMLResponse = acme.answer(asked, { ...mallory, inResponseTo: undefined })
      const ends = await Promise.all(
        Array.from({ length: 5 }, () => bring(new Traveler(), acsUrl, { SAMLResponse })),
      )
      expect(ends.map(({ status }) => status).sort()).toEqual([302, 403, 403, 403, 403])
    })

    it('is refused that brings the answer to its own request to another browser', async () => {
      const [attacker, person] = [new Traveler(), new Traveler()]
      const asked = await begin(attacker)
      await begin(person)
      const fields = { SAMLResponse: acme.answer(asked, mallory), RelayState: asked.relayState }
      const end = await bring(person, asked.acsUrl, fields)
      expectPage(end, 403, 'was begun in another browser')
    })

    it('is refused that brings the answer of one flow to another one', async () => {
      const traveler = new Traveler()
      const [first, second] = [await begin(traveler), await begin(traveler)]
      const fields = { SAMLResponse: acme.answer(first, mallory), RelayState: second.relayState }
      expectPage(await bring(traveler, first.acsUrl, fields), 403, unproven)
    })

    it('is refused that fetches an outcome twice, or guesses one', async () => {
      const traveler = new Traveler()
      const asked = await begin(traveler)
      const guess = `${asked.acsUrl}?state=${asked.relayState}&answer=${'x'.repeat(43)}`
      expectPage(await traveler.open(guess), 403, 'This login has ended')
    })

    it('is refused that sends more than 256 KiB', async () => {
      const { acsUrl } = await begin(new Traveler())
      const end = await bring(new Traveler(), acsUrl, { SAMLResponse: 'A'.repeat(300_000) })
      expect(end.status).toBe(413)
    })

    it('is refused that brings a form to a provider of another kind', async () => {
      const google = { kind: 'google', display_name: 'Google', options: { client_id: 'x' } }
      expectSuccess(await addProvider('google', acme, google))
      const end = await bring(new Traveler(), `${server.url}/complete/google/`, {})
      expectPage(end, 404, 'This way to log in does not exist here.')
    })
  })

  describe('A provider of SAML', () => {
    it('is shown before all others, by its name', async () => {
      const found = expectSuccess(await server.call('get', '/server_settings'))
      const methods = found['external_authentication_methods'] as { name: string }[]
      expect(methods[0]).toMatchObject({
        ...{ name: 'saml:acme', login_url: '/accounts/login/social/acme' },
      })
      expect(found['authentication_methods']).toMatchObject({ saml: true })
    })

    it('finds the metadata of the server at its entity id', async () => {
      const { acsUrl, entityId } = await begin(new Traveler())
      const answer = await fetch(entityId)
      expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
      const xml = await answer.text()
      expect(xml).toContain(`entityID="${entityId}"`)
      expect(xml).toContain(`Location="${acsUrl}"`)
      expect((await fetch(`${server.url}/complete/google/metadata.xml`)).status).toBe(404)
    })

    it('is set up by its metadata, pasted or fetched', async () => {
      const idp = new SamlIdp('https://idp.pasted.test')
      await idp.open()
      try {
        const pasted = { options: {}, metadata: idp.metadata }
        const options = idp.options
        const url = { options: { metadata_url: `${idp.url}/metadata` } }
        for (const [slug, more] of [
          ['pasted', pasted],
          ['fetched', url],
        ] as const) {
          const { identity_provider: added } = shapedLike(
            expectSuccess(await addProvider(slug, idp, more)),
            { identity_provider: { options: {}, metadata_uri: '' } },
          )
          expect(added.options).toEqual({ ...idp.options, ...more.options })
          expect(added.metadata_uri).toBe(`${server.url}/complete/${slug}/metadata.xml`)
          const test = `/realm/identity_providers/${slug}/test`
          expect(expectSuccess(await server.owner.post(test))).toMatchObject({
            ...{ fault: null, issuer: 'https://idp.pasted.test' },
          })
        }
        await idp.close()
        // A provider that is away keeps the facts that it told before.
        const { identity_provider: kept } = shapedLike(
          expectSuccess(await server.owner.patch('/realm/identity_providers/fetched', url)),
          { identity_provider: { options: {} } },
        )
        expect(kept.options).toEqual({ ...options, ...url.options })
      } finally {
        await idp.close()
      }
    })

    it('is tested by its metadata, whose changes are taken over with the next change here', async () => {
      const idp = new SamlIdp('https://idp.renewed.test')
      await idp.open()
      try {
        const options = { metadata_url: `${idp.url}/metadata` }
        expectSuccess(await addProvider('renewed', idp, { options }))
        const address = '/realm/identity_providers/renewed'
        const faultNow = async () =>
          expectSuccess(await server.owner.post(`${address}/test`))['fault']
        expect(await faultNow()).toBeNull()
        idp.renew()
        expect(await faultNow()).toContain('The metadata of the provider has changed.')
        expectSuccess(await server.owner.patch(address, { options }))
        expect(await faultNow()).toBeNull()
      } finally {
        await idp.close()
      }
    })

    it('may have two certificates while it changes them', async () => {
      const [ian] = await server.users('ian')
      const next = new SamlIdp(acme.entityId)
      const pem = (base64: string) =>
        `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`
      const certificates = [pem(acme.certificate) + pem(next.certificate)]
      const options = { ...acme.options, certificates }
      expectSuccess(await addProvider('rolling', acme, { options }))
      for (const idp of [acme, next]) {
        const traveler = new Traveler()
        const facts = { nameId: 'ian', attributes: { email: ian.email } }
        await logIn(facts, { slug: 'rolling', idp, traveler })
        expect(expectSuccess(await own(traveler))).toMatchObject({ user_id: ian.id })
      }
    })

    it.each<[Record<string, unknown>, string]>([
      [{ options: {} }, 'saml needs the option entity_id.'],
      [{ options: { ...acme.options, client_id: 'x' } }, 'saml has no option client_id.'],
      [{ options: { ...acme.options, certificates: ['AAAA'] } }, 'certificates must be X.509'],
      [{ options: { ...acme.options, certificates: [] } }, 'saml needs the option certificates.'],
      [{ options: { ...acme.options, sso_url: 'javascript:1' } }, 'sso_url must be an address'],
      [{ metadata: '<a/>' }, 'metadata must describe exactly one identity provider.'],
      [{ metadata: `<!DOCTYPE a>${acme.metadata}` }, 'metadata cannot be read'],
      [{ options: { metadata_url: 'http://10.0.0.1/' } }, 'metadata_url cannot be fetched'],
      [{ options: { metadata_url: 'https://10.0.0.1/' } }, 'metadata_url cannot be fetched'],
      [{ options: { metadata_url: 'nowhere' } }, 'metadata_url must be an address'],
      [
        { kind: 'google', options: { client_id: 'x' }, metadata: acme.metadata },
        'google has no metadata.',
      ],
    ])('is refused with a sentence: %#', async (wrong, sentence) => {
      const refusal = await addProvider('refused', acme, wrong)
      expectError(refusal, 400)
      expect((refusal.body as { msg: string }).msg).toContain(sentence)
    })
  })
})
