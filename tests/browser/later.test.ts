import type { Page } from 'playwright-core'
import { deliverSome } from '../../src/server/chat/jobs/scheduled-messages/sweep'
import { shapedLike } from '../support/checked'
import type { Person } from '../support/person'
import { untilHolds } from '../support/until'
import { describeInBrowser } from './support/browser'
import { useOwnServerAndBrowser } from './support/own-browser'
import { expectNone } from './support/waits'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const toast = (page: Page, text: RegExp) => page.getByText(text).last()
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last().click()
const item = (page: Page, name: RegExp | string) => page.getByRole('menuitem', { name })

/** The console error for requests that the server refuses. */
const refused = /Failed to load resource/

interface Waiting {
  scheduled_message_id: number
  to: number | number[]
  topic?: string
  content: string
  scheduled_delivery_timestamp: number
}

describeInBrowser('Sending later', () => {
  const { server, windows } = useOwnServerAndBrowser()
  let ada: Person
  let bo: Person
  let opsId: number
  let topics = 0

  beforeAll(async () => {
    ;[ada, bo] = await server.users('ada', 'bo')
    opsId = (await server.stream('ops', { subscribers: [ada, bo] })).id
    await ada.patch('/settings', { timezone: 'Asia/Tokyo', twenty_four_hour_time: true })
  })

  /** Creates a topic for one test. */
  async function conversation() {
    const topic = `t${(topics += 1)}`
    const messageId = await bo.send('ops', topic, 'The release is out.')
    return { topic, messageId, path: `/#narrow/channel/${opsId}-ops/topic/${topic}` }
  }

  async function waiting(): Promise<Waiting[]> {
    const { body } = await ada.get('/scheduled_messages')
    return (body as { scheduled_messages: Waiting[] }).scheduled_messages
  }

  async function scheduleByApi(topic: string, content: string, streamId = opsId): Promise<number> {
    const { body } = await ada.post('/scheduled_messages', {
      ...{ type: 'stream', to: streamId, topic, content },
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400,
    })
    return shapedLike(body, { scheduled_message_id: 0 }).scheduled_message_id
  }

  async function removeAll(): Promise<void> {
    for (const { scheduled_message_id: id } of await waiting()) {
      await ada.delete(`/scheduled_messages/${id}`)
    }
  }
  afterEach(removeAll)

  async function openMenu(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Schedule message' }).click()
    await page.getByRole('menu', { name: 'Schedule message' }).waitFor()
  }

  it('schedules a draft once that two tabs have in their boxes', async () => {
    // A person of her own, whose calls do not count against the rate limit of the others.
    const eve = await server.user('eve')
    const { path } = await conversation()
    const page = await windows.openAs(eve, { path })
    await box(page).fill('See you at noon')
    await untilHolds('the draft is stored', async () => (await eve.call('GET /drafts')).count === 1)
    const other = await page.context().newPage()
    await other.goto(path)
    await untilHolds(
      'the other tab has it',
      async () => (await box(other).inputValue()) === 'See you at noon',
    )
    const tabs = [page, other]
    for (const tab of tabs) await openMenu(tab)
    await Promise.all(tabs.map((tab) => item(tab, /^Tomorrow/).click()))
    await untilHolds('both boxes are empty', async () =>
      (await Promise.all(tabs.map((tab) => box(tab).inputValue()))).every((text) => text === ''),
    )
    await untilHolds('the draft is gone', async () => (await eve.call('GET /drafts')).count === 0)
    expect((await eve.call('GET /scheduled_messages')).scheduled_messages).toHaveLength(1)
  })

  it('schedules, edits, reschedules, sends and deletes in two tabs', async () => {
    const { topic, path } = await conversation()
    const [page, other] = await Promise.all([
      windows.openAs(ada, { path }),
      windows.openAs(ada, { path: '/#scheduled' }),
    ])
    await other.getByText('Nothing is scheduled.').waitFor()

    await box(page).fill('Good **morning**')
    await openMenu(page)
    await item(page, /^Tomorrow \w+, \w+ \d+, 09:00$/).click()
    await toast(page, /^Scheduled for .*09:00\.$/).waitFor()
    expect(await box(page).inputValue()).toBe('')
    const [first] = await waiting()
    expect(first).toMatchObject({ to: opsId, topic, content: 'Good **morning**' })
    // Nine o'clock in Tokyo.
    expect((first?.scheduled_delivery_timestamp ?? 0) % 86_400).toBe(0)
    await untilHolds('the draft is gone', async () => (await ada.call('GET /drafts')).count === 0)

    const theirs = row(other, 'Good morning')
    await theirs.locator('strong', { hasText: 'morning' }).waitFor()
    await theirs.getByText(`#ops > ${topic}`).waitFor()

    await undo(page)
    await other.getByText('Nothing is scheduled.').waitFor()
    await untilHolds(
      'the text is back',
      async () => (await box(page).inputValue()) === 'Good **morning**',
    )
    // By keyboard: the menu opens above the field, whose focus returns.
    await box(page).press('Control+Shift+Enter')
    await item(page, /^In an hour \d\d:\d\d$/).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await theirs.waitFor()
    await untilHolds('the box is empty', async () => (await box(page).inputValue()) === '')

    await theirs.getByRole('button', { name: 'Edit' }).click()
    await other.getByText(/^You are editing a message that is scheduled for/).waitFor()
    expect(await box(other).inputValue()).toBe('Good **morning**')
    const before = (await waiting())[0]?.scheduled_delivery_timestamp
    await box(other).fill('Good **evening**')
    await other.reload()
    await other.getByText(/^You are editing a message/).waitFor()
    await other.getByRole('combobox', { name: 'Topic' }).fill('moved')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(other, /^Scheduled for/).waitFor()
    expect(await waiting()).toMatchObject([
      {
        content: 'Good **evening**',
        topic: 'moved',
        scheduled_delivery_timestamp: before,
      },
    ])

    await page.getByRole('link', { name: 'Scheduled' }).click()
    const mine = row(page, 'Good evening')
    await mine.getByText('#ops > moved').waitFor()
    await mine.getByRole('button', { name: 'Reschedule' }).click()
    await item(page, /^Tomorrow/).click()
    await untilHolds(
      'the time has changed',
      async () => (await waiting())[0]?.scheduled_delivery_timestamp !== before,
    )

    await mine.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nothing is scheduled.').waitFor()
    await page.getByRole('link', { name: 'Scheduled' }).waitFor({ state: 'detached' })
    await page.getByText('Scheduled message deleted.').last().waitFor()
    await undo(page)
    await mine.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('Nothing is scheduled.').waitFor()
    await page.getByRole('button', { name: 'Go to conversation' }).click()
    await page.locator('[data-message-id]').filter({ hasText: 'Good evening' }).waitFor()
    expect(await waiting()).toEqual([])
  })

  it('takes a date and a time in the zone of the reader, and refuses the past', async () => {
    const { path } = await conversation()
    const page = await windows.openAs(ada, { path, viewport: { width: 390, height: 844 } })
    await box(page).fill('Happy New Year')
    await openMenu(page)
    await item(page, 'Pick a date and time').click()
    const dialog = page.getByRole('dialog', { name: 'Send later' })
    await dialog.getByText('Time zone: Asia/Tokyo').waitFor()
    const time = dialog.getByLabel('Date and time')
    await time.fill('2020-01-01T00:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/^This time has passed/)
      .waitFor()
    expect(await waiting()).toEqual([])
    // Escape closes the dialog alone, and the focus returns to the box.
    await time.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true)
    await openMenu(page)
    await item(page, 'Pick a date and time').click()
    await time.fill('2099-01-01T00:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.waitFor({ state: 'detached' })
    await toast(page, /^Scheduled for .*2099.*00:00\.$/).waitFor()
    const topOf = async (name: string) => {
      const button = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name })
      return (await button.boundingBox())?.y ?? NaN
    }
    expect(await topOf('Undo')).toBeGreaterThan((await topOf('Dismiss')) + 10)
    const [found] = await waiting()
    expect(found?.scheduled_delivery_timestamp).toBe(Date.UTC(2098, 11, 31, 15) / 1000)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })

  it('schedules once, also when the answer is lost', async () => {
    const { path } = await conversation()
    const page = await windows.openAs(ada, { path, allow: refused })
    let attempts = 0
    await page.route('**/json/scheduled_messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      attempts += 1
      if (attempts > 1) return route.continue()
      // The server has stored it when the connection breaks.
      await route.fetch()
      return route.abort('connectionreset')
    })
    await box(page).fill('Only once')
    await openMenu(page)
    await item(page, /^In an hour/).click()
    await toast(page, /^The message was not scheduled\. The server does not answer\.$/).waitFor()
    expect(await box(page).inputValue()).toBe('Only once')
    await openMenu(page)
    await item(page, /^Tomorrow/).click()
    await toast(page, /^Scheduled for/).waitFor()
    expect(attempts).toBe(1)
    const found = await waiting()
    expect(found.map(({ content }) => content)).toEqual(['Only once'])
    expect((found[0]?.scheduled_delivery_timestamp ?? 0) % 86_400).toBe(0)
  })

  it('waits for uploads', async () => {
    const { path } = await conversation()
    const page = await windows.openAs(ada, { path })
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/json/user_uploads', async (route) => {
      await held
      await route.continue()
    })
    await box(page).fill('See ')
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).click()
    await (
      await chosen
    ).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await page.getByText('Files are still uploading.').waitFor()
    const later = page.getByRole('button', { name: 'Schedule message' })
    expect(await later.getAttribute('aria-disabled')).toBe('true')
    await later.press('Enter')
    await expectNone(page.getByRole('menu'))
    goOn()
    await untilHolds(
      'Send later is allowed',
      async () => (await later.getAttribute('aria-disabled')) === null,
    )
    await openMenu(page)
    await item(page, /^In an hour/).click()
    await untilHolds('the message with its file waits', async () =>
      /^See \[a\.txt\]/.test((await waiting())[0]?.content ?? ''),
    )
  })

  it('tells the reason for an unsent message, and the fate of one that is being edited', async () => {
    const topic = 'closed'
    const secret = await server.stream('secret', { subscribers: [ada, bo] })
    const failing = await scheduleByApi(topic, 'Too late', secret.id)
    await server.owner.delete(`/streams/${secret.id}`)
    await server.ctx.db.query
      .updateTable('scheduled_messages')
      .set({ due_at: new Date(0) })
      .where('id', '=', failing)
      .execute()
    await deliverSome(server.ctx)
    const id = await scheduleByApi(topic, 'Still to come')
    const page = await windows.openAs(ada, { path: '/#scheduled' })
    const failed = row(page, 'Too late')
    await failed.getByText('Not sent.').waitFor()

    await row(page, 'Still to come').getByRole('button', { name: 'Edit' }).click()
    await box(page).fill('Still to come, and more')
    await ada.delete(`/scheduled_messages/${id}`)
    await page.getByText(/^The scheduled message was sent or deleted/).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('[data-message-id]').filter({ hasText: 'and more' }).waitFor()
    await page.getByText(/^The scheduled message was sent or/).waitFor({ state: 'detached' })
  })

  it('reminds of a message', async () => {
    const { messageId, path } = await conversation()
    const page = await windows.openAs(ada, { path, viewport: { width: 390, height: 844 } })
    const message = page.locator(`[data-message-id="${messageId}"]`)
    const remind = async (choice: RegExp | string) => {
      await message.waitFor()
      await message.focus()
      await page.keyboard.press('i')
      await item(page, 'Remind me').click()
      await item(page, choice).click()
    }
    await remind(/^In 20 minutes \d\d:\d\d$/)
    await toast(page, /^Reminder set for/).waitFor()
    await remind('Pick a time or add a note')
    const dialog = page.getByRole('dialog', { name: 'Remind me' })
    await dialog.getByLabel('Date and time').fill('2099-01-01T09:00')
    await dialog.getByLabel('Note (optional)').fill('ask Bo')
    await dialog.getByRole('button', { name: 'Set reminder' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Show conversations' }).click()
    await page.getByRole('link', { name: 'Scheduled' }).click()
    const reminders = page.getByRole('region', { name: 'Reminders' }).getByRole('listitem')
    await untilHolds('both reminders are shown', async () => (await reminders.count()) === 2)
    await reminders.filter({ hasText: 'ask Bo' }).getByRole('button', { name: 'Delete' }).click()
    await untilHolds('one reminder is left', async () => (await reminders.count()) === 1)
    await reminders.getByRole('button', { name: 'Go to message' }).click()
    await message.waitFor()
    await page.evaluate("location.hash = '#scheduled'")
    await reminders.getByRole('button', { name: 'Delete reminder' }).click()
    await page.getByText('Nothing is scheduled.').waitFor()
  })

  it('sets one reminder although the first answer is lost', async () => {
    const { messageId, path } = await conversation()
    const page = await windows.openAs(ada, { path, allow: /Failed to load resource/ })
    let isLost = false
    await page.route('**/json/reminders', async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    const message = page.locator(`[data-message-id="${messageId}"]`)
    await message.waitFor()
    await message.focus()
    await page.keyboard.press('i')
    await item(page, 'Remind me').click()
    await item(page, /^In 20 minutes/).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await toast(page, /^Reminder set for/).waitFor()
    const { reminders } = await ada.call('GET /reminders')
    expect(reminders.filter((one) => one.reminder_target_message_id === messageId)).toHaveLength(1)
  })
})
