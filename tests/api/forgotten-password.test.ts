import { present } from '../support/checked'
import { tokenIn, useMailbox } from '../support/mailbox'
import { Browser } from '../support/browser'
import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'

const resetPath = '/accounts/password/reset/'
const refusal = {
  code: 'INVALID_LINK',
  msg: 'This link is invalid, has expired, or was used already.',
}

/* Source: docs/protocol/mail.md#password-reset. */
describe('a forgotten password', () => {
  const mailbox = useMailbox()
  let now = new Date()
  const server = useOwnServer({ settings: mailbox.settings, clock: { now: () => now } })
  beforeEach(() => {
    now = new Date()
  })

  const ask = async (email: string) =>
    server.call('post', '/accounts/password/reset').type('form').send({ email })
  const check = async (key: string) =>
    server.call('post', '/accounts/password/check').type('form').send({ key })
  const set = async (key: string, new_password = 'a lake of cold tea') =>
    server.call('post', '/accounts/password/set').type('form').send({ key, new_password })

  async function linkFor(email: string): Promise<string> {
    expectSuccess(await ask(email))
    const mails = await mailbox.receive(server.ctx)
    const mail = mails.find(({ to, text }) => to === email && text.includes(resetPath))
    if (!mail) throw new Error('no mail came')
    return tokenIn(mail, resetPath)
  }

  it('is asked about in the reader’s language, with every accent', async () => {
    const zoe = await server.user('zoe')
    expectSuccess(await zoe.patch('/settings', { default_language: 'fr' }))
    expectSuccess(await server.owner.patch('/realm', { name: 'Café Ångström & Cie' }))
    await linkFor(zoe.email)
    const mail = present(mailbox.mails.find(({ to }) => to === zoe.email))
    expect(mail.subject).toBe('Nouveau mot de passe pour Café Ångström & Cie')
    expect(mail.headers.get('content-language')).toBe('fr')
    expect(mail.text).toContain('Choisir un nouveau mot de passe')
    expect(mail.text).toMatch(/Le lien fonctionne une seule fois, jusqu’au \S.*\./)
    expect(mail.text).toContain('Vous recevez ce message parce que vous avez un compte dans Café')
    expect(mail.html).toContain('<html lang="fr">')
    expect(mail.html).toContain('Café Ångström &amp; Cie')
    // No text was left in English, and no name of a text or of a value stands for it.
    expect(mail.text).not.toMatch(/\b(?:the|your|link works)\b|mail\.|\{\{/)
    expectSuccess(await server.owner.patch('/realm', { name: 'Parley Test' }))
  })

  it('is replaced by a link, which ends all sessions and tells the person', async () => {
    const ada = await server.user('ada')
    const browser = new Browser(server.url)
    expectSuccess(await browser.logIn(ada.email, 'password of ada'))
    const key = await linkFor(ada.email)
    const [mail] = mailbox.mails
    expect(mail?.subject).toBe('Set a new password for Parley Test')
    expect(mail?.text).toContain(`https://chat.parley.test${resetPath}${key}`)
    expect(mail?.html).toContain(`href="https://chat.parley.test${resetPath}${key}"`)
    // The link is nowhere but in the mail.
    const stored = await server.db.selectFrom('confirmations').selectAll().execute()
    const queued = await server.db.selectFrom('mails').selectAll().execute()
    expect(JSON.stringify([stored, queued])).not.toContain(key)

    expect(expectSuccess(await check(key))).toMatchObject({ email: ada.email })
    expectSuccess(await set(key))
    const sessions = await server.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', ada.id)
      .execute()
    expect(sessions).toEqual([])
    await server.logIn(ada.email, 'a lake of cold tea')
    const [, told] = [...mailbox.mails, ...(await mailbox.receive(server.ctx))]
    expect(told?.subject).toBe('Your password in Parley Test was changed')
    expectError(await set(key), 400, refusal)
    expectError(await check(key), 400, refusal)
  })

  it('is answered in the same words with an account and without one', async () => {
    const bob = await server.user('bob')
    const answers = [
      await ask(bob.email),
      await ask('nobody@parley.test'),
      await ask('BOB@parley.test'),
    ]
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    // The work is the same as well: one row each.
    const rows = await server.db
      .selectFrom('mails')
      .selectAll()
      .where('sent_at', 'is', null)
      .execute()
    expect(rows.map(({ template, values }) => [template, values])).toEqual(
      answers.map(() => ['request:password_reset', {}]),
    )
    const mails = await mailbox.receive(server.ctx)
    expect(mails.map(({ to }) => to).sort()).toEqual(['BOB@parley.test', 'bob@parley.test'])
    expect(
      await server.db
        .selectFrom('mails')
        .selectAll()
        .where('recipient', 'like', 'nobody%')
        .execute(),
    ).toEqual([])
  })

  it('is refused by mail for a deactivated account', async () => {
    const carl = await server.user('carl')
    expectSuccess(await server.owner.delete(`/users/${carl.id}`))
    expectSuccess(await ask(carl.email))
    const [mail] = await mailbox.receive(server.ctx)
    expect(mail).toMatchObject({
      to: carl.email,
      subject: 'Your account in Parley Test is deactivated',
    })
    expect(mail?.text).not.toContain(resetPath)
  })

  it('keeps a link after a refused password, and refuses an expired link', async () => {
    const dan = await server.user('dan')
    const key = await linkFor(dan.email)
    expectError(await set(key, 'short'), 400, { code: 'BAD_REQUEST' })
    expectSuccess(await check(key))
    now = new Date(now.getTime() + 86_400_000)
    expectError(await check(key), 400, refusal)
    expectError(await set(key), 400, refusal)
  })

  it('refuses guessed links and links of other organizations alike', async () => {
    const eve = await server.user('eve')
    const key = await linkFor(eve.email)
    const acme = await server.realm('acme')
    const elsewhere = await acme.call('post', '/accounts/password/check').type('form').send({ key })
    const guessed = await check('x'.repeat(43))
    const none = await check('../../etc')
    for (const answer of [elsewhere, guessed, none]) expectError(answer, 400, refusal)
    expect(elsewhere.text).toBe(guessed.text)
    // An address link is no password link.
    expectError(
      await server.call('post', '/accounts/confirm_new_email').type('form').send({ key }),
      400,
      refusal,
    )
    expectSuccess(await check(key))
  })

  it('is set once by several who try at the same time', async () => {
    const finn = await server.user('finn')
    const key = await linkFor(finn.email)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => set(key, `a lake of cold tea ${at}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectError(answer, 400, refusal)
    }
  })

  it('makes older links worthless when the password, or the account, is another', async () => {
    const [gina, hugo] = await server.users('gina', 'hugo')
    const [first, second] = [await linkFor(gina.email), await linkFor(gina.email)]
    expectSuccess(await set(second))
    expectError(await set(first), 400, refusal)
    const third = await linkFor(gina.email)
    expectSuccess(
      await gina.patch('/settings', {
        old_password: 'a lake of cold tea',
        new_password: 'a pot of warm tea',
      }),
    )
    expectError(await check(third), 400, refusal)

    const hugos = await linkFor(hugo.email)
    expectSuccess(await server.owner.delete(`/users/${hugo.id}`))
    expectError(await check(hugos), 400, refusal)
    expectSuccess(await server.owner.post(`/users/${hugo.id}/reactivate`))
    expectError(await check(hugos), 400, refusal)
  })

  it('can be forgotten again: a new link works after a used one, and ends unused ones', async () => {
    const jo = await server.user('jo')
    const [used, unused] = [await linkFor(jo.email), await linkFor(jo.email)]
    expectSuccess(await set(used))
    const [second, third] = [await linkFor(jo.email), await linkFor(jo.email)]
    for (const key of [used, unused]) {
      expectError(await check(key), 400, refusal)
      expectError(await set(key), 400, refusal)
    }
    expectSuccess(await check(second))
    expectSuccess(await set(third, 'a pot of warm tea'))
    for (const key of [second, third]) expectError(await set(key), 400, refusal)
    await server.logIn(jo.email, 'a pot of warm tea')
    const told = await mailbox.receive(server.ctx)
    expect(told.at(-1)?.subject).toBe('Your password in Parley Test was changed')
  })

  it('is begun by an administrator, who sees no link if the server sends mail', async () => {
    const ida = await server.user('ida')
    const admin = await server.user('admin', 'administrator')
    const answer = expectSuccess(await admin.post(`/users/${ida.id}/password_reset`))
    expect(answer['link']).toBeNull()
    const [mail] = await mailbox.receive(server.ctx)
    expect(mail?.to).toBe(ida.email)
    expectError(await admin.post(`/users/${server.owner.id}/password_reset`), 400, {
      msg: 'Must be an organization owner',
    })
    expectError(await ida.post(`/users/${admin.id}/password_reset`), 400, {
      msg: 'Must be an organization administrator',
    })
    const { entries } = await server.owner.call('GET /audit_log', { act: 'password_link_made' })
    expect(entries).toMatchObject([{ affected_id: ida.id }])
  })
})

describe('a forgotten password without mail', () => {
  const server = useOwnServer()

  it('is replaced by a link that an administrator passes on', async () => {
    const ada = await server.user('ada')
    const { link } = expectSuccess(await server.owner.post(`/users/${ada.id}/password_reset`))
    const url = new URL(String(link))
    expect(url.origin).toBe(server.url)
    const key = url.pathname.slice(resetPath.length)
    const set = () =>
      server
        .call('post', '/accounts/password/set')
        .type('form')
        .send({ key, new_password: 'a lake of cold tea' })
    expectSuccess(await set())
    expectError(await set(), 400, refusal)
    await server.logIn(ada.email, 'a lake of cold tea')
  })

  it('gets the same answer for every address', async () => {
    const ask = (email: string) =>
      server.call('post', '/accounts/password/reset').type('form').send({ email })
    const answers = [await ask(server.owner.email), await ask('nobody@x.test')]
    for (const answer of answers) expectError(answer, 400, { code: 'BAD_REQUEST' })
    expect(answers[0]?.text).toBe(answers[1]?.text)
    expect(expectSuccess(await server.call('get', '/server_settings'))['mail_enabled']).toBe(false)
  })
})

/* Source: docs/protocol/limits.md#mails. */
describe('many requests for passwords', () => {
  const mailbox = useMailbox()
  const server = useOwnServer({
    settings: Object.assign(mailbox.settings, { MAIL_RATE_LIMIT: '2' }),
  })
  const ask = async (email: string) =>
    server.call('post', '/accounts/password/reset').type('form').send({ email })

  it('are refused beyond a limit, for one address and for one caller', async () => {
    const statuses = async (emails: string[]) => {
      const answers = []
      for (const email of emails) answers.push((await ask(email)).status)
      return answers
    }
    expect(await statuses(new Array<string>(5).fill(server.owner.email))).toEqual([
      200, 200, 429, 429, 429,
    ])
    const many = Array.from({ length: 8 }, (_, at) => `somebody${at}@x.test`)
    expect(await statuses(many)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(await mailbox.receive(server.ctx)).toHaveLength(2)
  })
})
