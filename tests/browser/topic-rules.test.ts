import type { Page } from 'playwright-core'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
/** A message that the server has: one that is being sent has no id yet. */
const article = (page: Page, text: string) =>
  page.getByRole('feed').locator('[data-message-id]').filter({ hasText: text })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })

describeInBrowser('The topics that a stream takes', () => {
  const { server, windows } = useServerAndBrowser()

  let ada: Person
  let bo: Person
  // Ada's window, which the stories share.
  let page: Page
  beforeAll(async () => {
    ;[ada, bo] = await server.users('ada', 'bo')
    page = await windows.openAs(ada)
  })

  /** A stream of both people with settings of its own. */
  async function stream(name: string, settings: Record<string, unknown>) {
    const made = await server.stream(name, { subscribers: [ada, bo] })
    expectSuccess(await server.owner.patch(`/streams/${made.id}`, settings))
    return { name, id: made.id, path: `/#narrow/channel/${made.id}-${name}` }
  }

  async function newest(name: string, content: string) {
    const narrow = [{ operator: 'channel', operand: name }]
    const { messages } = await server.owner.call('GET /messages', {
      narrow,
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      apply_markdown: false,
      allow_empty_topic_name: true,
    })
    return messages.find((message) => message.content === content)
  }

  it('include the empty one if its policy allows that, in the compose box and for moves', async () => {
    const open = await stream('open', { topics_policy: 'allow_empty_topic' })
    await bo.send('open', 'plans', 'to be moved')
    await page.goto(open.path)
    await page.getByRole('button', { name: 'New topic in #open' }).click()
    await field(page, 'Topic').and(page.getByPlaceholder('general chat')).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Good morning')
    await page.keyboard.press('Enter')
    await article(page, 'Good morning').waitFor()
    expect(await newest('open', 'Good morning')).toMatchObject({ subject: '' })
    const links = page.getByRole('navigation', { name: 'Conversations' })
    await links.getByRole('link', { name: /^general chat/ }).waitFor()

    await windows.openAs(ada, { path: `${open.path}/topic/plans` }).then(async (other) => {
      await article(other, 'to be moved').hover()
      await article(other, 'to be moved').getByRole('button', { name: 'More actions' }).click()
      await other.getByRole('menuitem', { name: 'Move message' }).click()
      const topic = other.getByRole('dialog').getByRole('combobox', { name: 'Topic' })
      await topic.fill('')
      await other.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
      await other.getByRole('dialog').waitFor({ state: 'detached' })
    })
    await article(page, 'to be moved').waitFor()
    expect(await newest('open', 'to be moved')).toMatchObject({ subject: '' })
  })

  it('need a name if its policy says so, which the compose box and moves tell beforehand', async () => {
    const strict = await stream('strict', { topics_policy: 'disable_empty_topic' })
    await bo.send('strict', 'plans', 'stays')
    await page.goto(`${strict.path}/topic/plans`)
    await article(page, 'stays').waitFor()
    await field(page, 'Topic').fill('')
    await box(page).fill('Needs a topic')
    await page.getByText('Enter a topic.').waitFor()
    await field(page, 'Topic').fill('(no topic)')
    await page.getByText('Messages in this stream need a topic.').waitFor()
    expect(await send(page).getAttribute('aria-disabled')).toBe('true')
    await field(page, 'Topic').fill('plans')
    await box(page).press('Enter')
    await article(page, 'Needs a topic').waitFor()
  })

  it('are only the empty one if its policy says so', async () => {
    expectSuccess(
      await server.owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'plain' }],
        topics_policy: 'empty_topic_only',
        principals: [ada.id, bo.id],
      }),
    )
    const { streams } = await ada.call('GET /streams', {})
    const id = streams.find(({ name }) => name === 'plain')?.stream_id ?? 0
    await page.goto(`/#narrow/channel/${id}-plain`)
    await page.getByRole('button', { name: 'New topic in #plain' }).click()
    await field(page, 'Topic').fill('lunch')
    await box(page).fill('What about noon?')
    await page.getByText('This stream takes messages in “general chat” only.').waitFor()
    await field(page, 'Topic').fill('')
    await box(page).press('Enter')
    await article(page, 'What about noon?').waitFor()
    expect(await newest('plain', 'What about noon?')).toMatchObject({ subject: '' })
  })

  it('are the existing ones for people who may not begin topics', async () => {
    const onlyBo = { direct_members: [bo.id], direct_subgroups: [] }
    const fixed = await stream('fixed', { can_create_topic_group: { new: onlyBo } })
    await bo.send('fixed', 'agenda', 'The first point')
    await page.goto(fixed.path)
    await page.getByRole('button', { name: 'New topic in #fixed' }).click()
    await field(page, 'Topic').fill('aside')
    await box(page).fill('By the way')
    await page.getByText('You cannot begin topics in this stream.').waitFor()
    expect(await send(page).getAttribute('aria-disabled')).toBe('true')
    await field(page, 'Topic').fill('Agenda')
    await page.getByText('You cannot begin topics in this stream.').waitFor({ state: 'detached' })
    await box(page).press('Enter')
    await article(page, 'By the way').waitFor()

    await article(page, 'By the way').hover()
    await article(page, 'By the way').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Move message' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('aside')
    await dialog.getByText('You cannot begin topics in this stream.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Move' }).isDisabled()).toBe(true)
  })
})
