import { remindInvited } from '../../src/server/chat/jobs/retention/remind-invited'
import type { Browser } from '../support/browser'
import { anyValue, exactly, mapOf, maybe, onlyOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { browserAt, keyOf, linkOf, tryToJoin } from '../support/joining'
import { useMailbox } from '../support/mailbox'
import type { ReceivedMail } from '../support/mailbox'
import type { Arguments, Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

const badLink = { code: 'INVALID_LINK' }
const dayMs = 86_400_000

/** The link in a mail with which somebody joins. */
function linkIn(mail: ReceivedMail | undefined): string {
  const [link] = /https:\/\/chat\.parley\.test\/accounts\/do_confirm\/[\w-]{43}/.exec(
    mail?.text ?? '',
  ) ?? ['']
  expect(mail?.html).toContain(link)
  return link
}

describe('joining by mail', () => {
  const mailbox = useMailbox()
  let now = Date.now()
  const server = useOwnServer({
    settings: Object.assign(mailbox.settings, { INVITATIONS_PER_DAY: '12' }),
    clock: { now: () => new Date(now) },
  })
  let alice: Person
  let browser: Browser

  beforeAll(async () => {
    alice = await server.user('alice')
  })
  beforeEach(() => {
    now = Date.now()
    browser = browserAt(server)
  })

  const receive = () => mailbox.receive(server.ctx)
  const invite = (emails: string, args: Arguments = {}) =>
    alice.post('/invites', { invitee_emails: emails, stream_ids: [], ...args })
  const register = (email: string, key?: string) =>
    browser.post('/json/accounts/register', { email, ...(key !== undefined && { key }) })
  const invitationOf = async (email: string): Promise<number> => {
    const { invites } = shapedLike(expectSuccess(await alice.get('/invites')), {
      invites: [{ id: 0, email: maybe('') }],
    })
    return invites.find((each) => each.email === email)?.id ?? -1
  }
  const open = async (isOpen: boolean) =>
    expectSuccess(await server.owner.patch('/realm', { invite_required: !isOpen }))

  it('leads from an invitation to an account, and a mail tells the inviter', async () => {
    const answer = expectSuccess(await invite('bo@x.test'))
    expect(answer['invitations']).toEqual([{ email: 'bo@x.test', link_url: null }])
    const [mail] = await receive()
    expect(mail).toMatchObject({ to: 'bo@x.test', subject: 'Alice has invited you to Parley Test' })
    const link = linkIn(mail)
    const told = expectSuccess(
      await browser.post('/json/accounts/confirmation', { key: keyOf(link) }),
    )
    expect(told).toMatchObject({
      ...{ email: 'bo@x.test', needs_confirmation: false, invited_by: 'Alice' },
    })
    const foreign = { name: 'Bo', email: 'else@x.test' }
    expectError(await tryToJoin(browser, link, foreign), 400, { var_name: 'email' })
    expectSuccess(await tryToJoin(browser, link, { name: 'Bo' }))
    const [welcome] = await receive()
    expect(welcome).toMatchObject({ to: 'bo@x.test', subject: 'Welcome to Parley Test' })
    expectError(await tryToJoin(browser, link, { name: 'Bo Again' }), 400, badLink)
  })

  it('sends an invitation again, with another link; neither outlasts its revocation', async () => {
    expectSuccess(await invite('cleo@x.test'))
    const id = await invitationOf('cleo@x.test')
    expect(expectSuccess(await alice.post(`/invites/${id}/resend`))).toMatchObject({
      link_url: null,
    })
    const links = (await receive()).map(linkIn)
    expect(new Set(links).size).toBe(2)
    for (const link of links) {
      expectSuccess(await browser.post('/json/accounts/confirmation', { key: keyOf(link) }))
    }
    expectSuccess(await alice.delete(`/invites/${id}`))
    for (const link of links) {
      expectError(await tryToJoin(browser, link, { name: 'Cleo' }), 400, badLink)
    }
  })

  it('reminds two days before the expiry, once, and not of short or expired invitations', async () => {
    expectSuccess(await invite('dan@x.test'))
    expectSuccess(await invite('eve@x.test', { invite_expires_in_minutes: 3 * 1440 }))
    expectSuccess(await invite('fay@x.test'))
    expectSuccess(await alice.delete(`/invites/${await invitationOf('fay@x.test')}`))
    await receive()
    const remind = () => remindInvited(server.ctx, () => Promise.resolve(true))
    now += 7 * dayMs
    await remind()
    expect(await receive()).toEqual([])
    now += dayMs
    await Promise.all([remind(), remind()])
    const reminders = await receive()
    expect(reminders).toMatchObject([
      { to: 'dan@x.test', subject: 'Your invitation to Parley Test ends soon' },
    ])
    await remind()
    expect(await receive()).toEqual([])
    const link = linkIn(reminders[0])
    now += 3 * dayMs
    expectError(await tryToJoin(browser, link, { name: 'Dan' }), 400, badLink)
  })

  it('confirms the address of a newcomer with a link, which ends with that link', async () => {
    const link = await linkOf(server.owner)
    const told = expectSuccess(
      await browser.post('/json/accounts/confirmation', { key: keyOf(link) }),
    )
    expect(told).toMatchObject({ email: null, needs_confirmation: true })
    const claimed = { name: 'Gil', email: 'gil@x.test' }
    expectError(await tryToJoin(browser, link, claimed), 400, { var_name: 'email' })
    expectSuccess(await register('gil@x.test', keyOf(link)))
    expectSuccess(await register('hal@x.test', keyOf(link)))
    const [ofGil, ofHal] = exactly((await receive()).map(linkIn), 2)
    expectSuccess(await tryToJoin(browser, ofGil, { name: 'Gil' }))
    const { invites } = shapedLike(expectSuccess(await server.owner.get('/invites')), {
      invites: [{ id: 0, link_url: maybe('') }],
    })
    const id = invites.find(({ link_url }) => link_url?.includes(keyOf(link)))?.id
    expectSuccess(await server.owner.delete(`/invites/multiuse/${id}`))
    expectError(await tryToJoin(browser, ofHal, { name: 'Hal' }), 400, badLink)
    expectError(await register('ida@x.test', keyOf(link)), 400, badLink)
    await receive()
  })

  it('is for everybody with a confirmed address, if the organization is open', async () => {
    expectError(await register('joe@x.test'), 400, { code: 'INVITATION_REQUIRED' })
    const told = () => browser.get('/json/server_settings')
    expect(expectSuccess(await told())).toMatchObject({ realm_invite_required: true })
    await open(true)
    expect(expectSuccess(await told())).toMatchObject({ realm_invite_required: false })
    expectSuccess(await register('joe@x.test'))
    const [mail] = await receive()
    expect(mail).toMatchObject({ to: 'joe@x.test', subject: 'Finish your account in Parley Test' })
    expect(mail?.text).toContain('joe@x.test')
    const link = linkIn(mail)
    now += dayMs + 1
    expectError(await tryToJoin(browser, link, { name: 'Joe' }), 400, badLink)
    now -= dayMs
    const me = expectSuccess(await tryToJoin(browser, link, { name: 'Joe' }))
    expect(me).toMatchObject({ email: 'joe@x.test' })
    const { subscriptions } = shapedLike(
      expectSuccess(await browser.get('/json/users/me/subscriptions')),
      { subscriptions: [mapOf(anyValue)] },
    )
    expect(subscriptions.length).toBeGreaterThan(0)
    await receive()
    await open(false)
  })

  it('gives the same answer for known and unknown addresses, and explains by mail', async () => {
    await open(true)
    const gone = await server.user('gone')
    expectSuccess(await server.owner.delete(`/users/${gone.id}`))
    const answers = []
    for (const email of ['kim@x.test', alice.email.toUpperCase(), gone.email]) {
      answers.push((await register(email)).text)
    }
    expect(new Set(answers).size).toBe(1)
    const mails = await receive()
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Finish your account in Parley Test',
      'You have an account in Parley Test',
      'Your account in Parley Test is deactivated',
    ])
    expect(mails.filter(({ text }) => text.includes('do_confirm'))).toHaveLength(1)
    await open(false)
  })

  it('keeps newcomers of an open organization from inviting', async () => {
    await open(true)
    expectError(await invite('lou@x.test'), 400, {
      code: 'INVITATION_FAILED',
      msg: 'Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.',
    })
    now += 3 * dayMs
    expectSuccess(await invite('lou@x.test'))
    await open(false)
    await receive()
  })

  it('limits the invitations of a day', async () => {
    now += 10 * dayMs
    const many = Array.from({ length: 11 }, (_, index) => `m${index}@x.test`)
    expectSuccess(await invite(many.join()))
    const refusal = { code: 'INVITATION_FAILED', daily_limit_reached: true }
    expectError(await invite('n1@x.test,n2@x.test'), 400, refusal)
    expectSuccess(await invite('n1@x.test'))
    expectError(
      await alice.post(`/invites/${await invitationOf('n1@x.test')}/resend`),
      400,
      refusal,
    )
    expect(await receive()).toHaveLength(12)
    now += dayMs
    expectSuccess(await invite('n2@x.test'))
    await receive()
  })
})

