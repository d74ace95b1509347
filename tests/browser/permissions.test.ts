import type { Page } from 'playwright-core'
import { systemGroups } from '../../src/shared/rules/system-groups'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { expectNone } from './support/waits'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const article = (page: Page, text: string) =>
  page.getByRole('feed').getByRole('article').filter({ hasText: text })
const only = (...people: Person[]) => ({
  direct_members: people.map(({ id }) => id),
  direct_subgroups: [],
})

describeInBrowser('Permissions', () => {
  const { server, windows } = useServerAndBrowser()

  let ada: Person
  let bo: Person
  let cy: Person
  beforeAll(async () => {
    ;[ada, bo, cy] = await server.users('ada', 'bo', 'cy')
  })

  const changeRealm = async (name: string, value: unknown) =>
    expectSuccess(await server.owner.patch('/realm', { [name]: JSON.stringify({ new: value }) }))
  const changeStream = async (by: Person, id: number, name: string, value: unknown) =>
    expectSuccess(await by.patch(`/streams/${id}`, { [name]: JSON.stringify({ new: value }) }))

  it('show and hide the compose box of a stream at once', async () => {
    const { id } = await server.stream('news', { subscribers: [ada, bo] })
    await changeStream(server.owner, id, 'can_send_message_group', only(ada))
    await ada.send('news', 'today', 'Only I post here')
    const path = `/#narrow/channel/${id}-news/topic/today`
    const page = await windows.openAs(bo, { path })
    await page.getByText('You do not have permission to post here.').waitFor()
    await expectNone(box(page))
    await changeStream(server.owner, id, 'can_send_message_group', only(ada, bo))
    await box(page).fill('So do I')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await article(page, 'So do I').waitFor()
    await changeStream(server.owner, id, 'can_send_message_group', systemGroups.administrators.id)
    await page.getByText('Only administrators can post here.').waitFor()
  })

  it('let people who may subscribe to a private stream write there without a subscription', async () => {
    expectSuccess(
      await bo.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'plans' }],
        invite_only: true,
        history_public_to_subscribers: true,
      }),
    )
    const { stream_id: streamId } = expectSuccess(
      await bo.get('/get_stream_id', { stream: 'plans' }),
    )
    const id = Number(streamId)
    await bo.send('plans', 'next', 'Come in')
    await changeStream(bo, id, 'can_subscribe_group', only(ada))
    const queue = await bo.register({ event_types: ['message'] })
    const page = await windows.openAs(ada, { path: `/#narrow/channel/${id}-plans/topic/next` })
    await article(page, 'Come in').waitFor()
    await box(page).fill('Here I am')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    expect(await bo.pollUntil(queue, 'message')).toMatchObject([
      { message: { content: 'Here I am', sender_id: ada.id } },
    ])
    // No event reports the message to her, so the app fetches it and removes the pending copy.
    await page.locator('article[data-message-id]').filter({ hasText: 'Here I am' }).waitFor()
    expect(await article(page, 'Here I am').count()).toBe(1)
  })

  it('show people who may only write to a private stream their own message', async () => {
    expectSuccess(
      await bo.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'reports' }],
        invite_only: true,
        history_public_to_subscribers: false,
      }),
    )
    const { stream_id: streamId } = expectSuccess(
      await bo.get('/get_stream_id', { stream: 'reports' }),
    )
    const id = Number(streamId)
    await changeStream(bo, id, 'can_subscribe_group', only(ada))
    const page = await windows.openAs(ada, { path: `/#narrow/channel/${id}-reports/topic/new` })
    await box(page).fill('A report')
    const fetched = page.waitForResponse(
      (response) => response.request().method() === 'GET' && /\/messages\/\d+/.test(response.url()),
    )
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    expect((await fetched).status()).toBe(400)
    await article(page, 'A report').waitFor()
  })

  it('let a person write privately if anybody in the conversation may', async () => {
    await changeRealm('direct_message_permission_group', only(cy))
    const page = await windows.openAs(ada, { path: `/#narrow/dm/${bo.id}-bo` })
    await page.getByText('No member of this conversation may').waitFor()
    await expectNone(box(page))
    const withCy = await windows.openAs(ada, { path: `/#narrow/dm/${bo.id},${cy.id}-group` })
    await box(withCy).fill('Cy permits it')
    await withCy.getByRole('button', { name: 'Send', exact: true }).click()
    await article(withCy, 'Cy permits it').waitFor()
    await changeRealm('direct_message_permission_group', systemGroups.nobody.id)
    await page.getByText('Private messages are turned off').waitFor()
    await changeRealm('direct_message_permission_group', systemGroups.everyone.id)
    await box(page).waitFor()
  })

  it('let people resolve topics of any age', async () => {
    const { id: streamId } = await server.stream('support', { subscribers: [ada, bo] })
    const id = await bo.send('support', 'printer', 'It is on fire')
    const lastWeek = new Date(Date.now() - 8 * 86_400_000)
    await server.db
      .updateTable('messages')
      .set({ sent_at: lastWeek })
      .where('id', '=', id)
      .execute()
    const path = `/#narrow/channel/${streamId}-support/topic/printer`
    const page = await windows.openAs(ada, { path })
    // The compose box loads after the messages, and takes the focus.
    await page.getByRole('form', { name: 'Compose' }).waitFor()
    await article(page, 'It is on fire').press('i')
    await page.getByRole('menuitem', { name: 'Mark topic as resolved' }).click()
    await page.getByText('This topic is resolved.').waitFor()

    await changeRealm('can_resolve_topics_group', systemGroups.moderators.id)
    await changeRealm('can_move_messages_between_topics_group', systemGroups.moderators.id)
    const another = await windows.openAs(bo, { path: `/#narrow/channel/${streamId}-support` })
    await another.getByRole('button', { name: 'New topic in #support' }).waitFor()
    await article(another, 'It is on fire').press('i')
    await another.getByRole('menuitem', { name: 'Copy link' }).first().waitFor()
    await expectNone(another.getByRole('menuitem', { name: /Mark topic as/ }))
  })

  it('let people who may move messages between streams alone use the menus', async () => {
    const [home, notes, locked] = [
      await server.stream('home', { subscribers: [ada, bo] }),
      await server.stream('notes', { subscribers: [ada, bo] }),
      await server.stream('locked', { subscribers: [ada, bo] }),
    ]
    await changeStream(server.owner, locked.id, 'can_send_message_group', only(ada))
    await changeRealm('can_move_messages_between_topics_group', systemGroups.nobody.id)
    const id = await ada.send('home', 'misplaced', 'This belongs to the notes')
    const path = `/#narrow/channel/${home.id}-home/topic/misplaced`
    const page = await windows.openAs(bo, { path })
    await article(page, 'This belongs to the notes').waitFor()
    await page.getByRole('button', { name: 'Options for misplaced' }).click()
    await page.getByRole('menuitem', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog')
    const choices = dialog.getByRole('combobox', { name: 'Stream' })
    await choices.getByRole('option', { name: 'notes' }).waitFor({ state: 'attached' })
    const names = await choices.getByRole('option').allTextContents()
    expect(names).not.toContain('locked')
    await choices.selectOption({ label: 'notes' })
    await dialog.getByRole('button', { name: 'Move' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { message } = expectSuccess(await bo.get(`/messages/${id}`))
    expect(message).toMatchObject({ stream_id: notes.id })
  })
})
