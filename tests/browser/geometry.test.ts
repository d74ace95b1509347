import type { Page } from 'playwright-core'
import type { Person } from '../support/person'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { untilStill } from './support/feed'
import { untilHolds } from '../support/until'
import { findCutOptions, findLayoutFaults, findOverflows } from './support/geometry'

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

  it('keeps the time of a message beside its tools, in a narrow window with a mouse', async () => {
    // Name and time reach below the tools if the head leaves no room for them.
    const [ina, wide] = await server.users('ina', 'w'.repeat(14))
    const { id } = await server.stream('cellar', { subscribers: [ina, wide] })
    await wide.send('cellar', 'wine', 'Who has the key?')
    const page = await windows.openAs(ina, {
      viewport: { width: 390, height: 844 },
      path: `/#narrow/channel/${id}-cellar/topic/wine`,
    })
    const text = page.getByRole('article').getByText('Who has the key?')
    await text.waitFor()
    await untilStill(page)
    await text.hover()
    expect(await findLayoutFaults(page)).toEqual([])
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

  it('keeps the times of the inbox below each other, whatever their counts', async () => {
    const [finn, gil] = await server.users('finn', 'gil')
    await server.stream('pier', { subscribers: [finn, gil] })
    await gil.send('pier', 'one', 'hello')
    for (let sent = 0; sent < 12; sent++) await gil.send('pier', 'twelve', 'hello')
    const page = await windows.openAs(finn, {
      viewport: { width: 1280, height: 720 },
      path: '/#inbox',
    })
    const times = page.getByRole('main').locator('time')
    await untilHolds('both times are there', async () => (await times.count()) >= 2)
    const ends = await times.evaluateAll((all) =>
      all.map((time) => Math.round(time.getBoundingClientRect().right)),
    )
    expect(new Set(ends).size).toBe(1)
  })

  it('keeps the button to the newest message beside the text of messages', async () => {
    const [hal, ivy] = await server.users('hal', 'ivy')
    const { id } = await server.stream('dunes', { subscribers: [hal, ivy] })
    for (let sent = 0; sent < 12; sent++)
      await ivy.send('dunes', 'walk', 'Sand and wind. '.repeat(60))
    const page = await windows.openAs(hal, {
      viewport: { width: 1440, height: 600 },
      path: `/#narrow/channel/${id}-dunes/topic/walk`,
    })
    const feed = page.getByRole('feed')
    await feed.getByRole('article').first().waitFor()
    await page.mouse.move(700, 300)
    await page.mouse.wheel(0, -5000)
    const button = page.getByRole('button', { name: 'Jump to the newest message' })
    await button.waitFor()
    await untilStill(page)
    const round = await button.boundingBox()
    const texts = await feed
      .getByRole('article')
      .locator('p')
      .evaluateAll((all) =>
        all.map((text) => {
          const range = document.createRange()
          range.selectNodeContents(text)
          return range.getBoundingClientRect().right
        }),
      )
    expect(texts.length).toBeGreaterThan(0)
    expect(Math.max(...texts)).toBeLessThanOrEqual(round?.x ?? 0)
  })

  it('keeps names of 60 letters without blanks within a narrow window', async () => {
    const name = (letter: string) => letter.repeat(60)
    const [reader, long] = await server.users('eve', name('w'))
    const stream = await server.stream(name('m'), { subscribers: [reader, long] })
    await long.send(
      name('m'),
      name('t'),
      `See @**${long.fullName}** and #**${name('m')}>${name('t')}**`,
    )
    await reader.send(name('m'), name('t'), 'scythe')
    await long.sendPrivately([reader.email], 'It is me.')
    await long.sendPrivately([reader.email, ada.email, cy.email], 'It is us.')
    const members = [reader.id, long.id]
    const group = { name: name('g'), description: name('d'), members }
    await reader.post('/user_groups/create', group)
    const { user_groups: groups } = await reader.call('GET /user_groups')
    const groupId = groups.find((each) => each.name === group.name)?.id
    const draft = { content: name('c'), timestamp: 1_700_000_000 }
    const drafts = [
      { type: 'stream', to: [stream.id], topic: name('t'), ...draft },
      { type: 'private', to: [long.id], topic: '', ...draft },
    ]
    await reader.post('/drafts', { drafts })
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 86_400
    for (const to of [
      { type: 'stream', to: stream.id, topic: name('t') },
      { type: 'private', to: [long.id] },
    ])
      await reader.post('/scheduled_messages', {
        ...to,
        content: name('c'),
        scheduled_delivery_timestamp,
      })

    const page = await windows.openAs(reader, { viewport: { width: 340, height: 1000 } })
    const faults: string[] = []
    const check = async (place: string) => {
      if (await page.getByRole('feed').isVisible()) await untilStill(page)
      const found = [...(await findLayoutFaults(page)), ...(await findOverflows(page))]
      faults.push(...found.map((fault) => `${place}: ${fault}`))
    }
    const shown = (text: string) => page.getByText(text).filter({ visible: true }).first().waitFor()
    const topic = `narrow/channel/${stream.id}-${name('m')}/topic/${name('t')}`
    for (const [hash, text] of [
      ['inbox', name('t')],
      ['recent', name('t')],
      ['feed', 'scythe'],
      ['drafts', name('c')],
      ['scheduled', name('c')],
      [`topics/${stream.id}`, name('t')],
      [topic, 'scythe'],
      [`narrow/channel/${stream.id}-${name('m')}`, 'scythe'],
      [`narrow/dm/${long.id}-dm`, 'It is me.'],
      [`narrow/dm/${long.id},${ada.id},${cy.id}-group`, 'It is us.'],
      [`${topic}/search/scythe`, 'scythe'],
      [`narrow/sender/${long.id}/search/${name('s')}`, 'No messages'],
      ['streams/all', name('m')],
      [`streams/${stream.id}/${name('m')}/general`, name('m')],
      [`streams/${stream.id}/${name('m')}/permissions`, name('m')],
      [`streams/${stream.id}/${name('m')}/subscribers`, long.fullName],
      ['groups/all', name('g')],
      [`groups/${groupId}/${name('g')}/general`, name('g')],
      [`groups/${groupId}/${name('g')}/members`, long.fullName],
      ['settings/notifications', 'Notifications'],
      ['organization/users', long.fullName],
    ] as const) {
      await page.evaluate((to) => (location.hash = to), hash)
      await shown(text)
      await check(hash.replaceAll(/[a-z0-9-]{20,}/g, ''))
    }
    const dialog = page.getByRole('dialog')
    await page.evaluate((to) => (location.hash = to), topic)
    await shown('scythe')
    await page.getByRole('textbox', { name: 'Message' }).click()
    await check('compose')
    await page
      .getByRole('article')
      .getByRole('link', { name: long.fullName, exact: true })
      .first()
      .click()
    await dialog.waitFor()
    await check('person card')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show conversations' }).click()
    await page.getByRole('navigation').getByText(name('m')).first().waitFor()
    await check('drawer')
    await page.getByRole('button', { name: `Options for ${name('m')}` }).click()
    await page.getByRole('menu').waitFor()
    await check('menu of the stream')
    await page.getByRole('menuitem', { name: 'Leave stream' }).click()
    await page.getByRole('region', { name: 'Notices' }).getByText('You have left').waitFor()
    await check('toast')
    expect(faults).toEqual([])
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