describe('mails that strangers ask for', () => {
  const mailbox = useMailbox()
  const server = useOwnServer({
    settings: Object.assign(mailbox.settings, { MAIL_RATE_LIMIT: '2' }),
  })

  it('are limited for each address and each caller, with an account or without', async () => {
    expectSuccess(await server.owner.patch('/realm', { invite_required: false }))
    const register = async (email: string) =>
      browserAt(server).post('/json/accounts/register', { email })
    for (const email of ['new@x.test', server.owner.email]) {
      expectSuccess(await register(email))
      expectSuccess(await register(email))
      expectError(await register(email.toUpperCase()), 429, { code: 'RATE_LIMIT_HIT' })
    }
    const invite = async (emails: string) =>
      server.owner.post('/invites', { invitee_emails: emails, stream_ids: [] })
    expectSuccess(await invite('guest@x.test'))
    const { invites } = await server.owner.call('GET /invites')
    expectSuccess(await server.owner.post(`/invites/${onlyOf(invites).id}/resend`))
    const refusals = [
      await server.owner.post(`/invites/${onlyOf(invites).id}/resend`),
      await invite('Guest@x.test'),
      await invite('someone@x.test, guest@x.test'),
      await register('guest@x.test'),
    ]
    for (const refusal of refusals) expectError(refusal, 429, { code: 'RATE_LIMIT_HIT' })
    const further = []
    for (let i = 0; i < 20; i += 1) further.push((await register(`x${i}@x.test`)).status)
    expect(further.filter((status) => status === 200).length).toBeLessThan(10)
    expect((await mailbox.receive(server.ctx)).length).toBeLessThan(14)
  })
})
