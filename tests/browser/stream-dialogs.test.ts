import type { Page } from 'playwright-core'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { isFocused } from './support/settings-areas'
import { expectNone } from './support/waits'

const conversations = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const inList = (page: Page, stream: string) => conversations(page).locator(`a[title="${stream}"]`)

async function browse(page: Page) {
  await page.getByRole('link', { name: 'Find or create streams' }).click()
  await page.getByRole('heading', { level: 1, name: 'Streams' }).waitFor()
  return page.getByRole('main')
}

async function chooseForStream(page: Page, stream: string, action: string): Promise<void> {
  await inList(page, stream).hover()
  await conversations(page)
    .getByRole('button', { name: `Options for ${stream}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

describeInBrowser('Streams and statuses', () => {
  const { server, windows } = useServerAndBrowser()
  let ada: Person
  let bo: Person
  // A window of each, which the stories share.
  let adas: Page
  let bos: Page

  beforeAll(async () => {
    ;[ada, bo] = await server.users('ada', 'bo')
    ;[adas, bos] = await Promise.all([windows.openAs(ada), windows.openAs(bo)])
  })

  it('are found, previewed, joined and left', async () => {
    const page = adas
    await server.stream('gardening', { subscribers: [bo] })
    await bo.send('gardening', 'roses', 'They are red.')

    let screen = await browse(page)
    await screen.getByRole('textbox', { name: 'Filter streams' }).fill('garden')
    await screen.getByRole('link', { name: 'Open gardening' }).click()
    await page.getByRole('feed', { name: 'gardening' }).waitFor()

    screen = await browse(page)
    await screen.getByRole('button', { name: 'Join gardening' }).click()
    await screen.getByRole('button', { name: 'Leave gardening' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('feed', { name: 'gardening' }).waitFor()
    await inList(page, 'gardening').waitFor()

    // Undo joins the stream again.
    await chooseForStream(page, 'gardening', 'Leave stream')
    await inList(page, 'gardening').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await inList(page, 'gardening').waitFor()
  })

  it('count a new subscriber once, if the event comes after the number', async () => {
    const page = adas
    const mo = await server.user('mo')
    await server.stream('orchard', { subscribers: [ada, bo] })
    let goOn = () => {}
    const released = new Promise<void>((resolve) => (goOn = resolve))
    let isHeld = false
    await page.route('**/json/events?**', async (route) => {
      const response = await route.fetch()
      if (isHeld) await released
      await route.fulfill({ response })
    })
    const unread = (count: number) =>
      conversations(page).getByRole('link', { name: `Bo, ${count} unread` })
    // This event ends the poll that is under way; the answer of the next one is held.
    await bo.sendPrivately([ada.id], 'First')
    await unread(1).waitFor()
    isHeld = true
    await mo.post('/users/me/subscriptions', { subscriptions: [{ name: 'orchard' }] })
    await bo.sendPrivately([ada.id], 'Second')
    const screen = await browse(page)
    const row = screen.getByRole('row').filter({ hasText: 'orchard' })
    await row.getByRole('cell', { name: '3', exact: true }).waitFor()
    goOn()
    await unread(2).waitFor()
    await row.getByRole('cell', { name: '3', exact: true }).waitFor({ timeout: 2000 })
    // The poll that is under way goes on without the route.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('are left only after a confirmation if they are private', async () => {
    const page = adas
    await server.stream('vault', { subscribers: [ada, bo], inviteOnly: true })
    const question = page.getByRole('dialog', { name: 'Leave vault?' })

    await chooseForStream(page, 'vault', 'Leave stream')
    await question.getByText('You can rejoin only if a subscriber adds you.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()

    const screen = await browse(page)
    await screen.getByRole('button', { name: 'Leave vault' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await inList(page, 'vault').count()).toBe(1)
    await screen.getByRole('button', { name: 'Leave vault' }).click()
    await question.getByRole('button', { name: 'Leave stream' }).click()
    await inList(page, 'vault').waitFor({ state: 'detached' })
  })

  it('are created with subscribers', async () => {
    const screen = await browse(adas)
    await screen.getByRole('link', { name: 'Create a stream' }).click()
    await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('moon base')
    await screen.getByRole('combobox', { name: /Subscribers, besides you/ }).fill('bo')
    await adas.getByRole('option', { name: /^Bo/ }).click()
    await screen.getByText('1 person will be subscribed.').waitFor()
    // The form keeps its values over navigation.
    await screen.getByRole('link', { name: 'All streams' }).click()
    await screen.getByRole('link', { name: 'Create a stream' }).click()
    const privacy = screen.getByRole('combobox', { name: 'Who can see it' })
    await privacy.selectOption({ label: 'Private, new subscribers see earlier messages' })
    await screen.getByRole('button', { name: 'Create stream' }).click()

    await adas.getByRole('heading', { level: 1, name: 'moon base' }).waitFor()
    await inList(bos, 'moon base').waitFor()

    // A second stream with the same name is refused.
    await browse(adas)
    await screen.getByRole('link', { name: 'Create a stream' }).click()
    await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Moon Base')
    await screen.getByRole('button', { name: 'Create stream' }).click()
    await screen.getByRole('alert').getByText('A stream with this name already exists.').waitFor()
  })

  it('are colored, pinned and muted', async () => {
    const page = adas
    await server.stream('zebras', { subscribers: [ada, bo] })
    await chooseForStream(page, 'zebras', 'Change color')
    await page
      .getByRole('dialog', { name: 'Color of zebras' })
      .getByRole('button', { name: 'Color 18' })
      .click()
    await page.locator('[style*="#e4523d"], [style*="rgb(228, 82, 61)"]').first().waitFor()
    await chooseForStream(page, 'zebras', 'Pin to the top')
    await page.waitForFunction(() => {
      const names = Array.from(document.querySelectorAll<HTMLElement>('nav a[title]'))
      const place = (name: string) => names.findIndex(({ title }) => title === name)
      return place('zebras') < place('general')
    })
    await chooseForStream(page, 'zebras', 'Mute')
    await page.getByRole('button', { name: '1 muted stream' }).click()
    await inList(page, 'zebras').waitFor()
  })

  it('A status is a suggestion or custom text with any emoji, and visible to others', async () => {
    const people = bos.getByRole('complementary', { name: 'People' })
    const choose = async (name: RegExp | string) => {
      await adas.getByRole('button', { name: 'Your menu' }).click()
      await adas.getByRole('menuitem', { name }).click()
    }
    const open = async (name: RegExp | string) => {
      await choose(name)
      return adas.getByRole('dialog', { name: 'Your status' })
    }

    let dialog = await open('Set your status')
    await dialog.getByRole('button', { name: 'On vacation' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await people.getByText('On vacation').waitFor()
    await people.getByRole('img', { name: 'palm tree' }).waitFor()

    // The menu shows the status.
    dialog = await open(/palm tree.*On vacation.*Change your status/)
    await dialog.getByRole('button', { name: 'Emoji: palm tree' }).click()
    await adas.getByRole('searchbox', { name: 'Search emoji' }).fill('octo')
    await adas.getByRole('button', { name: 'octopus', exact: true }).click()
    await dialog.getByRole('textbox').fill('At the sea')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await people.getByText('At the sea').waitFor()
    await people.getByRole('img', { name: 'octopus' }).waitFor()

    dialog = await open(/octopus.*At the sea/)
    await dialog.getByRole('button', { name: 'Clear' }).click()
    await people.getByText('At the sea').waitFor({ state: 'detached' })
    await people.getByRole('img', { name: 'octopus' }).waitFor({ state: 'detached' })

    // A status without an emoji, cleared from the menu.
    expectSuccess(await ada.post('/users/me/status', { status_text: 'Back soon' }))
    await people.getByText('Back soon').waitFor()
    await choose('Clear your status')
    await people.getByText('Back soon').waitFor({ state: 'detached' })
    expect(await isFocused(adas.getByRole('button', { name: 'Your menu' }))).toBe(true)
    await adas.getByRole('button', { name: 'Your menu' }).click()
    await adas.getByRole('menuitem', { name: 'Set your status' }).waitFor()
    await expectNone(adas.getByRole('menuitem', { name: 'Clear your status' }))
  })
})
