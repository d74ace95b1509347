import type { Page } from 'playwright-core'
import { isSimpleView, viewNames } from '../../src/web/lib/views'
import type { SimpleView } from '../../src/web/lib/views'
import { views as titles } from '../../src/web/texts/en/frame'
import type { Person } from '../support/person'
import { sampled, sampleOf } from '../support/sample'
import { findBarriers } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

/** A screen or an overlay, and how a test opens it. */
interface Screen {
  name: string
  show: (page: Page) => Promise<unknown>
  /** An overlay opens over the inbox and is closed with Escape before the next screen. */
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

/** Opens the drawer with the conversations, if the page is too narrow for a sidebar. */
async function showConversations(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Show conversations' })
  if (await button.isVisible()) await button.click()
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
}

/** Wait for the content of views that fetch it. */
const whenFilled: Readonly<Partial<Record<SimpleView, (page: Page) => Promise<void>>>> = {
  recent: (page) => page.getByRole('table').waitFor(),
}

const screens: readonly Screen[] = [
  ...viewNames.filter(isSimpleView).map((view) => ({
    name: view,
    async show(page: Page) {
      await goTo(page, `#${view}`, titles[view])
      await whenFilled[view]?.(page)
    },
  })),
  { name: 'combined feed', show: (page) => showFeed(page, '#feed', 'Combined feed') },
  {
    name: 'conversation',
    show: (page) => showFeed(page, '#narrow/channel/lunch/topic/pizza', 'pizza'),
  },
  { name: 'stream', show: (page) => showFeed(page, '#narrow/channel/lunch', 'lunch') },
  {
    name: 'topics of a stream',
    async show(page) {
      await page.evaluate(() => (location.hash = '#narrow/channel/lunch'))
      await heading(page, 'lunch')
      await page.keyboard.press('y')
      await heading(page, 'Topics of lunch')
      await page
        .getByRole('main')
        .getByRole('link', { name: /^pizza/ })
        .waitFor()
    },
  },
  { name: 'mentions', show: (page) => showFeed(page, '#narrow/is/mentioned', 'Mentions') },
  { name: 'nothing starred', show: (page) => goTo(page, '#narrow/is/starred', 'Starred') },
  {
    name: 'time of a reminder',
    async show(page) {
      await pressOnMessage(page, 'i')
      await page.getByRole('menuitem', { name: 'Remind me' }).click()
      await page.getByRole('menuitem', { name: 'Pick a time or add a note' }).click()
      await page.getByRole('dialog').waitFor()
    },
    isOver: true,
  },
  {
    name: 'actions for a message',
    async show(page) {
      await pressOnMessage(page, 'i')
      await page.getByRole('menuitem', { name: 'Star', exact: true }).waitFor()
    },
    isOver: true,
  },
  {
    name: 'emoji',
    async show(page) {
      await pressOnMessage(page, ':')
      await page.getByRole('button', { name: 'tada' }).first().waitFor()
    },
    isOver: true,
  },
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
    name: 'options for a stream',
    async show(page) {
      await showConversations(page)
      await openMenu(page, 'Options for lunch')
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
    name: 'quick switcher',
    async show(page) {
      await choose(page, 'Your menu', 'Go to…')
      await page
        .getByRole('option', { name: /^pizza/ })
        .first()
        .waitFor()
    },
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

/** Presses a key of a message in a conversation. */
async function pressOnMessage(page: Page, key: string): Promise<void> {
  await showFeed(page, '#narrow/channel/lunch/topic/pizza', 'pizza')
  await page.getByRole('article').first().focus()
  await page.keyboard.press(key)
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
 * A run checks each screen in one random look. `TEST_SEED=… npx jest accessibility` repeats a run with the seed from its
 * test titles; TEST_ALL=1 checks each screen in all looks.
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

describeInBrowser('Accessibility', () => {
  const { server, windows } = useServerAndBrowser()
  let bo: Person

  beforeAll(async () => {
    bo = await server.user('bo')
    await server.stream('lunch', { subscribers: [bo], description: 'At noon' })
    await bo.post('/users/me/status', { status_text: 'At lunch', emoji_name: 'pizza' })
  })

  /** Creates a user with every kind of message to read. */
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
    const asked = await bo.sendPrivately([ada.email], 'Do you have a minute? :smile:')
    const time = { scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400 }
    await ada.post('/scheduled_messages', { type: 'private', to: [bo.id], content: '*x*', ...time })
    await ada.post('/reminders', { message_id: asked, ...time })
    return ada
  }

  it.each(looksOfScreens)(sampled('Screens have no barriers: $name'), async (trial) => {
    const { of, shown, ...look } = trial
    const page = await windows.openAs(await reader(of), look)
    const barriers: string[] = []
    for (const { name, show, isOver = false } of shown) {
      if (isOver) await goTo(page, '#inbox', 'Inbox')
      await show(page)
      barriers.push(...(await findBarriers(page)).map((barrier) => `${name}: ${barrier}`))
      if (!isOver) continue
      // The first Escape may close only a menu inside the drawer.
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    }
    expect(barriers).toEqual([])
  })

  it.each(looks)('The log-in page has no barriers: $name', async ({ of: _of, ...look }) => {
    const page = await windows.open({ path: '/login', ...look })
    await page.getByRole('textbox', { name: 'Email' }).fill(bo.email)
    expect(await findBarriers(page)).toEqual([])

    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('Pages are no wider than the screen of a phone', async () => {
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
