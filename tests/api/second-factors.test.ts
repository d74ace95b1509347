import { AuthenticatorApp, ticketOf } from '../support/authenticator-app'
import { Browser, browserOf, passwordOf } from '../support/browser'
import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { callAt } from '../support/person'
import { Traveler } from '../support/redirects'
import { useOwnServer } from '../support/own-server'

/* Source: docs/protocol/second-factors.md#log-in. */

const settings = { SECRETS_KEY: 'a key of the tests with more than 32 characters' }
let now = new Date('2026-03-02T09:00:00Z')
const clock = { now: () => now }
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000))
const day = 86_400

const wrong = { code: 'WRONG_CODE' }
const ended = { code: 'LOGIN_ENDED' }

describe('A second factor', () => {
  const server = useOwnServer({ settings, clock })

  const logIn = (person: Person, browser = new Browser(server.url)) =>
    browser.logIn(person.email, passwordOf(person))
  const second = (ticket: string, code: string, browser = new Browser(server.url)) =>
    browser.post('/json/session/second', { ticket, code })
  const fetchKey = (person: Person) =>
    callAt(server, 'post', '/api/v1/fetch_api_key')
      .type('form')
      .send({ username: person.email, password: passwordOf(person) })

  /** A person with an app whose code of the present step is used up. */
  async function protect(name: string): Promise<[Person, AuthenticatorApp, Browser]> {
    const [person] = await server.users(name)
    const browser = await browserOf(person)
    return [person, await AuthenticatorApp.setUp(browser, clock), browser]
  }

  describe('A login with a password', () => {
    it('needs a code of the app, and gives a session then', async () => {
      const [ada, app] = await protect('ada')
      pass(60)
      const browser = new Browser(server.url)
      const refused = await logIn(ada, browser)
      expectError(refused, 403, { code: 'TWO_FACTOR_REQUIRED' })
      expect(browser.cookie).toBeUndefined()
      const answer = await second(ticketOf(refused), app.code().replace(/(...)/, '$1 '), browser)
      expect(expectSuccess(answer)).toMatchObject({ user_id: ada.id, email: ada.email })
      expect(expectSuccess(await browser.get('/json/users/me'))).toMatchObject({ user_id: ada.id })
    })

    it('says nothing about second factors to somebody with a wrong password', async () => {
      const [al] = await protect('al')
      const refused = await new Browser(server.url).logIn(al.email, 'a guess')
      expectError(refused, 403, { code: 'AUTHENTICATION_FAILED' })
    })

    it('takes the code of the step before and after, and none further away', async () => {
      const [bo, app] = await protect('bo')
      pass(300)
      const ticket = ticketOf(await logIn(bo))
      expectError(await second(ticket, app.code(-2)), 403, wrong)
      expectError(await second(ticket, app.code(2)), 403, wrong)
      expectSuccess(await second(ticket, app.code(-1)))
      expectSuccess(await second(ticketOf(await logIn(bo)), app.code(1)))
    })

    it('takes each code once, and none older than an accepted one', async () => {
      const [cy, app] = await protect('cy')
      expectError(await second(ticketOf(await logIn(cy)), app.code()), 403, wrong)
      pass(60)
      expectSuccess(await second(ticketOf(await logIn(cy)), app.code()))
      const ticket = ticketOf(await logIn(cy))
      expectError(await second(ticket, app.code()), 403, wrong)
      expectError(await second(ticket, app.code(-1)), 403, wrong)
    })

    it('takes a code once of two simultaneous calls', async () => {
      const [di, app] = await protect('di')
      pass(60)
      const tickets = [ticketOf(await logIn(di)), ticketOf(await logIn(di))]
      const answers = await Promise.all(tickets.map((ticket) => second(ticket, app.code())))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    })

    it('takes each recovery code once, however it is typed', async () => {
      const [ed, { recoveryCodes }] = await protect('ed')
      expect(new Set(recoveryCodes).size).toBe(10)
      const [code = '', other = ''] = recoveryCodes
      expectSuccess(await second(ticketOf(await logIn(ed)), code))
      expectError(await second(ticketOf(await logIn(ed)), code), 403, wrong)
      const typed = ` ${other.replaceAll('-', ' ').toUpperCase()}`
      const answers = await Promise.all([
        second(ticketOf(await logIn(ed)), typed),
        second(ticketOf(await logIn(ed)), other),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    })

    it('keeps secrets and recovery codes unreadable in the database, each with its account', async () => {
      const [fay, fays] = await protect('fay')
      const [gus, guses] = await protect('gus')
      const rows = await server.db.selectFrom('recovery_codes').selectAll().execute()
      expect(rows.map(({ code_hash }) => code_hash)).not.toContain(fays.recoveryCodes[0])
      const { sealed_secret } = await server.db
        .selectFrom('totp_secrets')
        .selectAll()
        .where('user_id', '=', gus.id)
        .executeTakeFirstOrThrow()
      await server.db
        .updateTable('totp_secrets')
        .set({ sealed_secret })
        .where('user_id', '=', fay.id)
        .execute()
      pass(60)
      expectError(await second(ticketOf(await logIn(fay)), guses.code()), 403, wrong)
    })

    it.each([
      ['an invented ticket', async () => 'x'.repeat(43)],
      ['a text that is no ticket', async () => "'; drop table users"],
      [
        'a ticket older than five minutes',
        async (hal: Person) => {
          const ticket = ticketOf(await logIn(hal))
          pass(301)
          return ticket
        },
      ],
      [
        'the ticket of a password that was changed',
        async (hal: Person) => {
          const ticket = ticketOf(await logIn(hal))
          const passwords = { old_password: passwordOf(hal), new_password: 'harbor 77 lantern' }
          expectSuccess(await hal.patch('/settings', passwords))
          return ticket
        },
      ],
      [
        'the ticket of an account that was deactivated',
        async (hal: Person) => {
          const ticket = ticketOf(await logIn(hal))
          expectSuccess(await server.owner.delete(`/users/${hal.id}`))
          return ticket
        },
      ],
    ])('refuses %s', async (name, takeTicket) => {
      const [hal, app] = await protect(`hal-${name.length}`)
      const ticket = await takeTicket(hal)
      expectError(await second(ticket, app.code(1)), 400, ended)
    })

    it('takes a ticket once, and five codes for it at most', async () => {
      const [ida, app] = await protect('ida')
      pass(60)
      const once = ticketOf(await logIn(ida))
      expectSuccess(await second(once, app.code()))
      expectError(await second(once, app.code(1)), 400, ended)
      const guessed = ticketOf(await logIn(ida))
      for (let guess = 0; guess < 5; guess++) {
        expectError(await second(guessed, '000000'), 403, wrong)
      }
      expectError(await second(guessed, app.code(1)), 400, ended)
    })
  })

  describe('Programs and apps', () => {
    it('get no API key by the password alone, and are sent to the browser', async () => {
      const [jo] = await server.users('jo')
      expect(expectSuccess(await fetchKey(jo))).toMatchObject({ api_key: jo.apiKey })
      await AuthenticatorApp.setUp(await browserOf(jo), clock)
      expectError(await fetchKey(jo), 403, {
        code: 'PASSWORD_AUTH_DISABLED',
        reason: 'second factor required',
        msg: 'A password alone does not open your account. Please choose “Log in in the browser” instead.',
      })
      const { external_authentication_methods: methods } = shapedLike(
        (await callAt(server, 'get', '/api/v1/server_settings')).body,
        { external_authentication_methods: [{ name: '', login_url: '' }] },
      )
      expect(methods).toMatchObject([
        { name: 'parley', login_url: '/accounts/login/social/browser' },
      ])
    })

    it('get the key through the browser after password and code', async () => {
      const [kim, app] = await protect('kim')
      pass(60)
      const traveler = new Traveler()
      const pad = 'ab'.repeat(32)
      const start = `${server.url}/accounts/login/social/browser?mobile_flow_otp=${pad}`
      const { location = '' } = await traveler.open(start)
      const next = new URL(location).searchParams.get('next') ?? ''
      // The way of the page: a login there in two steps, and then the address that it was opened for.
      const browser = new Browser(server.url)
      expectSuccess(await second(ticketOf(await logIn(kim, browser)), app.code(), browser))
      traveler.take(server.url, [browser.setCookie ?? ''])
      const end = await traveler.open(server.url + next)
      expect(end.location).toMatch(/^zulip:\/\/login\?/)
      const facts = new URL(end.location ?? '').searchParams
      const masked = Buffer.from(facts.get('otp_encrypted_api_key') ?? '', 'hex')
      expect(masked.map((byte) => byte ^ 0xab).toString()).toBe(kim.apiKey)
      expect(facts.get('user_id')).toBe(String(kim.id))
    })

    it('show the key in the settings for ten minutes after a login, and never for the password', async () => {
      const [lea, app, browser] = await protect('lea')
      const password = passwordOf(lea)
      const show = () => browser.post('/json/fetch_api_key', { password })
      expect(expectSuccess(await show())).toMatchObject({ api_key: lea.apiKey })
      await server.db
        .updateTable('sessions')
        .set({ created_at: new Date(now.getTime() - 601_000) })
        .where('user_id', '=', lea.id)
        .execute()
      const refused = await show()
      expectError(refused, 403, { code: 'REAUTHENTICATION_REQUIRED' })
      expect(refused.body).toMatchObject({ ways: [{ kind: 'totp' }] })
      const prove = (proof: Record<string, string>) => browser.post('/json/session/proof', proof)
      expectError(await prove({ password }), 400)
      expectError(await prove({ code: '000000' }), 403, wrong)
      pass(60)
      expectSuccess(await prove({ code: app.code() }))
      expect(expectSuccess(await show())).toMatchObject({ api_key: lea.apiKey })
    })
  })

  describe('The settings of a person', () => {
    it('tell the state, make new recovery codes and switch the factor off, each by a code', async () => {
      const [mo, app, browser] = await protect('mo')
      expect(expectSuccess(await browser.get('/json/second_factor'))).toMatchObject({
        ...{ since: now.getTime() / 1_000, recovery_codes_left: 10, due_at: null },
      })
      expectError(await browser.delete('/json/second_factor', { code: '123' }), 403, wrong)
      const [old = ''] = app.recoveryCodes
      pass(60)
      const renewed = shapedLike(
        expectSuccess(
          await browser.post('/json/second_factor/recovery_codes', { code: app.code() }),
        ),
        { recovery_codes: [''] },
      )
      expectError(await browser.delete('/json/second_factor', { code: old }), 403, wrong)
      expectSuccess(
        await browser.delete('/json/second_factor', { code: renewed.recovery_codes[3] ?? '' }),
      )
      expectSuccess(await logIn(mo))
      expectSuccess(await fetchKey(mo))
      expectError(await browser.delete('/json/second_factor', { code: '1' }), 400, {
        msg: 'There is no second factor.',
      })
    })

    it('switch the factor on by a right code of their own ticket only', async () => {
      const [ned, nina] = await server.users('ned', 'nina')
      const [neds, ninas] = [await browserOf(ned), await browserOf(nina)]
      const begun = shapedLike(expectSuccess(await neds.post('/json/second_factor')), {
        ...{ ticket: '', secret: '', uri: '', qr_code: [''] },
      })
      expect(begun.uri).toContain(`secret=${begun.secret}`)
      expect(begun.qr_code.every((row) => row.length === begun.qr_code.length)).toBe(true)
      const { ticket } = begun
      const code = AuthenticatorApp.of(begun.secret, clock).code()
      const confirm = (browser: Browser, given: string) =>
        browser.post('/json/second_factor/confirm', { ticket, code: given })
      expectError(await confirm(neds, '000000'), 403, wrong)
      expectError(await confirm(ninas, code), 400, ended)
      expectSuccess(await logIn(ned))
      expectSuccess(await confirm(neds, code))
      expectError(await confirm(neds, code), 400, ended)
      expectError(await logIn(ned), 403, { code: 'TWO_FACTOR_REQUIRED' })
    })

    it('change by a session alone, never by an API key', async () => {
      const [oz] = await protect('oz')
      for (const call of [
        oz.post('/json/second_factor'),
        oz.post('/json/second_factor/confirm', { ticket: 'x', code: '1' }),
        oz.post('/json/second_factor/recovery_codes', { code: '1' }),
        oz.delete('/json/second_factor', { code: '1' }),
      ]) {
        expectError(await call, 400, { msg: 'Log in with a browser to change how you log in.' })
      }
    })

    it('are written to the audit log', async () => {
      const [pia, app, browser] = await protect('pia')
      expectSuccess(await browser.delete('/json/second_factor', { code: app.recoveryCodes[0] }))
      const rows = await server.db
        .selectFrom('audit_log')
        .select(['act', 'before', 'after'])
        .where('affected_id', '=', pia.id)
        .where('act', '<>', 'user_created')
        .orderBy('id')
        .execute()
      expect(rows.map(({ act }) => act)).toEqual([
        'second_factor_added',
        'recovery_code_used',
        'second_factor_removed',
      ])
      expect(JSON.stringify(rows)).not.toContain(app.recoveryCodes[0])
    })
  })

  describe('Administrators', () => {
    it('remove the factor of a person, owners alone that of an owner', async () => {
      const [quin, , browser] = await protect('quin')
      const admin = await server.user('rob', 'administrator')
      const remove = (by: Person, id: number) => by.delete(`/users/${id}/second_factor`)
      expectError(await remove(quin, quin.id), 400, {
        msg: 'Must be an organization administrator',
      })
      expectError(await remove(admin, server.owner.id), 400, {
        msg: 'Must be an organization owner',
      })
      expectSuccess(await remove(admin, quin.id))
      expectError(await remove(admin, quin.id), 400, { msg: 'There is no second factor.' })
      expectSuccess(await logIn(quin))
      expectSuccess(await browser.get('/json/users/me'))
      await AuthenticatorApp.setUp(await browserOf(admin), clock)
      expectError(await remove(admin, admin.id), 400, {
        msg: 'Switch your own second factor off with a code.',
      })
    })
  })

  describe('A demand of the organization', () => {
    const demand = async (two_factor_required: 'nobody' | 'administrators' | 'all') =>
      expectSuccess(await server.owner.patch('/realm', { two_factor_required }))
    afterEach(() => server.owner.patch('/realm', { two_factor_required: 'nobody' }))

    it('leaves seven days from its beginning, and then leads to setting the factor up', async () => {
      const [sue] = await server.users('sue')
      await demand('all')
      const begun = now
      const browser = new Browser(server.url)
      expectSuccess(await logIn(sue, browser))
      const dueAt = begun.getTime() / 1_000 + 7 * day
      pass(6 * day)
      expect(expectSuccess(await browser.get('/json/second_factor'))).toMatchObject({
        ...{ since: null, due_at: dueAt },
      })
      expectSuccess(await fetchKey(sue))
      expectSuccess(await logIn(sue))
      pass(day)
      expectError(await fetchKey(sue), 403, { code: 'PASSWORD_AUTH_DISABLED' })
      const old = await browser.post('/json/fetch_api_key', { password: passwordOf(sue) })
      expectError(old, 403, { code: 'REAUTHENTICATION_REQUIRED' })
      expect(old.body).toMatchObject({ ways: [] })
      const refused = await logIn(sue)
      expectError(refused, 403, { code: 'TWO_FACTOR_SETUP_REQUIRED' })
      const { secret } = shapedLike(refused.body, { secret: '' })
      const app = AuthenticatorApp.of(secret, clock)
      expectError(await second(ticketOf(refused), '000000'), 403, wrong)
      const fresh = new Browser(server.url)
      const answer = expectSuccess(await second(ticketOf(refused), app.code(), fresh))
      expect(answer['recovery_codes']).toHaveLength(10)
      expectSuccess(await fresh.post('/json/fetch_api_key'))
      pass(60)
      const next = await logIn(sue)
      expectError(next, 403, { code: 'TWO_FACTOR_REQUIRED' })
      expectSuccess(await second(ticketOf(next), app.code()))
    })

    it('lets nobody put another app in the place of one that was set up meanwhile', async () => {
      const [tim] = await server.users('tim')
      await demand('all')
      pass(8 * day)
      // Somebody who knows the password has asked, too.
      const [early, tims] = [await logIn(tim), await logIn(tim)]
      const appOf = ({ body }: typeof early) =>
        AuthenticatorApp.of(shapedLike(body, { secret: '' }).secret, clock)
      expectSuccess(await second(ticketOf(tims), appOf(tims).code()))
      expectError(await second(ticketOf(early), appOf(early).code()), 400, ended)
    })

    it('is told in events and at registration, and is for owners', async () => {
      const admin = await server.user('tia', 'administrator')
      const queue = await server.owner.register({ event_types: ['realm'] })
      expectError(await admin.patch('/realm', { two_factor_required: 'all' }), 400, {
        msg: 'Must be an organization owner',
      })
      expectError(await server.owner.patch('/realm', { two_factor_required: 'some' }), 400)
      expectSuccess(await server.owner.patch('/realm', { two_factor_required: 'all' }))
      const [event] = await server.owner.pollUntil(queue, 'realm')
      expect(event).toMatchObject({ property: 'two_factor_required', value: 'all' })
      expect(await admin.register({ fetch_event_types: ['realm'] })).toMatchObject({
        realm_two_factor_required: 'all',
      })
    })

    it('reaches administrators from the time when they become such, and not those that cease to', async () => {
      const [tom, una] = await server.users('tom', 'una')
      await demand('administrators')
      pass(8 * day)
      expectSuccess(await logIn(tom))
      expectSuccess(await server.owner.patch(`/users/${tom.id}`, { role: 200 }))
      expectSuccess(await logIn(tom))
      pass(8 * day)
      expectError(await logIn(tom), 403, { code: 'TWO_FACTOR_SETUP_REQUIRED' })
      expectSuccess(await logIn(una))
      expectSuccess(await server.owner.patch(`/users/${tom.id}`, { role: 400 }))
      expectSuccess(await logIn(tom))
      // A new promotion begins anew.
      expectSuccess(await server.owner.patch(`/users/${tom.id}`, { role: 200 }))
      expectSuccess(await logIn(tom))
    })

    it('gives newcomers their own seven days, and none again to a person who switches the factor off', async () => {
      await demand('all')
      pass(30 * day)
      const [vic] = await server.users('vic')
      const browser = new Browser(server.url)
      expectSuccess(await logIn(vic, browser))
      const app = await AuthenticatorApp.setUp(browser, clock)
      pass(8 * day)
      expectSuccess(await browser.delete('/json/second_factor', { code: app.code() }))
      expectError(await logIn(vic), 403, { code: 'TWO_FACTOR_SETUP_REQUIRED' })
    })
  })
})

describe('Guesses at codes', () => {
  const server = useOwnServer({
    settings: { ...settings, LOGIN_RATE_LIMIT: '100' },
    clock,
  })

  it('are limited for an account, whatever the number of tickets', async () => {
    const [wim] = await server.users('wim')
    const app = await AuthenticatorApp.setUp(await browserOf(wim), clock)
    pass(60)
    const guess = async (code: string) => {
      const browser = new Browser(server.url)
      const ticket = ticketOf(await browser.logIn(wim.email, passwordOf(wim)))
      return browser.post('/json/session/second', { ticket, code })
    }
    expectSuccess(await guess(app.code()))
    for (let count = 0; count < 10; count++) expectError(await guess('000000'), 403, wrong)
    expectError(await guess(app.code(1)), 429, { code: 'RATE_LIMIT_HIT' })
  })
})

describe('A server without SECRETS_KEY', () => {
  const server = useOwnServer()

  it('refuses second factors, and the demand for them, with a sentence', async () => {
    if (server.ctx.sealer) return
    const [xi] = await server.users('xi')
    expectError(await (await browserOf(xi)).post('/json/second_factor'), 400, {
      msg: 'Secrets cannot be stored: the operator of this server has to set SECRETS_KEY.',
    })
    expectError(await server.owner.patch('/realm', { two_factor_required: 'all' }), 400, {
      msg: 'Second factors cannot be stored: the operator of this server has to set SECRETS_KEY.',
    })
  })
})
