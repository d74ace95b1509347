import { Browser, browserOf, passwordOf } from '../support/browser'
import { present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useMailbox } from '../support/mailbox'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'

/* Source: docs/protocol/mail.md#login-codes. */

const invalid = {
  code: 'INVALID_CODE',
  msg: 'This code is wrong, has expired, or was used already.',
}

describe('A code by mail', () => {
  const mailbox = useMailbox()
  let ahead = 0
  const server = useOwnServer({
    // The mailbox adds its address when it listens.
    settings: Object.assign(mailbox.settings, { LOGIN_RATE_LIMIT: '20', MAIL_RATE_LIMIT: '30' }),
    clock: { now: () => new Date(Date.now() + ahead) },
  })
  beforeEach(() => {
    ahead = 0
  })

  /** A browser that keeps the cookie of its login beside that of its session. */
  class CodeBrowser extends Browser {
    static there(): CodeBrowser {
      return new CodeBrowser(server.url)
    }

    async ask(email: string): Promise<void> {
      expectSuccess(await this.post('/json/login_code', { email }))
    }

    async enter(email: string, code: string) {
      return this.post('/json/session/code', { email, code })
    }

    async owner() {
      return expectSuccess(await this.get('/json/users/me'))['user_id']
    }
  }

  const codesFor = async (email: string): Promise<string[]> => {
    const mails = (await mailbox.receive(server.ctx)).filter(({ to }) => to === email)
    return mails.flatMap(({ subject }) => /^(\d{6}) is your code/.exec(subject)?.[1] ?? [])
  }
  const codeFor = async (email: string) => present((await codesFor(email)).at(-1), 'a code')
  const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  async function asked(person: Person): Promise<{ browser: CodeBrowser; code: string }> {
    const browser = CodeBrowser.there()
    await browser.ask(person.email)
    return { browser, code: await codeFor(person.email) }
  }

  it('logs the browser in that asked for it, once', async () => {
    const ann = await server.user('ann')
    const { browser, code } = await asked(ann)
    const cookie = browser.cookie
    expectError(await browser.enter(ann.email, another(code)), 400, invalid)
    expect(expectSuccess(await browser.enter(ann.email, ` ${code} `))).toMatchObject({
      ...{ user_id: ann.id, email: ann.email },
    })
    expect(await browser.owner()).toBe(ann.id)
    browser.cookie = cookie
    expectError(await browser.enter(ann.email, code), 400, invalid)
    const stored = await server.db.selectFrom('confirmations').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(code)
  })

  it('is one factor of an account that has two', async () => {
    const abe = await server.user('abe')
    const totp = { sealed_secret: Buffer.from('closed'), last_step: 0 }
    await server.db
      .insertInto('totp_secrets')
      .values({ realm_id: server.realmId, user_id: abe.id, ...totp })
      .execute()
    const { browser, code } = await asked(abe)
    const refused = { code: 'TWO_FACTOR_REQUIRED' }
    expectError(await browser.enter(abe.email, code), 403, refused)
    expectError(await browser.get('/json/users/me'), 401)
  })

  it('is worth nothing in another browser, whose guesses cost the person nothing', async () => {
    const bea = await server.user('bea')
    const { browser, code } = await asked(bea)
    const thief = CodeBrowser.there()
    for (let tries = 0; tries < 6; tries += 1) {
      expectError(await thief.enter(bea.email, code), 400, invalid)
    }
    // Not with a cookie of its own either.
    await thief.ask('nobody@parley.test')
    expectError(await thief.enter(bea.email, code), 400, invalid)
    expectSuccess(await browser.enter(bea.email, code))
  })

  it('is of one address', async () => {
    const [carl, dora] = await server.users('carl', 'dora')
    const { browser, code } = await asked(carl)
    expectError(await browser.enter(dora.email, code), 400, invalid)
    expectSuccess(await browser.enter(carl.email.toUpperCase(), code))
  })

  it('ends after five wrong tries, also of calls at the same moment', async () => {
    const eve = await server.user('eve')
    const { browser, code } = await asked(eve)
    const wrong = Array.from({ length: 8 }, () => browser.enter(eve.email, another(code)))
    for (const answer of await Promise.all(wrong)) expectError(answer, 400, invalid)
    expectError(await browser.enter(eve.email, code), 400, invalid)
  })

  it('ends after ten minutes, with a newer one, and with a new password', async () => {
    const fay = await server.user('fay')
    const late = await asked(fay)
    ahead += 601_000
    expectError(await late.browser.enter(fay.email, late.code), 400, invalid)
    const older = await asked(fay)
    const newer = await asked(fay)
    expectError(await older.browser.enter(fay.email, older.code), 400, invalid)
    const change = { old_password: passwordOf(fay), new_password: 'a lake of cold tea' }
    expectSuccess(await fay.patch('/settings', change))
    expectError(await newer.browser.enter(fay.email, newer.code), 400, invalid)
  })

  it('is limited as passwords are, over all codes', async () => {
    const gus = await server.user('gus')
    const statuses = new Set<number>()
    for (let tries = 0; tries < 22; tries += 1) {
      statuses.add((await CodeBrowser.there().enter(gus.email, '000000')).status)
    }
    expect([...statuses]).toEqual([400, 429])
    const { browser, code } = await asked(gus)
    expectError(await browser.enter(gus.email, code), 429, { code: 'RATE_LIMIT_HIT' })
  })

  it('does not tell who has an account, and comes to nobody else', async () => {
    const [hal, ida] = await server.users('hal', 'ida')
    const bot = await server.bot(hal, 'halbot')
    expectSuccess(await server.owner.delete(`/users/${ida.id}`))
    const answers = []
    for (const email of [hal.email, ida.email, bot.email, 'nobody@parley.test']) {
      const browser = CodeBrowser.there()
      const { status, body } = await browser.post('/json/login_code', { email })
      const wrong = await browser.enter(email, '000000')
      answers.push(JSON.stringify([status, body, wrong.status, wrong.body]))
    }
    expect(new Set(answers).size).toBe(1)
    const mails = await mailbox.receive(server.ctx)
    expect(mails.map(({ to }) => to)).toEqual([hal.email])
  })

  it('does not log in somebody who was deactivated meanwhile', async () => {
    const jo = await server.user('jo')
    const { browser, code } = await asked(jo)
    expectSuccess(await server.owner.delete(`/users/${jo.id}`))
    expectError(await browser.enter(jo.email, code), 400, invalid)
  })

  it('makes an imported account a real one, and ends what an unconfirmed address had', async () => {
    const kim = await server.user('kim')
    const thief = await browserOf(kim)
    await server.db
      .updateTable('users')
      .set({ is_imported_stub: true, is_address_unconfirmed: true })
      .where('id', '=', kim.id)
      .execute()
    const { browser, code } = await asked(kim)
    expectSuccess(await browser.enter(kim.email, code))
    const { is_imported_stub, is_address_unconfirmed } = await server.db
      .selectFrom('users')
      .select(['is_imported_stub', 'is_address_unconfirmed'])
      .where('id', '=', kim.id)
      .executeTakeFirstOrThrow()
    expect({ is_imported_stub, is_address_unconfirmed }).toEqual({
      ...{ is_imported_stub: false, is_address_unconfirmed: false },
    })
    expectError(await thief.get('/json/users/me'), 401, {})
    expectError(await kim.get('/users/me'), 401, { code: 'INVALID_API_KEY' })
    expect(await browser.owner()).toBe(kim.id)
  })

  it('proves who is there, for a person without a password', async () => {
    const lea = await server.user('lea')
    const { browser, code } = await asked(lea)
    const login = browser.cookie
    expectSuccess(await browser.enter(lea.email, code))
    const session = present(browser.cookie, 'a session')
    expectError(await browser.post('/json/session/proof/code'), 400, {
      msg: 'Codes are for people without a password.',
    })
    await server.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', lea.id)
      .execute()
    await server.door.announce([{ realmId: server.realmId, userIds: [lea.id] }])
    ahead += 601_000
    browser.cookie = session
    const show = () => browser.post('/json/fetch_api_key')
    expectError(await show(), 403, {
      ...{ code: 'REAUTHENTICATION_REQUIRED', ways: [{ kind: 'email_code' }] },
    })
    browser.cookie = `${session}; ${login}`
    expectSuccess(await browser.post('/json/session/proof/code'))
    const proof = await codeFor(lea.email)
    browser.cookie = `${session}; ${login}`
    expectError(await browser.post('/json/session/proof', { code: another(proof) }), 400, invalid)
    browser.cookie = `${session}; ${login}`
    expectSuccess(await browser.post('/json/session/proof', { code: proof }))
    browser.cookie = session
    expect(expectSuccess(await show())).toMatchObject({ api_key: lea.apiKey })
  })

  it('is not sent where people have no passwords', async () => {
    const { owner } = await server.realm('nopasswords')
    await server.db
      .updateTable('realms')
      .set({ settings: { password_login: false } })
      .where('string_id', '=', 'nopasswords')
      .execute()
    const browser = new Browser(server.url, { host: owner.host })
    for (const path of ['login_code', 'session/code']) {
      expectError(await browser.post(`/json/${path}`, { email: owner.email, code: '1' }), 403, {
        code: 'PASSWORD_AUTH_DISABLED',
      })
    }
  })
})
