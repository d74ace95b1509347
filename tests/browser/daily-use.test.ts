import type { Locator, Page } from 'playwright-core'
import type { ArgumentsOf } from '../../src/shared/calls'
import type { Person } from '../support/person'
import { firstOf } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { multiply, readPage, sendAll } from '../support/history'
import { picture } from '../support/pictures'
import { untilHolds } from '../support/until'
import { findBarriers } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { rowsInView, scrollUntil, untilStill } from './support/feed'
import { expectNone } from './support/waits'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
const article = (page: Page, text: string) =>
  page.getByRole('feed').getByRole('article').filter({ hasText: text })

/** Opens one of the actions of a message. */
async function choose(page: Page, text: string, action: string): Promise<void> {
  await article(page, text).hover()
  await article(page, text).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

describeInBrowser('The web app in a day of use', () => {
  const { server, windows } = useServerAndBrowser()
  let ada: Person
  let bo: Person
  let ops: number
  const pathOf = (topic: string) => `/#narrow/channel/${ops}-ops/topic/${topic}`

  beforeAll(async () => {
    ;[ada, bo] = await server.users('ada', 'bo')
    ops = (await server.stream('ops', { subscribers: [ada, bo] })).id
    await server.stream('engineering and everything around it', { subscribers: [ada, bo] })
  })

  async function unreadIn(topic: string): Promise<number> {
    const { messages } = await readPage(ada, { narrow: [['topic', topic]], num_before: 500 })
    return messages.filter(({ flags }) => !flags.includes('read')).length
  }

  /** Waits until the sidebar counts this number of unread messages in a topic, then asks the server. */
  async function untilUnread(page: Page, topic: string, count: number): Promise<void> {
    const link = page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: new RegExp(`^${topic}, ${count > 0 ? count : '.*'} unread$`) })
    await link.waitFor({ state: count > 0 ? 'visible' : 'detached' })
    expect(await unreadIn(topic)).toBe(count)
  }

  it.each([phone, { viewport: { width: 1440, height: 900 } }])(
    'suggests streams by their whole names, at $viewport.width pixels',
    async (options) => {
      const page = await windows.openAs(ada, { ...options, path: '/#inbox' })
      await page.getByRole('button', { name: 'New topic' }).click()
      for (const typed of ['eng', 'o']) {
        await field(page, 'Stream').fill(typed)
        const option = page.getByRole('option').first()
        await option.waitFor()
        expect(await field(page, 'Stream').getAttribute('aria-invalid')).toBe('false')
        expect(await widthOf(page.getByRole('listbox'))).toBeGreaterThanOrEqual(256)
        expect(await isWhole(option.locator('bdi'))).toBe(true)
      }
      await field(page, 'Stream').fill('nosuch')
      await page.locator('[aria-label="Stream"][aria-invalid="true"]').waitFor()
      await field(page, 'Stream').fill('eng')
      await field(page, 'Topic').click()
      await page.locator('[aria-label="Stream"][aria-invalid="true"]').waitFor()
    },
  )

  it('reads a conversation by its newest message, by an answer, and by a button', async () => {
    for (const topic of ['long', 'skipped']) {
      await multiply(server, await bo.send('ops', topic, 'message'), 79)
    }
    const page = await windows.openAs(ada, { path: pathOf('long') })
    await article(page, 'message').first().waitFor()
    await page.getByRole('button', { name: 'Mark as read', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Jump to the newest message' }).click()
    await untilUnread(page, 'long', 0)
    await page
      .getByRole('button', { name: 'Mark as read', exact: true })
      .waitFor({ state: 'detached' })

    // Answers a conversation that is not on the screen.
    await sendAll(bo, 'ops', 'answered', ['one', 'two', 'three'])
    await page.goto('/#narrow/is/starred')
    await page.getByRole('button', { name: 'New topic' }).click()
    await field(page, 'Stream').fill('ops')
    await page.keyboard.press('Enter')
    await page.keyboard.type('answered')
    await page.keyboard.press('Enter')
    await page.keyboard.type('An answer')
    await page.keyboard.press('Enter')
    await untilUnread(page, 'answered', 0)

    await page.goto(pathOf('skipped'))
    await page.getByRole('button', { name: 'Mark as read', exact: true }).click()
    await untilUnread(page, 'skipped', 0)

    await sendAll(bo, 'ops', 'in the inbox', ['one', 'two'])
    await bo.send('ops', 'beside it', 'one')
    await page.goto('/#inbox')
    const rowOf = (topic: string) =>
      page.getByRole('main').getByRole('link', { name: new RegExp(`^${topic}`) })
    await rowOf('in the inbox').waitFor()
    await page.getByRole('button', { name: 'Mark beside it as read' }).press('Enter')
    await rowOf('beside it').waitFor({ state: 'detached' })
    // Another row takes the focus of the vanished one.
    await page.locator('main a[data-row]:focus').waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText('All read').waitFor()
    expect(await unreadIn('in the inbox')).toBe(0)
  })

  it('keeps messages unread that a reader of the newest message marks as unread', async () => {
    const ids = await sendAll(bo, 'ops', 'again', ['first', 'second', 'third'])
    const page = await windows.openAs(ada, { path: pathOf('again') })
    await untilUnread(page, 'again', 0)
    await choose(page, 'second', 'Mark as unread from here')
    await untilUnread(page, 'again', 2)
    await bo.send('ops', 'again', 'fourth')
    await article(page, 'fourth').waitFor()
    await untilUnread(page, 'again', 2)
    const { messages } = await readPage(ada, { message_ids: [ids[2]], anchor: undefined })
    expect(messages[0]?.flags).not.toContain('read')
  })

  it('leaves Stream, Topic, To and the buttons of the compose box by Escape', async () => {
    await bo.send('ops', 'escape', 'hello')
    const page = await windows.openAs(ada, { path: pathOf('escape') })
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    const isInMessages = () =>
      page.evaluate(() => document.activeElement?.closest('article') !== null)
    await page.keyboard.press('c')
    await field(page, 'Topic').waitFor()
    await page.keyboard.press('Escape')
    await untilHolds('a message has the focus', isInMessages)
    expect(await field(page, 'Topic').inputValue()).toBe('escape')

    await page.keyboard.press('x')
    await field(page, 'To').waitFor()
    await page.keyboard.type('bo')
    await page.getByRole('option', { name: /^Bo/ }).waitFor()
    // The first Escape closes the suggestions.
    await page.keyboard.press('Escape')
    expect(await field(page, 'To').inputValue()).toBe('bo')
    await page.keyboard.press('Escape')
    await untilHolds('a message has the focus', isInMessages)

    await page.getByRole('button', { name: 'Attach files' }).focus()
    await page.keyboard.press('Escape')
    await untilHolds('a message has the focus', isInMessages)

    await page.goto('/#inbox')
    await heading(page, 'Inbox').waitFor()
    await page.keyboard.press('c')
    await field(page, 'Stream').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await heading(page, 'Recent conversations').waitFor()
  })

  it('moves a message and later ones from a message, and all of a topic from the topic', async () => {
    await sendAll(ada, 'ops', 'mixed up', ['stays here', 'goes away', 'goes too'])
    const page = await windows.openAs(ada, { path: pathOf('mixed.20up') })
    await choose(page, 'goes away', 'Move message')
    const dialog = page.getByRole('dialog')
    const which = dialog.getByRole('radio', { name: 'This message and later ones in the topic' })
    expect(await which.isChecked()).toBe(true)
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('on its own')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await article(page, 'goes too').waitFor({ state: 'detached' })
    await article(page, 'stays here').waitFor()

    await page.goto(pathOf('on.20its.20own'))
    await article(page, 'goes too').waitFor()
    await page.getByRole('button', { name: 'Options for on its own' }).click()
    await page.getByRole('menuitem', { name: 'Move topic' }).click()
    await page.getByRole('dialog', { name: 'Move topic' }).waitFor()
    await expectNone(dialog.getByRole('radio'))
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('all of it')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await heading(page, 'all of it').waitFor()
    await article(page, 'goes away').waitFor()
  })

  it('lets keys act on a message in view', async () => {
    await multiply(server, await bo.send('ops', 'sight', 'message'), 99)
    const page = await windows.openAs(ada, { path: pathOf('sight') })
    await page.getByRole('article').first().waitFor()
    await page.keyboard.press('End')
    await untilStill(page)
    await page.keyboard.press('k')
    const start = firstOf(await rowsInView(page))
    await scrollUntil(
      page,
      -700,
      async () => ((await rowsInView(page))[0]?.id ?? start.id) < start.id - 40,
    )
    await untilStill(page)
    await page.keyboard.press('+')
    const reaction = page.getByRole('button', { name: /^thumbs up: You/ })
    await reaction.first().waitFor()
    const id = await reaction
      .first()
      .evaluate((button) =>
        Number(button.closest<HTMLElement>('[data-message-id]')?.dataset['messageId']),
      )
    expect((await rowsInView(page)).map((row) => row.id)).toContain(id)

    // A message counts as out of view if only an edge of it is seen.
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const edge = page.locator('article:focus')
    const edgeId = await edge.getAttribute('data-message-id')
    await edge.evaluate((row) => {
      const scroller = row.closest('[role="feed"]')?.parentElement
      const content = row.querySelector('[data-content]')
      if (!scroller || !content) throw new Error('There is no feed around the message.')
      const above = content.getBoundingClientRect().bottom - scroller.getBoundingClientRect().top
      scroller.scrollTop += Math.floor(above) - 2
    })
    await page.keyboard.press('+')
    await reaction.nth(1).waitFor()
    const isOnEdge = page.locator(`[data-message-id="${edgeId}"]`).getByRole('button', {
      name: /^thumbs up: You/,
    })
    await expectNone(isOnEdge)
  })

  it('closes a picture, a menu and a drawer of a phone by going back, and keeps the page', async () => {
    await bo.send('ops', 'phone', 'tap me')
    const page = await windows.openAs(ada, { ...phone, path: '/#recent' })
    await page
      .getByRole('main')
      .getByRole('link', { name: /^phone/ })
      .click()
    await article(page, 'tap me').waitFor()
    const message = article(page, 'tap me')
    const dialog = page.getByRole('dialog')
    const viewSource = async () => {
      await message.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'View source' }).click()
    }
    const goBackFromDialog = async () => {
      await dialog.waitFor()
      await page.goBack()
      await dialog.waitFor({ state: 'detached' })
    }

    await page.getByRole('button', { name: 'Show conversations' }).click()
    await goBackFromDialog()
    await heading(page, 'phone').waitFor()

    await viewSource()
    await goBackFromDialog()
    await heading(page, 'phone').waitFor()

    // After a dialog that was closed by its button, and a page opened from the drawer, each step back is a page.
    await viewSource()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Show conversations' }).click()
    await dialog.getByRole('link', { name: 'Drafts' }).click()
    await heading(page, 'Drafts').waitFor()
    await page.goBack()
    await heading(page, 'phone').waitFor()
    // So it is after a settings page, which leaves the history in its own way.
    await page.goto('/#settings/profile')
    await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
    await viewSource()
    await goBackFromDialog()
    await heading(page, 'phone').waitFor()

    await page.goBack()
    await page.goBack()
    await page.goBack()
    await heading(page, 'Recent conversations').waitFor()
  })

  it('closes a picture, dialogs and menus of a desktop by going back, without entries of their own', async () => {
    const file = expectSuccess(await bo.upload('/user_uploads', await picture(64, 48), 'cat.png'))
    await bo.send('ops', 'desk', `tap me [cat.png](${String(file['uri'])})`)
    const page = await windows.openAs(ada, { path: '/#recent' })
    const message = article(page, 'tap me')
    const dialogs = page.getByRole('dialog')
    const menu = page.getByRole('menu')
    const openTopic = async () => {
      await page.getByRole('main').getByRole('link', { name: /^desk/ }).click()
      await message.locator('img').waitFor()
    }
    /** The step back has closed one overlay, and the page beneath has stayed. */
    const expectLeft = async (overlays: Locator, count: number) => {
      await untilHolds('an overlay is closed', async () => (await overlays.count()) === count)
      expect(await heading(page, 'desk').count()).toBe(1)
    }
    const openMenu = async () => {
      await message.hover()
      await message.getByRole('button', { name: 'More actions' }).click()
      await menu.waitFor()
    }
    const recent = heading(page, 'Recent conversations')

    await openTopic()
    await message.locator('img').click()
    await dialogs.waitFor()
    await page.goBack()
    await expectLeft(dialogs, 0)
    // A step forward opens nothing again, and the next step back is a page.
    await page.goForward()
    await untilHolds('the step forward is undone', () =>
      page.evaluate(() => !(history.state as { isOver?: boolean }).isOver),
    )
    await page.goBack()
    await recent.waitFor()

    // Escape, too, leaves one step to the page before.
    await openTopic()
    await choose(page, 'tap me', 'View source')
    await dialogs.waitFor()
    await page.keyboard.press('Escape')
    await expectNone(dialogs)
    await page.goBack()
    await recent.waitFor()

    // Of a picker over a dialog, each step closes one.
    await openTopic()
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: /your status/ }).click()
    await dialogs.getByRole('button', { name: /emoji/i }).click()
    await untilHolds('the picker is open', async () => (await dialogs.count()) === 2)
    await page.goBack()
    await expectLeft(dialogs, 1)
    await page.goBack()
    await expectLeft(dialogs, 0)

    // A menu keeps the way forward.
    await page.getByRole('link', { name: 'Drafts' }).click()
    await heading(page, 'Drafts').waitFor()
    await page.goBack()
    await openMenu()
    await page.evaluate(() => history.back())
    await expectLeft(menu, 0)
    await openMenu()
    await page.keyboard.press('Escape')
    await expectNone(menu)
    await page.goForward()
    await heading(page, 'Drafts').waitFor()
    await page.goBack()

    // After a reload, the entry of a dialog is none of the reader's.
    await choose(page, 'tap me', 'View source')
    await dialogs.waitFor()
    await page.reload()
    await page.getByRole('form', { name: 'Compose' }).waitFor()
    await expectLeft(dialogs, 0)
    await page.goBack()
    await recent.waitFor()
  })

  it.each(['touch', 'keyboard'] as const)(
    'sends later, reminds, forwards and searches by %s, live in a second tab',
    async (by) => {
      await bo.send('ops', `tools by ${by}`, 'the plan')
      const page = await windows.openAs(ada, {
        ...(by === 'touch' ? phone : {}),
        path: pathOf(`tools.20by.20${by}`),
      })
      const second = await page.context().newPage()
      await second.goto('/#scheduled')
      await heading(second, 'Scheduled').waitFor()
      await page.bringToFront()
      const item = async (name: RegExp | string) => {
        const chosen = page.getByRole('menuitem', { name })
        await chosen.waitFor()
        if (by === 'touch') return chosen.tap()
        await chosen.focus()
        await page.keyboard.press('Enter')
      }
      const openMenu = async () => {
        await article(page, 'the plan').waitFor()
        if (by === 'touch') {
          return article(page, 'the plan').getByRole('button', { name: 'More actions' }).tap()
        }
        await article(page, 'the plan').focus()
        await page.keyboard.press('i')
      }
      const box = page.getByRole('textbox', { name: 'Message' })

      await box.fill('see you tomorrow')
      if (by === 'touch') await page.getByRole('button', { name: 'Schedule message' }).tap()
      else await page.keyboard.press('Control+Shift+Enter')
      await item(/^Tomorrow/)
      await second.getByRole('listitem').filter({ hasText: 'see you tomorrow' }).waitFor()

      await openMenu()
      await item('Remind me')
      await item(/^Tomorrow/)
      const reminders = second.getByRole('region', { name: 'Reminders' }).getByRole('listitem')
      await reminders.filter({ hasText: 'the plan' }).waitFor()
      await second.getByRole('button', { name: 'Delete reminder' }).click()
      await reminders.waitFor({ state: 'detached' })

      await openMenu()
      await item('Forward message')
      await untilHolds('the message is forwarded', async () =>
        (await box.inputValue()).includes('the plan'),
      )
      const find = page.getByRole('button', { name: 'Find messages here' })
      if (by === 'touch') await find.tap()
      else await find.press('Enter')
      await page.getByRole('searchbox', { name: 'Search' }).fill('plan')
      await page.keyboard.press('Enter')
      await page.getByText('1 result').waitFor()
      for (const { scheduled_message_id: id } of await scheduledOfAda()) {
        await ada.delete(`/scheduled_messages/${id}`)
      }
    },
  )

  async function scheduledOfAda(): Promise<{ scheduled_message_id: number }[]> {
    const { body } = await ada.get('/scheduled_messages')
    return (body as { scheduled_messages: { scheduled_message_id: number }[] }).scheduled_messages
  }

  it('opens a found message in its conversation', async () => {
    const ids = await sendAll(bo, 'ops', 'haystack', ['a needle', 'hay', 'more hay'])
    const page = await windows.openAs(ada, { path: '/#narrow/search/needle' })
    const near = `/near/${ids[0]}`
    const link = article(page, 'a needle').getByRole('link', { name: 'haystack' })
    expect(await link.getAttribute('href')).toContain(near)
    await page.getByText('a needle').click()
    await heading(page, 'haystack').waitFor()
    expect(page.url()).toContain(near)

    // In a conversation, a click on a text leads nowhere.
    await article(page, 'more hay').getByText('more hay').click()
    expect(page.url()).toContain(near)
  })

  it('lists recent conversations behind a busy one without being asked', async () => {
    // The stories before are of a day, and come close to the calls of a minute.
    const eve = await server.user('eve')
    await server.stream('crowded', { subscribers: [bo, eve] })
    await bo.send('crowded', 'before the crowd', 'quiet here')
    await multiply(server, await bo.send('crowded', 'crowd', 'message'), 1999)
    const page = await windows.openAs(eve, { path: '/#recent' })
    const main = page.getByRole('main')
    await main.getByRole('link', { name: /^crowd/ }).waitFor()
    await main.getByRole('link', { name: /^before the crowd/ }).waitFor()
  })

  it('shows profile fields on the card and in the profile of a person', async () => {
    const fay = await server.user('fay')
    const { id: cards } = await server.stream('cards', { subscribers: [bo, fay] })
    const addField = async (field: ArgumentsOf<'POST /realm/profile_fields'>) =>
      (await server.owner.call('POST /realm/profile_fields', field)).id
    const [phoneId, siteId, mentorId, foodId] = [
      await addField({ name: 'Phone', field_type: 1, display_in_profile_summary: true }),
      await addField({ name: 'Site', field_type: 5 }),
      await addField({ name: 'Mentor', field_type: 6 }),
      await addField({
        ...{ name: 'Food', field_type: 3 },
        field_data: { soup: { text: 'Soup of the day', order: '1' } },
      }),
    ]
    const data = [
      { id: phoneId, value: '555 0100' },
      { id: siteId, value: 'https://bo.example.com/' },
      { id: mentorId, value: [fay.id] },
      { id: foodId, value: 'soup' },
    ]
    expectSuccess(await bo.patch('/users/me/profile_data', { data }))
    const group = { name: 'cooks', description: '', members: [fay.id, bo.id] }
    expectSuccess(await server.owner.post('/user_groups/create', group))
    await bo.send('cards', 'here', 'Who am I?')

    const page = await windows.openAs(fay, { path: `/#narrow/channel/${cards}-cards/topic/here` })
    await article(page, 'Who am I?').getByRole('link', { name: 'Bo' }).click()
    const card = page.getByRole('dialog', { name: 'Bo' })
    await card.getByText('555 0100').waitFor()
    await expectNone(card.getByText('Soup of the day'))
    await card.getByRole('button', { name: 'View profile' }).click()
    await card.getByText('Soup of the day').waitFor()
    for (const text of ['555 0100', 'Member', /^Joined /]) await card.getByText(text).waitFor()
    await card.getByRole('link', { name: 'https://bo.example.com/' }).waitFor()
    await card.getByRole('link', { name: 'cooks' }).waitFor()
    await card.getByRole('heading', { name: 'Streams in common' }).waitFor()
    await card.getByRole('link', { name: 'cards' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await card.getByRole('link', { name: 'Fay' }).click()
    await page.getByRole('dialog', { name: 'Fay' }).waitFor()
  })

  it('copies on a page without https, also in a dialog', async () => {
    const cy = await server.user('cy')
    const { id } = await server.stream('copies', { subscribers: [bo, cy] })
    await bo.send('copies', 'here', 'copy me')
    const page = await windows.openAs(cy, { path: `/#narrow/channel/${id}-copies/topic/here` })
    await page.context().addInitScript(() => {
      Object.defineProperty(globalThis, 'isSecureContext', { value: false })
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    })
    await page.reload()
    await choose(page, 'copy me', 'Copy link')
    await page.getByText('Link copied.').last().waitFor()
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.press('Control+v')
    expect(await message.inputValue()).toMatch(/\/near\/\d+$/)
    await message.fill('')

    await choose(page, 'copy me', 'View source')
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Source copied.').last().waitFor()
    await page.keyboard.press('Escape')
    await message.press('Control+v')
    expect(await message.inputValue()).toBe('copy me')
  })

  it('says that a reader is not in a stream, and lets them join', async () => {
    const { id } = await server.stream('office', { subscribers: [bo] })
    await bo.send('office', 'lunch', 'Soup today')
    const dan = await server.user('dan')
    const page = await windows.openAs(dan, { path: `/#narrow/channel/${id}-office/topic/lunch` })
    const notice = page.getByRole('region', { name: 'You are not in this stream.' })
    await notice.waitFor()
    expect(await findBarriers(page)).toEqual([])
    await notice.getByRole('button', { name: 'Join' }).click()
    await notice.waitFor({ state: 'detached' })
    const { subscriptions } = await dan.call('GET /users/me/subscriptions')
    expect(subscriptions.map((one) => one.stream_id)).toContain(id)
  })
})

const widthOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().width)

/** Whether no part of a text is cut off, and all of it is in the window. */
const isWhole = (element: Locator) =>
  element.evaluate((node) => {
    const { left, right } = node.getBoundingClientRect()
    return node.scrollWidth <= node.clientWidth + 1 && left >= 0 && right <= innerWidth
  })
