import type { Page } from 'playwright-core'
import type { Person } from '../support/person'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { untilStill } from './support/feed'
import { findCutOptions, findLayoutFaults } from './support/geometry'

const phone = { hasTouch: true, isMobile: true }
const looks = [
  { name: '1440, light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: '1280, dark', viewport: { width: 1280, height: 720 }, colorScheme: 'dark' },
  { name: '1280, forced colors', viewport: { width: 1280, height: 720 }, forcedColors: 'active' },
  { name: '390, light', viewport: { width: 390, height: 844 }, colorScheme: 'light', ...phone },
  {
    name: '320, forced colors',
    viewport: { width: 320, height: 640 },
    forcedColors: 'active',
    ...phone,
  },
] as const

const heading = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { name, level: 1 })

describeInBrowser('Layout', () => {
  const { server, windows } = useServerAndBrowser()
  let ada: Person
  let cy: Person
  let streamId: number
  const messages: number[] = []

  beforeAll(async () => {
    const [reader, bo, other] = await server.users('ada', 'bo', 'cy')
    ada = reader
    cy = other
    const description = 'At *night*, with a telescope for everybody who brings a friend along'
    const visits = { subscribers: [ada, bo], description }
    streamId = (await server.stream('observatory visits', visits)).id
    const say = async (topic: string, content: string) => {
      messages.push(await bo.send('observatory visits', topic, content))
    }
    const long = 'The dome of the telescope needs new bearings before the winter begins again. '
    await say('dome', long.repeat(3))
    await say('dome', long.repeat(2))
    await say('dome', 'Short.')
    await bo.post(`/messages/${messages.at(-1)}/reactions`, { emoji_name: 'smile' })
    // One with a head, and one below it without.
    await bo.patch(`/messages/${messages[0]}`, { content: long.repeat(2) })
    await bo.patch(`/messages/${messages[1]}`, { content: long })
    await say('dome', '```js\nconst dome = openDome({ slowly: true })\n```')
    await say('dome', `@**${ada.fullName}** | see below`)
    await cy.sendPrivately([ada.email], 'Do you have a minute?')
    await say('visitors of the summer', 'A class of thirty.')
    const time = { scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400 }
    const later = { type: 'private', to: [cy.id], content: long }
    await ada.post('/scheduled_messages', { ...later, ...time })
    await ada.post('/reminders', { message_id: messages[0], ...time })
    await ada.post('/user_groups/create', { name: 'dome builders', description, members: [ada.id] })
  })

  async function goTo(page: Page, hash: string, name: string): Promise<void> {
    await page.evaluate((to) => (location.hash = to), hash)
    await heading(page, name).waitFor()
  }

  it.each(looks)('has no fault: $name', async ({ name: _name, ...look }) => {
    await ada.post('/messages/flags', { messages, op: 'remove', flag: 'read' })
    const page = await windows.openAs(ada, { ...look, allow: /net::ERR_FAILED/ })
    const hasHover = !('hasTouch' in look)
    const faults: string[] = []
    const check = async (place: string) => {
      faults.push(...(await findLayoutFaults(page)).map((fault) => `${place}: ${fault}`))
    }

    await heading(page, 'Inbox').waitFor()
    const row = page.getByRole('main').getByRole('link', { name: /^dome/ })
    await row.waitFor()
    await check('inbox')
    if (hasHover) {
      await row.hover()
      await check('inbox, pointed at')
      const conversations = page.getByRole('navigation', { name: 'Conversations' })
      await conversations.getByRole('link', { name: /^dome/ }).hover()
      await check('conversations, pointed at')
    }

    await page.keyboard.press('c')
    await page.getByRole('option').first().waitFor()
    faults.push(...(await findCutOptions(page)))
    await page.keyboard.press('Escape')

    await goTo(page, '#narrow/channel/observatory.20visits/topic/dome', 'dome')
    const article = page.getByRole('article')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await article.first().waitFor()
    await untilStill(page)
    await check('conversation')
    for (const text of hasHover ? ['Short.', 'const dome', 'see below'] : []) {
      await article.filter({ hasText: text }).hover()
      await check(`conversation, pointed at ${text}`)
    }
    if (!hasHover) {
      // As a tap leaves it.
      await article.filter({ hasText: 'Short.' }).hover()
      faults.push(...(await page.getByRole('feed').evaluate(findHiddenTools)))
    }
    await page.getByRole('textbox', { name: 'Message' }).fill('@cy')
    await page.getByRole('option').first().waitFor()
    faults.push(...(await findCutOptions(page)))
    await page.getByRole('textbox', { name: 'Message' }).fill('')

    await goTo(page, '#feed', 'Combined feed')
    await article.first().waitFor()
    await untilStill(page)
    await check('combined feed')
    await goTo(page, '#recent', 'Recent conversations')
    await page.getByRole('table').waitFor()
    await check('recent conversations')
    await goTo(page, '#scheduled', 'Scheduled')
    await page.getByRole('region', { name: 'Reminders' }).waitFor()
    await check('scheduled')
    await goTo(page, `#topics/${streamId}`, 'Topics of observatory visits')
    await page.getByRole('main').getByRole('link', { name: /^dome/ }).waitFor()
    await check('topics of a stream')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /^dome/ }).first().waitFor()
    await check('quick switcher')
    await page.keyboard.press('Escape')
    await goTo(page, '#streams/all', 'Streams')
    await page.getByRole('button', { name: 'Leave observatory visits' }).waitFor()
    await check('list of streams')
    await goTo(page, '#groups/all', 'Groups')
    await page.getByRole('button', { name: 'Leave dome builders' }).waitFor()
    await check('list of groups')
    await goTo(page, '#settings/notifications', 'Settings')
    await check('notifications')

    // The event ends the poll, and the next one fails.
    await page.route('**/json/events?**', (route) => route.abort())
    await cy.sendPrivately([ada.email], 'Are you there?')
    await page.getByRole('banner').getByText('Reconnecting').waitFor()
    await check('without a connection')
    expect(faults).toEqual([])
  })

  it('has room for long titles on a phone', async () => {
    const dora = await server.user('dora')
    await dora.post('/users/me/subscriptions', { subscriptions: [{ name: 'observatory visits' }] })
    const look = { viewport: { width: 390, height: 844 }, ...phone }
    const page = await windows.openAs(dora, { ...look, path: '/#streams/all' })
    // The page loads itself anew, in that language.
    await dora.patch('/settings', { default_language: 'de' })
    await page.getByRole('heading', { name: 'Alle Streams' }).waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: 'observatory visits', exact: true })
      .waitFor()
    expect(await findLayoutFaults(page)).toEqual([])
  })
})

/** Runs in the page: a line for each message without a visible button for its menu. */
function findHiddenTools(feed: Element): string[] {
  return [...feed.querySelectorAll('article')].flatMap((article) => {
    const menu = [...article.querySelectorAll('[role="group"] button')].at(-1)
    const isSeen = menu?.checkVisibility({ opacityProperty: true }) === true
    return isSeen ? [] : [`no menu: ${article.getAttribute('aria-label') ?? ''}`]
  })
}
