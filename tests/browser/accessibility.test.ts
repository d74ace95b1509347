import type { Page } from 'playwright-core'
import type { Person } from '../support/person'
import { sampled, sampleOf } from '../support/sample'
import { findBarriers } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

/** A screen, or what can be over one, and how somebody gets there. */
interface Screen {
  name: string
  show: (page: Page) => Promise<unknown>
  /** What is over a screen is shown over the inbox, and goes by Escape before the next is looked at. */
  isOver?: boolean
}

const heading = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { name, level: 1 }).waitFor()

async function goTo(page: Page, hash: string, name: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash)
  await heading(page, name)
}

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('menu', { name }).waitFor()
}

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await openMenu(page, menu)
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').waitFor()
}

/** Where the conversations are behind a button, they are shown first. */
async function showConversations(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Show conversations' })
  if (await button.isVisible()) await button.click()
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
}

const screens: readonly Screen[] = [
  { name: 'inbox', show: (page) => goTo(page, '#inbox', 'Inbox') },
  {
    name: 'recent conversations',
    async show(page) {
      await goTo(page, '#recent', 'Recent conversations')
      await page.getByRole('table').waitFor()
    },
  },
  { name: 'combined feed', show: (page) => showFeed(page, '#feed', 'Combined feed') },
  {
    name: 'conversation',
    show: (page) => showFeed(page, '#narrow/channel/lunch/topic/pizza', 'pizza'),
  },
  { name: 'stream', show: (page) => showFeed(page, '#narrow/channel/lunch', 'lunch') },
  { name: 'mentions', show: (page) => showFeed(page, '#narrow/is/mentioned', 'Mentions') },
  { name: 'nothing starred', show: (page) => goTo(page, '#narrow/is/starred', 'Starred') },
  {
    name: 'conversations',
    async show(page) {
      await showConversations(page)
      const streams = page.getByRole('region', { name: 'Streams', exact: true })
      await streams.getByRole('link', { name: /^lunch/ }).waitFor()
    },
    isOver: true,
  },
  {
    name: 'options of a stream',
    async show(page) {
      await showConversations(page)
      await openMenu(page, 'Options of lunch')
    },
    isOver: true,
  },
  {
    name: 'people',
    async show(page) {
      const button = page.getByRole('button', { name: 'Show people' })
      if (await button.isVisible()) await button.click()
      await page.getByRole('complementary', { name: 'People' }).waitFor()
    },
    isOver: true,
  },
  { name: 'your menu', show: (page) => openMenu(page, 'Your menu'), isOver: true },
  {
    name: 'your status',
    show: (page) => choose(page, 'Your menu', 'Set your status'),
    isOver: true,
  },
  {
    name: 'keyboard shortcuts',
    show: (page) => choose(page, 'Your menu', 'Keyboard shortcuts'),
    isOver: true,
  },
]

async function showFeed(page: Page, hash: string, name: string): Promise<void> {
  await goTo(page, hash, name)
  await page.getByRole('article').first().waitFor()
}

const looks = [
  { name: 'light', of: 'ada', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark', of: 'bea', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  {
    name: 'light, on a phone',
    of: 'cleo',
    colorScheme: 'light',
    viewport: { width: 390, height: 844 },
  },
  {
    name: 'dark, on a phone',
    of: 'dora',
    colorScheme: 'dark',
    viewport: { width: 320, height: 640 },
  },
] as const

/**
 * A run looks at each screen in one of the looks. `TEST_SEED=… npx jest accessibility` repeats those of a run, with the
 * seed that its titles name; with TEST_ALL=1 each screen is seen in all looks.
 */
const seenIn = new Map(
  screens.map(({ name }) => [name, sampleOf(looks, { share: 1 / 4, name: `look of ${name}` })]),
)
const looksOfScreens = looks
  .map((look) => ({
    ...look,
    shown: screens.filter(({ name }) => seenIn.get(name)?.includes(look)),
  }))
  .filter(({ shown }) => shown.length > 0)

describeInBrowser('Without barriers', () => {
  const { server, windows } = useServerAndBrowser()
  let bo: Person

  beforeAll(async () => {
    bo = await server.user('bo')
    await server.stream('lunch', { subscribers: [bo], description: 'At noon' })
    await bo.post('/users/me/status', { status_text: 'At lunch', emoji_name: 'pizza' })
  })

  /** Somebody with something to read of every kind. */
  async function reader(name: string): Promise<Person> {
    const ada = await server.user(name)
    const principals = [ada.email]
    await bo.post('/users/me/subscriptions', { subscriptions: [{ name: 'lunch' }], principals })
    await server.stream(`board of ${name}`, { subscribers: [bo, ada], inviteOnly: true })
    await bo.send(
      'lunch',
      'pizza',
      `\`code\`, **bold**, @**${ada.fullName}**\n\n> quoted\n\n* one\n* two`,
    )
    await bo.send('lunch', 'soup', '| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst soup = 1\n```')
    await bo.send(`board of ${name}`, 'budget', 'It is *done*.')
    await bo.sendPrivately([ada.email], 'Do you have a minute? :smile:')
    return ada
  }

  it.each(looksOfScreens)(sampled('screens are without barriers: $name'), async (trial) => {
    const { of, shown, ...look } = trial
    const page = await windows.openAs(await reader(of), look)
    const barriers: string[] = []
    for (const { name, show, isOver = false } of shown) {
      if (isOver) await goTo(page, '#inbox', 'Inbox')
      await show(page)
      barriers.push(...(await findBarriers(page)).map((barrier) => `${name}: ${barrier}`))
      if (!isOver) continue
      // A menu in a drawer goes before the drawer does.
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    }
    expect(barriers).toEqual([])
  })

  it.each(looks)('the log-in is without barriers: $name', async ({ of: _of, ...look }) => {
    const page = await windows.open({ path: '/login', ...look })
    await page.getByRole('textbox', { name: 'Email' }).fill(bo.email)
    expect(await findBarriers(page)).toEqual([])

    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('the page of a phone is never wider than its screen', async () => {
    const page = await windows.openAs(await reader('phone'), {
      viewport: { width: 320, height: 640 },
    })
    for (const { show, isOver } of screens) {
      if (isOver) continue
      await show(page)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    }
  })
})
