import { sql } from 'kysely'
import { sendDigests } from '../../src/server/chat/jobs/digests/send-digests'
import { takeDigestProgress } from '../../src/server/data/notifications/digest-progress'
import { asNumber, firstOf, maybe, present, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { useMailbox } from '../support/mailbox'
import type { ReceivedMail } from '../support/mailbox'
import { useOwnServer } from '../support/own-server'
import type { Arguments, Person } from '../support/person'

const dayMs = 86_400_000
/** A Wednesday. */
const wednesday = Date.parse('2031-01-15T08:00:00Z')

// Source: docs/protocol/notifications.md#digest.
describe('digests', () => {
  const mailbox = useMailbox()
  let now = new Date(wednesday)
  const server = useOwnServer({ settings: mailbox.settings, clock: { now: () => now } })
  let week = 0

  /** New people, who have had their accounts for twelve days: it is the Monday of a new week afterwards. */
  async function people<const Names extends string[]>(...names: Names) {
    week += 1
    now = new Date(wednesday + 21 * week * dayMs)
    const found = await server.users(...names)
    now = new Date(now.getTime() + 12 * dayMs)
    return found
  }

  beforeAll(async () => {
    const settings = { digest_emails_enabled: true, digest_weekday: 0 }
    expectSuccess(await server.owner.patch('/realm', settings))
  })

  const send = async (person: Person, args: Arguments) =>
    asNumber(expectSuccess(await person.post('/messages', { type: 'channel', ...args }))['id'])

  async function digests(goesOn = true): Promise<ReceivedMail[]> {
    await sendDigests(server.ctx, () => Promise.resolve(goesOn))
    return mailbox.receive(server.ctx)
  }

  const to = (mails: readonly ReceivedMail[], person: Person) =>
    mails.filter((mail) => mail.to === person.email)

  it('tell people who were away of the busiest topics that they may read, once a week', async () => {
    const [ada, bo, cy] = await people('ada1', 'bo1', 'cy1')
    const stream = await server.stream('plans', { subscribers: [ada, bo, cy] })
    const muted = await server.stream('muted', { subscribers: [ada, bo] })
    const secret = await server.stream('secret', { subscribers: [ada], inviteOnly: true })
    const changes = [{ stream_id: muted.id, property: 'is_muted', value: true }]
    expectSuccess(
      await bo.post('/users/me/subscriptions/properties', { subscription_data: changes }),
    )
    const off = { stream_id: stream.id, topic: 'noise', visibility_policy: 1 }
    expectSuccess(await bo.post('/user_topics', off))
    for (const text of ['one', 'two', 'three', 'four']) {
      await send(ada, { to: stream.id, topic: 'long', content: text })
    }
    await send(ada, { to: stream.id, topic: 'noise', content: 'not this' })
    await send(cy, { to: stream.id, topic: 'Many', content: 'first **of** two' })
    await send(ada, { to: stream.id, topic: 'many', content: 'second' })
    await send(ada, { to: muted.id, topic: 'x', content: 'nor this' })
    await send(ada, { to: secret.id, topic: 'x', content: 'never this' })
    expectSuccess(await cy.post('/users/me/presence', { status: 'active' }))
    await sql`update streams set created_at = ${now} where id in (${stream.id}, ${muted.id}, ${secret.id})`.execute(
      server.db,
    )
    const mails = await digests()
    expect(to(mails, cy)).toEqual([])
    const [mail, ...others] = to(mails, bo)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Digest of Parley Test')
    expect(mail?.text).toMatch(
      /#plans > many\n\S+\/#narrow\/\S+[^]*first \*\*of\*\* two[^]*second[^]*Participants: [^]*#plans > long[^]*one[^]*two\n\n2 more messages\. Participants: /,
    )
    expect(mail?.text).toMatch(/2 new streams:\n\n#plans\n\S+\n\n#muted\n/)
    expect(mail?.text).not.toMatch(/no[tr] this|never this|three|\bnoise/)
    expect(mail?.headers.get('list')).toMatchObject({
      unsubscribe: { url: expect.stringContaining('/accounts/unsubscribe/digest/') },
    })
    expect(await digests()).toEqual([])
  })

  it('continue after a worker has stopped', async () => {
    const [ada, ...readers] = await people('ada2', ...Array.from({ length: 35 }, (_, i) => `r${i}`))
    const all: Person[] = [present(ada, 'ada'), ...readers]
    const stream = await server.stream('large', { subscribers: all })
    await send(firstOf(all), { to: stream.id, topic: 'x', content: 'hello' })
    const first = await digests(false)
    const second = await digests()
    const addresses = [...first, ...second].map((mail) => mail.to)
    expect(first.length).toBeGreaterThan(0)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const { email } of all) expect(addresses).toContain(email)
    // A day begins again only after twelve hours.
    const next = new Date(now.getTime() + dayMs).toISOString().slice(0, 10)
    const take = () =>
      server.ctx.db.transaction((tx) => takeDigestProgress(tx, server.realmId, next))
    expect(await take()).toBeUndefined()
    now = new Date(now.getTime() + dayMs / 2)
    expect(await take()).toBe(0)
  })

  it('come on their day, to people who have turned them on', async () => {
    const [ada, bo] = await people('ada3', 'bo3')
    const stream = await server.stream('wanted', { subscribers: [ada, bo] })
    await send(ada, { to: stream.id, topic: 'x', content: 'hello' })
    expectSuccess(await ada.patch('/settings', { enable_digest_emails: false }))
    expectSuccess(await server.owner.patch('/realm', { digest_weekday: 3 }))
    expect(await digests()).toEqual([])
    expectSuccess(await server.owner.patch('/realm', { digest_weekday: 0 }))
    const mails = await digests()
    expect(to(mails, ada)).toEqual([])
    const [mail] = to(mails, bo)
    const list = shapedLike(mail?.headers.get('list'), maybe({ unsubscribe: { url: '' } }))
    const { pathname } = new URL(list?.unsubscribe.url ?? 'none:')
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const other = pathname.replace('/digest/', '/login/')
    expect((await fetch(`${server.url}${other}`, { method: 'POST', body })).status).toBe(400)
    for (const _ of ['once', 'twice']) {
      expect((await fetch(`${server.url}${pathname}`, { method: 'POST', body })).status).toBe(200)
    }
    const state = expectSuccess(
      await bo.post('/register', { fetch_event_types: ['user_settings'] }),
    )
    expect(state['user_settings']).toHaveProperty('enable_digest_emails', false)
  })

  it('withhold contents if a setting says so, in the language of their reader', async () => {
    const [ada, bo] = await people('ada4', 'bo4')
    const stream = await server.stream('hush', { subscribers: [ada, bo] })
    await send(ada, { to: stream.id, topic: 'topical', content: 'a secret' })
    const settings = { message_content_in_email_notifications: false, default_language: 'de' }
    expectSuccess(await bo.patch('/settings', settings))
    const [mail] = to(await digests(), bo)
    expect(mail?.subject).toBe('Zusammenfassung von Parley Test')
    expect(mail?.text).not.toMatch(/hush|topical|secret/)
    expect(mail?.text).toContain('halten Inhalte aus E-Mails heraus')
  })

  it('leave out messages from before their reader had access', async () => {
    const [ada, bo] = await people('ada5', 'bo5')
    const stream = await server.stream('past', { subscribers: [ada], inviteOnly: true })
    await send(ada, { to: stream.id, topic: 'before', content: 'too early' })
    const subscriptions = [{ name: 'past' }]
    const principals = [bo.id]
    expectSuccess(await ada.post('/users/me/subscriptions', { subscriptions, principals }))
    await send(ada, { to: stream.id, topic: 'after', content: 'in time' })
    const [mail] = to(await digests(), bo)
    expect(mail?.text).toContain('in time')
    expect(mail?.text).not.toMatch(/too early|before/)
  })
})
