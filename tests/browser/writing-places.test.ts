import type { Locator, Page } from 'playwright-core'
import type { Person } from '../support/person'
import { expectSuccess } from '../support/expectations'
import { sendAll } from '../support/history'
import { untilHolds } from '../support/until'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { rowsInView, untilStill } from './support/feed'
import { expectFocus, expectNone, expectValue } from './support/waits'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const article = (page: Page, text: string) =>
  page.getByRole('feed').getByRole('article').filter({ hasText: text })

describeInBrowser('The compose box', () => {
  const { server, windows } = useServerAndBrowser()

  let ada: Person
  let bo: Person
  let opsId: number
  // Ada's window, which the stories share. Each leaves an empty compose box there.
  let page: Page
  beforeAll(async () => {
    ;[ada, bo] = await server.users('ada', 'bo')
    opsId = (await server.stream('ops', { subscribers: [ada, bo] })).id
    page = await windows.openAs(ada)
  })

  const pathOf = (topic: string) => `/#narrow/channel/${opsId}-ops/topic/${topic}`
  const refuse = () =>
    page.route('**/json/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { result: 'error', msg: 'Not today.' } })
        : route.continue(),
    )
  afterEach(() => page.unrouteAll())

  it('keeps the topic after a message from the view of a stream', async () => {
    await bo.send('ops', 'before', 'hello')
    await page.goto(`/#narrow/channel/${opsId}-ops`)
    await page.getByRole('button', { name: 'New topic in #ops' }).waitFor()
    // Letters typed right after the shortcut go into the field, and are no shortcuts.
    await page.keyboard.press('c')
    await page.keyboard.type('moves')
    await expectValue(field(page, 'Topic'), 'moves')
    await page.keyboard.press('Enter')
    await page.keyboard.type('The first')
    await page.keyboard.press('Enter')
    await article(page, 'The first').waitFor()
    await expectValue(field(page, 'Topic'), 'moves')
    await page.keyboard.type('The second')
    await page.keyboard.press('Enter')
    await article(page, 'The second').waitFor()
    // A message that appears in view needs no “Sent to” toast.
    expect(await page.getByText('Sent to').count()).toBe(0)

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New topic in #ops' }).waitFor()
  })

  it('opens in every view, also by mouse', async () => {
    for (const path of ['/#inbox', '/#recent', '/#drafts', '/#narrow/is/starred']) {
      await page.goto(path)
      await page.getByRole('button', { name: 'New private message' }).click()
      await field(page, 'To').fill('bo')
      await page.getByRole('option', { name: /^Bo/ }).click()
      await box(page).fill('Hello')
      await box(page).fill('')
      await page.getByRole('button', { name: 'Close and save draft' }).click()
    }
  })

  it('keeps the text and the focus when the recipient is deactivated', async () => {
    const cy = await server.user('cy')
    await page.goto(`/#narrow/dm/${cy.id}-cy`)
    await box(page).click()
    await page.keyboard.type('dear Cy, I wanted')
    expectSuccess(await server.owner.delete(`/users/${cy.id}`))
    await page.getByText('This account is deactivated').waitFor()
    // Some of these letters are shortcuts outside of text fields.
    await page.keyboard.type(' to add a draft')
    await expectValue(box(page), 'dear Cy, I wanted to add a draft')
    const send = page.getByRole('button', { name: 'Send', exact: true })
    expect(await send.getAttribute('aria-disabled')).toBe('true')
    expect(page.url()).toContain('#narrow/dm/')
    await box(page).fill('')
  })

  it('does not take the focus in a conversation that is only read', async () => {
    await bo.send('ops', 'quiet', 'read me')
    await page.goto('/#inbox')
    await page.getByRole('button', { name: 'New topic' }).click()
    await expectFocus(field(page, 'Stream'))
    await page.getByRole('button', { name: 'Close and save draft' }).click()
    await page
      .getByRole('link', { name: /^quiet/ })
      .first()
      .click()
    await box(page).waitFor()
    await article(page, 'read me').waitFor()
    await expectNone(page.locator('input:focus, textarea:focus'))
  })

  it('marks guests, and warns before a private message to one', async () => {
    const gus = await server.user('gus', 'guest')
    await page.goto(`/#narrow/dm/${gus.id}-dm`)
    await page.getByText('Gus is a guest of this organization.').waitFor()
    await page.getByRole('complementary').getByRole('link', { name: 'Gus (guest)' }).waitFor()
    expectSuccess(
      await server.owner.patch('/realm', {
        enable_guest_user_indicator: false,
        enable_guest_user_dm_warning: false,
      }),
    )
    await page.getByText('Gus is a guest of this organization.').waitFor({ state: 'detached' })
    await expectNone(page.getByText('(guest)'))
  })

  it('can address a system bot', async () => {
    await page.goto('/#feed')
    await page.getByRole('button', { name: 'New private message' }).click()
    await page.keyboard.type('notif')
    await page.getByRole('option', { name: /^Notification Bot/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Hello, bot')
    await page.keyboard.press('Enter')
    await article(page, 'Hello, bot').waitFor()
  })

  it('follows a moved topic, as drafts do', async () => {
    const id = await ada.send('ops', 'from', 'where?')
    await ada.send('ops', 'elsewhere', 'not here')
    await page.goto(pathOf('from'))
    await expectValue(field(page, 'Topic'), 'from')
    await box(page).fill('Half a thought')
    await page.goto(pathOf('elsewhere'))
    await page.getByText('You are writing to #ops > from.').waitFor()

    const move = { topic: 'to', propagate_mode: 'change_all' }
    expectSuccess(await bo.patch(`/messages/${id}`, move))
    await page.getByText('You are writing to #ops > to.').waitFor()
    await expectValue(field(page, 'Topic'), 'to')

    await page.getByRole('button', { name: 'Write here instead' }).click()
    await expectValue(box(page), '')
    expectSuccess(await bo.patch(`/messages/${id}`, { ...move, topic: 'farther' }))
    await page.goto('/#drafts')
    await page.getByRole('listitem', { name: '#ops > farther' }).waitFor()
  })

  it('leaves unsent and failed messages in the view they were sent from', async () => {
    await bo.send('ops', 'feed', 'news')
    await page.goto('/#feed')
    await refuse()
    await page.getByRole('button', { name: 'New topic' }).click()
    await field(page, 'Stream').fill('ops')
    await page.keyboard.press('Enter')
    await page.keyboard.type('failing')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Refused')
    await page.keyboard.press('Enter')
    const row = article(page, 'Refused')
    await row.getByRole('alert').filter({ hasText: 'Not today.' }).waitFor()
    await row.getByRole('link', { name: 'failing' }).waitFor()
    await row.getByRole('button', { name: 'Discard' }).click()
    await row.waitFor({ state: 'detached' })
  })

  it('reports a failed message in a toast, if another view is open', async () => {
    await page.goto('/#inbox')
    await refuse()
    await page.getByRole('button', { name: 'New private message' }).click()
    await field(page, 'To').fill('bo')
    await page.getByRole('option', { name: /^Bo/ }).click()
    await box(page).fill('Refused too')
    await box(page).press('Enter')
    await page.getByText('Your message to Bo was not sent. Not today.').last().waitFor()
    await page.getByRole('button', { name: 'Go to conversation' }).last().click()
    await article(page, 'Refused too').getByRole('button', { name: 'Discard' }).click()
    for (const toast of await page.getByRole('button', { name: 'Dismiss' }).all()) {
      await toast.click()
    }
  })

  it('is never covered by toasts', async () => {
    await bo.send('ops', 'news', 'link me')
    await page.goto(`/#narrow/channel/${opsId}-ops`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await article(page, 'link me').last().hover()
      await article(page, 'link me').getByRole('button', { name: 'More actions' }).last().click()
      await page.getByRole('menuitem', { name: 'Copy link' }).click()
      await page.getByText('Link copied.').last().waitFor()
      // Playwright's click waits until nothing covers the button.
      await page.getByRole('button', { name: 'New topic in #ops' }).click({ timeout: 3000 })
      await page.getByRole('button', { name: 'Close and save draft' }).click()
      await page.getByRole('button', { name: 'Dismiss' }).last().click()
    }
  })

  it.each([
    { width: 1440, height: 900, most: 64 },
    { width: 1280, height: 720, most: 64 },
    { width: 390, height: 844, most: 100 },
  ])('has one line until it is used, at $width pixels', async ({ most, ...viewport }) => {
    const topic = `small at ${viewport.width}`
    await sendAll(
      bo,
      'ops',
      topic,
      [...'abcdefghijklmnopqrstuvwxyz'].map((word) => `Said ${word}`),
    )
    await page.setViewportSize(viewport)
    await page.goto(pathOf(topic.replaceAll(' ', '.20')))
    // The app starts at this size, and its compose box was not used yet.
    await page.reload()
    const form = page.getByRole('form', { name: 'Compose' })
    const heightOf = () => form.evaluate((element) => element.getBoundingClientRect().height)
    const bold = form.getByRole('button', { name: 'Bold' })
    await box(page).waitFor()
    expect(await heightOf()).toBeLessThan(most)
    expect(await bold.isVisible()).toBe(false)
    // Everything that has a fixed name is there, and can be used.
    await expectValue(field(page, 'Stream'), 'ops')
    await expectValue(field(page, 'Topic'), topic)
    await form.getByRole('button', { name: 'Send', exact: true }).waitFor()
    for (const name of ['Preview', 'Attach files', 'Add emoji']) {
      await form.getByRole('button', { name, exact: true }).click({ trial: true })
    }
    // A button does not move away between the press of the pointer and its release.
    await form.getByRole('button', { name: 'Preview' }).click()
    await form.getByRole('button', { name: 'Edit', exact: true }).click()

    await expectFocus(box(page))

    // Messages at the end stay in view while the box grows and shrinks.
    await page.keyboard.press('Escape')
    await untilHolds('the box is small', async () => (await heightOf()) < most)
    const newest = article(page, 'Said z')
    const isWhole = (row = newest) =>
      row.evaluate((element) => {
        const view = element.closest('[role=feed]')?.parentElement?.getBoundingClientRect()
        return element.getBoundingClientRect().bottom <= (view?.bottom ?? 0)
      })
    await newest.scrollIntoViewIfNeeded()
    await untilStill(page)
    // A bit of the space below the messages need not be in view.
    await newest.hover()
    await page.mouse.wheel(0, -15)
    await untilStill(page)
    await box(page).click()
    const small = most
    await untilHolds('the box is large', async () => (await heightOf()) > small)
    await untilStill(page)
    expect((await rowsInView(page)).at(-1)?.text).toBe('Said z')
    expect(await bold.isVisible()).toBe(viewport.width > 640)

    // Likewise if the end came into view because the box shrank.
    await newest.hover()
    await page.mouse.wheel(0, -50)
    await untilHolds('the feed has scrolled', async () => !(await isWhole()))
    await page.keyboard.press('Escape')
    await untilHolds('the whole message is in view', isWhole)
    await untilStill(page)
    await box(page).click()
    await untilHolds('the box is large', async () => (await heightOf()) > small)
    await untilStill(page)
    expect(await isWhole()).toBe(true)

    // Likewise while lines are typed, files uploaded, and an own message is edited.
    const answer = article(page, 'An answer')
    const typeLines = async (row: Locator) => {
      for (const line of ['An answer', 'of', 'five', 'short', 'lines']) {
        await page.keyboard.press('Shift+Enter')
        await page.keyboard.type(line)
        await untilStill(page)
        expect([line, await isWhole(row)]).toEqual([line, true])
      }
    }
    await typeLines(newest)
    let answerUploads = () => {}
    const awaited = new Promise<void>((resolve) => (answerUploads = resolve))
    await page.route('**/json/user_uploads', async (route) => {
      await awaited
      await route.continue()
    })
    await pasteFiles(page, 'one.txt', 'two.txt')
    await page.getByText('two.txt', { exact: true }).waitFor()
    await untilStill(page)
    expect(await isWhole()).toBe(true)
    answerUploads()
    await page.getByText('two.txt', { exact: true }).waitFor({ state: 'detached' })
    await untilStill(page)
    expect(await isWhole()).toBe(true)
    await page.keyboard.press('Enter')
    await answer.waitFor()
    await page.locator('[data-message-id]').filter({ hasText: 'An answer' }).waitFor()
    await box(page).press('ArrowUp')
    await expectFocus(page.getByRole('form', { name: 'Edit message' }).getByRole('textbox'))
    await typeLines(page.getByRole('article').last())
    await page.keyboard.press('Escape')
    await expectFocus(box(page))
    // Another field has the focus now: the box does not move the messages under the pointer.
    await page.getByRole('searchbox', { name: 'Search' }).focus()
    expect(await heightOf()).toBeGreaterThan(small)

    // A topic that is chosen in the small box is a change of the place, and never gets lost.
    await page.goto(pathOf('other'))
    await page.getByRole('heading', { level: 1, name: 'other' }).waitFor()
    await field(page, 'Topic').fill('elsewhere')
    await expectValue(field(page, 'Topic'), 'elsewhere')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Over there')
    await page.keyboard.press('Enter')
    await page
      .getByText(/Sent to .*elsewhere/)
      .first()
      .waitFor()
  })
})

async function pasteFiles(page: Page, ...names: string[]): Promise<void> {
  await box(page).evaluate((textarea, names) => {
    const clipboardData = new DataTransfer()
    for (const name of names) clipboardData.items.add(new File([name], name))
    const paste = { clipboardData, bubbles: true, cancelable: true }
    textarea.dispatchEvent(new ClipboardEvent('paste', paste))
  }, names)
}
