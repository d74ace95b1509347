import { expectError, expectSuccess } from '../support/expectations'
import { tokenIn, useMailbox } from '../support/mailbox'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

const confirmPath = '/accounts/confirm_new_email/'
const refusal = { code: 'INVALID_LINK' }

describe('mails about accounts', () => {
  const mailbox = useMailbox()
  let now = new Date()
  const server = useOwnServer({ settings: mailbox.settings, clock: { now: () => now } })
  beforeEach(() => {
    now = new Date()
  })

  const confirm = async (key: string) =>
    server.call('post', '/accounts/confirm_new_email').type('form').send({ key })

  async function keyFor(person: Person, email: string): Promise<string> {
    expectSuccess(await person.patch('/settings', { email }))
    const mails = await mailbox.receive(server.ctx)
    const mail = mails.find(({ to }) => to === email)
    if (!mail) throw new Error('no mail came')
    return tokenIn(mail, confirmPath)
  }

  const addressIn = async (person: Person) =>
    expectSuccess(await person.get('/users/me'))['delivery_email']

  /* Source: docs/protocol/mail.md#change-address. */
  it('confirm another address, and tell the old one', async () => {
    const ada = await server.user('ada')
    const key = await keyFor(ada, 'ada@new.test')
    // Mails are sent side by side: which one comes first is nobody's promise.
    expect(mailbox.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      ['ada@new.test', 'Confirm your new address for Parley Test'],
      ['ada@parley.test', 'A new address for your account in Parley Test'],
    ])
    // Nothing has changed yet.
    await server.logIn('ada@parley.test', 'password of ada')
    const queue = await server.owner.register({ event_types: ['realm_user'] })
    expect(expectSuccess(await confirm(key))['email']).toBe('ada@new.test')
    const [told, ...others] = await server.owner.pollUntil(queue, 'realm_user')
    expect(told).toMatchObject({ type: 'realm_user', op: 'update', person: { user_id: ada.id } })
    expect(others.every(({ type }) => type === 'realm_user')).toBe(true)
    await server.logIn('ada@new.test', 'password of ada')
    const noted = await mailbox.receive(server.ctx)
    expect(noted.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@parley.test', 'Your account in Parley Test has another address'],
    ])
    expectError(await confirm(key), 400, refusal)
  })

  it('confirm only the last address that somebody wants, within a day, once', async () => {
    const bob = await server.user('bob')
    const first = await keyFor(bob, 'bob@one.test')
    const second = await keyFor(bob, 'bob@two.test')
    expectError(await confirm(first), 400, refusal)
    now = new Date(now.getTime() + 86_400_000)
    expectError(await confirm(second), 400, refusal)
    const third = await keyFor(bob, 'bob@three.test')
    const answers = await Promise.all([confirm(third), confirm(third), confirm(third)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('do not confirm an address that was taken, forbidden or superseded meanwhile', async () => {
    const [carl, dan] = await server.users('carl', 'dan')
    const taken = await keyFor(carl, 'wanted@parley.test')
    await server.user('wanted')
    expectError(await confirm(taken), 400)
    const password = await keyFor(dan, 'dan@other.test')
    expectSuccess(
      await dan.patch('/settings', {
        old_password: 'password of dan',
        new_password: 'a pot of warm tea',
      }),
    )
    expectError(await confirm(password), 400, refusal)

    expectSuccess(await server.owner.patch('/realm', { email_changes_disabled: true }))
    expectError(await dan.patch('/settings', { email: 'dan@third.test' }), 400, {
      msg: 'Email address changes are disabled in this organization.',
    })
    expectSuccess(await server.owner.patch('/settings', { email: 'olivia@new.test' }))
    expectSuccess(await server.owner.patch('/realm', { email_changes_disabled: false }))
    await mailbox.receive(server.ctx)
  })

  it('are not sent, and nothing is changed, if the address is refused', async () => {
    const eve = await server.user('eve')
    for (const email of ['no address', server.owner.email]) {
      const answer = await eve.patch('/settings', { email, full_name: 'Eva' })
      expectError(answer, 400)
    }
    expect(expectSuccess(await eve.get('/users/me'))['full_name']).toBe('Eve')
    expect(await mailbox.receive(server.ctx)).toEqual([])
  })

  it('tell the old address when an owner chooses another; administrators may not', async () => {
    const finn = await server.user('finn')
    const admin = await server.user('admin', 'administrator')
    expectError(await admin.patch(`/users/${finn.id}`, { new_email: 'finn@new.test' }), 400, {
      msg: 'Must be an organization owner',
    })
    expectSuccess(await server.owner.patch(`/users/${finn.id}`, { new_email: 'finn@new.test' }))
    const again = await server.logIn('finn@new.test', 'password of finn')
    expect(await addressIn(again)).toBe('finn@new.test')
    expect((await mailbox.receive(server.ctx)).map(({ to }) => to)).toEqual(['finn@parley.test'])
  })

  /* Source: docs/protocol/mail.md#deactivation-mail. */
  it('tell the deactivated person, in the words of the administrator, in their language', async () => {
    const [gina, hugo] = await server.users('gina', 'hugo')
    expectSuccess(await gina.patch('/settings', { default_language: 'de' }))
    expectSuccess(
      await server.owner.delete(`/users/${gina.id}`, {
        deactivation_notification_comment: 'Bis bald!\n<b>Olivia</b>',
      }),
    )
    expectSuccess(await server.owner.delete(`/users/${hugo.id}`))
    const mails = await mailbox.receive(server.ctx)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: gina.email,
      subject: 'Dein Konto in Parley Test wurde deaktiviert',
    })
    expect(mails[0]?.text).toContain('> Bis bald!\n> <b>Olivia</b>\n')
    expect(mails[0]?.html).toContain('Bis bald!<br>\n&lt;b&gt;Olivia&lt;/b&gt;')
    expect(mails[0]?.html).toContain('lang="de"')
  })

  /* Source: docs/protocol/mail.md#login-mail. */
  it('tell of log-ins, except for newcomers and people who turned these mails off', async () => {
    const [ida, jo] = await server.users('ida', 'jo')
    await server.logIn(ida.email, 'password of ida')
    expect(await mailbox.receive(server.ctx)).toEqual([])
    now = new Date(now.getTime() + 61_000)
    expectSuccess(await jo.patch('/settings', { enable_login_emails: false }))
    await server.logIn(jo.email, 'password of jo')
    await server.logIn(ida.email, 'password of ida')
    const mails = await mailbox.receive(server.ctx)
    expect(mails.map(({ to }) => to)).toEqual([ida.email])
    expect(mails[0]?.subject).toMatch(/^New log-in to Parley Test from /)
    expect(mails[0]?.text).toContain('> Internet address 127.0.0.1')
  })

  /* Source: docs/protocol/settings.md#clock. */
  it('tell the time by the clock of the language, unless somebody has chosen one', async () => {
    const [kai, lea, mia] = await server.users('kai', 'lea', 'mia')
    expectSuccess(await kai.patch('/settings', { default_language: 'de' }))
    expectSuccess(await mia.patch('/settings', { twenty_four_hour_time: true }))
    now = new Date(now.getTime() + 86_400_000)
    now.setUTCHours(22, 42)
    for (const { email, fullName } of [kai, lea, mia]) {
      await server.logIn(email, `password of ${fullName.toLowerCase()}`)
    }
    const mails = await mailbox.receive(server.ctx)
    const timeTo = ({ email }: Person) =>
      /\b\d{1,2}:42(?:\s[AP]M)?/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0]
    expect([kai, lea, mia].map((person) => timeTo(person)?.replace(/\s/, ' '))).toEqual([
      '22:42',
      '10:42 PM',
      '22:42',
    ])
  })
})
