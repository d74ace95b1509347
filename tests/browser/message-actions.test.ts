import type { Locator, Page } from 'playwright-core'
import { present } from '../support/checked'
import type { Person } from '../support/person'
import { expectSuccess } from '../support/expectations'
import { untilHolds } from '../support/until'
import { findBarriers } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { holdBackLaterParts, loadAnew } from './support/later-parts'
import { expectFocus, expectNone } from './support/waits'

/** The message that contains a text. */
function message(page: Page, text: string | RegExp): Locator {
  return page.getByRole('article').filter({ hasText: text })
}

async function choose(page: Page, text: string, action: string): Promise<void> {
  const row = message(page, text)
  await row.hover()
  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

describeInBrowser('Message actions', () => {
  const { server, windows } = useServerAndBrowser()
  let ada: Person
  let bo: Person
  let ops: number
  // A window of each, which the stories share.
  let adas: Page
  let bos: Page

  beforeAll(async () => {
    ;[ada, bo] = await server.users('ada', 'bo')
    ops = (await server.stream('ops', { subscribers: [ada, bo] })).id
    ;[adas, bos] = await Promise.all([windows.openAs(ada), windows.openAs(bo)])
  })

  /** Shows a topic to both users. */
  async function bothIn(topic: string): Promise<void> {
    const path = `/#narrow/channel/${ops}-ops/topic/${topic.replaceAll(' ', '.20')}`
    await Promise.all(
      [adas, bos].map(async (page) => {
        await page.goto(path)
        await page.getByRole('heading', { level: 1, name: topic, exact: true }).waitFor()
        await page.getByRole('feed', { name: topic }).getByRole('article').first().waitFor()
        // The compose box loads after the messages, and takes the focus from the page's keys.
        await page.getByRole('form', { name: 'Compose' }).waitFor()
      }),
    )
  }

  it('edit the last own message with the up arrow, if the compose box is empty', async () => {
    await ada.send('ops', 'arrow', 'mine, the first')
    await ada.send('ops', 'arrow', 'mine, the last')
    await bo.send('ops', 'arrow', 'of someone else')
    await bothIn('arrow')
    const compose = adas.getByRole('form', { name: 'Compose' })
    const box = compose.getByRole('textbox', { name: 'Message' })
    await box.fill('something')
    await box.press('ArrowUp')
    expect(await box.inputValue()).toBe('something')
    await box.fill('')
    await box.press('ArrowUp')
    const field = adas.getByRole('form', { name: 'Edit message' }).getByRole('textbox')
    await field.waitFor()
    expect(await field.inputValue()).toBe('mine, the last')
    await adas.keyboard.press('End')
    await adas.keyboard.type(', edited')
    await adas.keyboard.press('Enter')
    await message(adas, 'mine, the last, edited').waitFor()
    // The compose box has the focus again, also after Escape; a message has it if the edit began there.
    await expectFocus(box)
    await adas.keyboard.type('Next, ')
    expect(await box.inputValue()).toBe('Next, ')
    await box.fill('')
    await box.press('ArrowUp')
    await expectFocus(field)
    await adas.keyboard.press('Escape')
    await expectFocus(box)
    const row = adas.getByRole('article').filter({ hasText: 'mine, the first' })
    await row.focus()
    await adas.keyboard.press('e')
    await expectFocus(field)
    await adas.keyboard.type(' of all')
    await adas.keyboard.press('Enter')
    await message(adas, 'mine, the first of all').waitFor()
    await expectFocus(row)
  })

  it('add reactions by keyboard alone', async () => {
    await ada.send('ops', 'keys', 'by hand')
    // Nothing was chosen from the picker yet, so it offers the popular emoji first.
    await bothIn('keys')
    const row = message(adas, 'by hand')
    await row.press('+')
    await row.getByRole('button', { name: 'thumbs up: You' }).waitFor()
    await row.press(':')
    await adas.getByRole('searchbox', { name: 'Search emoji' }).waitFor()
    await adas.getByRole('button', { name: 'tada' }).first().waitFor()
    await adas.keyboard.press('ArrowDown')
    await adas.keyboard.press('ArrowRight')
    await adas.getByText(':tada:').waitFor()
    await adas.keyboard.press('Enter')
    await row.getByRole('button', { name: /You$/ }).nth(1).waitFor()
    await adas.getByRole('dialog', { name: 'Emoji' }).waitFor({ state: 'detached' })
  })

  it('have a picker whose categories are reached by keyboard and by click', async () => {
    await ada.send('ops', 'categories', 'many emoji')
    await bothIn('categories')
    await message(adas, 'many emoji').press(':')
    const picker = adas.getByRole('dialog', { name: 'Emoji' })
    const search = picker.getByRole('searchbox', { name: 'Search emoji' })
    const chosen = (name: string) =>
      picker.getByRole('toolbar').locator('[aria-current]').and(picker.getByLabel(name))
    await chosen('Recently used').waitFor()
    // Rows out of sight are empty, but have their height.
    await picker.getByRole('button', { name: 'grinning', exact: true }).waitFor()
    expect(await picker.getByRole('button').count()).toBeLessThan(400)
    const heightNow = () =>
      picker.getByRole('region').evaluateAll((all) => all.map((one) => one.clientHeight))
    const heights = await heightNow()

    // Enter on a category leads to its first emoji; the last emoji of all can be reached.
    await adas.keyboard.press('Tab')
    await adas.keyboard.press('End')
    await adas.keyboard.press('ArrowLeft')
    await adas.keyboard.press('Enter')
    await expectFocus(picker.getByRole('button', { name: 'atm' }))
    await picker.getByText(':atm:').waitFor()
    await chosen('Symbols').waitFor()
    await adas.keyboard.press('End')
    await expectFocus(picker.getByRole('region', { name: 'Flags' }).getByRole('button').last())
    await chosen('Flags').waitFor()
    expect(await heightNow()).toEqual(heights)

    // A click ends a search, and leaves the focus in its field.
    await search.fill('octo')
    await picker.getByText(':octopus:').waitFor()
    await picker.getByRole('button', { name: 'Food' }).click()
    await chosen('Food').waitFor()
    await expectFocus(search)
    expect(await search.inputValue()).toBe('')
    await picker.getByRole('button', { name: 'pizza' }).hover()
    await picker.getByText(':pizza:').waitFor()
    // While one types, the name is that of the emoji that Enter chooses.
    await adas.keyboard.type('octo')
    await picker.getByText(':octopus:').waitFor()
    await adas.keyboard.press('Escape')
    await picker.waitFor({ state: 'detached' })
  })

  it('add reactions by picker and by click, live for others', async () => {
    await ada.send('ops', 'reacting', 'ship it')
    await bothIn('reacting')

    await message(adas, 'ship it').hover()
    await message(adas, 'ship it').getByRole('button', { name: 'Add reaction' }).click()
    await adas.getByRole('searchbox', { name: 'Search emoji' }).fill('octo')
    await adas.getByRole('button', { name: 'octopus', exact: true }).click()

    const reaction = message(bos, 'ship it').getByRole('button', { name: /^octopus: / })
    await reaction.click()
    await message(adas, 'ship it')
      .getByRole('button', { name: /^octopus: You, bo/i })
      .waitFor()
    await reaction.and(bos.locator('[aria-pressed=true]')).click()
    await message(adas, 'ship it')
      .getByRole('button', { name: 'octopus: You', exact: true })
      .waitFor()

    // The picker offers it first from now on, for texts as well.
    await adas.getByRole('button', { name: 'Add emoji' }).click()
    const recent = adas.getByRole('region', { name: 'Recently used' }).getByRole('button')
    await recent.first().and(adas.getByLabel('octopus')).click()
    const box = adas.getByRole('textbox', { name: 'Message', exact: true })
    expect(await box.inputValue()).toContain(':octopus:')
    await box.fill('')
  })

  it('edit an own message in place, and show its edit history', async () => {
    await ada.send('ops', 'editing', 'the first words')
    await bothIn('editing')

    await message(adas, 'the first words').hover()
    await message(adas, 'the first words').getByRole('button', { name: 'Edit message' }).click()
    const form = adas.getByRole('form', { name: 'Edit message' })
    await form.getByRole('textbox', { name: 'Message' }).fill('the **last** words')
    await form.getByText(/left to edit$/).waitFor()
    await form.getByRole('button', { name: 'Save' }).click()

    await message(bos, 'the last words').getByText('edited').waitFor()
    // Others cannot edit it.
    expect(
      await message(bos, 'the last words').getByRole('button', { name: 'Edit message' }).count(),
    ).toBe(0)

    await choose(bos, 'the last words', 'View edit history')
    const dialog = bos.getByRole('dialog', { name: 'Edit history' })
    await dialog.getByText('the first words').first().waitFor()
    expect(await dialog.locator('.highlight_text_deleted').first().textContent()).toContain('first')
    expect(await dialog.getByRole('listitem').count()).toBe(2)
    await bos.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('keep an unsaved edit over closing and reload, and show a conflicting edit', async () => {
    const id = await ada.send('ops', 'conflict', 'plan A')
    await bothIn('conflict')
    const form = adas.getByRole('form', { name: 'Edit message' })
    const field = form.getByRole('textbox', { name: 'Message' })

    await message(adas, 'plan A').press('e')
    await field.fill('plan B')
    await field.press('Escape')
    await form.waitFor({ state: 'detached' })
    await message(adas, 'plan A').press('e')
    await field.waitFor()
    expect(await field.inputValue()).toBe('plan B')
    await adas.reload()
    await adas.getByRole('form', { name: 'Compose' }).waitFor()
    await message(adas, 'plan A').press('e')
    await field.waitFor()
    expect(await field.inputValue()).toBe('plan B')

    // Ada edits it in another window.
    expectSuccess(await ada.patch(`/messages/${id}`, { content: 'plan C' }))
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').getByText('plan C').waitFor()
    await form.getByRole('button', { name: 'Save mine anyway' }).click()
    await message(adas, 'plan B').waitFor()
    await form.waitFor({ state: 'detached' })
  })

  it('keep the editor open for text that is typed while an edit is saved', async () => {
    await ada.send('ops', 'haste', 'plan D')
    await bothIn('haste')
    const form = adas.getByRole('form', { name: 'Edit message' })
    const field = form.getByRole('textbox', { name: 'Message' })
    let answer: (() => void) | undefined
    const awaited = new Promise<void>((resolve) => (answer = resolve))
    const saving = '**/json/messages/*'
    await adas.route(saving, async (route) => {
      if (route.request().method() === 'PATCH') await awaited
      await route.continue()
    })
    await message(adas, 'plan D').press('e')
    await field.press('End')
    await adas.keyboard.type(' or E')
    await adas.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Save', disabled: true }).waitFor()
    await adas.keyboard.type(' or F')
    answer?.()
    await message(bos, 'plan D or E').waitFor()
    await form.getByRole('button', { name: 'Save', disabled: false }).waitFor()
    expect(await field.inputValue()).toBe('plan D or E or F')
    await field.press('Enter')
    await message(bos, 'plan D or E or F').waitFor()
    await form.waitFor({ state: 'detached' })
    await adas.unroute(saving)
  })

  it('attach a file while editing, whose upload goes on while the editor is closed', async () => {
    await ada.send('ops', 'attaching', 'the plan')
    await bothIn('attaching')
    const form = adas.getByRole('form', { name: 'Edit message' })
    const field = form.getByRole('textbox', { name: 'Message' })
    let finish = (): void => undefined
    const held = new Promise<void>((resolve) => (finish = resolve))
    await adas.route('**/json/user_uploads', async (route) => {
      await held
      await route.continue()
    })

    await message(adas, 'the plan').press('e')
    await field.press('End')
    const chosen = adas.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Attach files' }).click()
    const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('dig') }
    await (await chosen).setFiles(file)
    await form.getByText('Files are still uploading.').waitFor()
    expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await field.press('Escape')
    await form.waitFor({ state: 'detached' })
    const uploaded = adas.waitForResponse('**/json/user_uploads')
    finish()
    await uploaded
    await adas.unroute('**/json/user_uploads')

    await message(adas, 'the plan').press('e')
    await untilHolds('the text has the link', async () =>
      /^the plan \[plan\.txt\]\(\/user_uploads\/.*\) $/.test(await field.inputValue()),
    )
    await field.press('Enter')
    await form.waitFor({ state: 'detached' })
    await message(bos, 'the plan').getByRole('link', { name: 'plan.txt' }).waitFor()
  })

  it('move a topic, which readers follow, and resolve it', async () => {
    await ada.send('ops', 'old place', 'where to?')
    await bothIn('old place')

    await adas.getByRole('button', { name: 'Options for old place' }).click()
    await adas.getByRole('menuitem', { name: 'Move topic' }).click()
    const dialog = adas.getByRole('dialog', { name: 'Move topic' })
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('new place')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()

    await bos.getByRole('heading', { level: 1, name: 'new place' }).waitFor()
    await message(bos, 'where to?').waitFor()
    await message(bos, /was moved here from/).waitFor()

    await choose(bos, 'where to?', 'Mark topic as resolved')
    await adas.getByRole('heading', { level: 1, name: '✔ new place' }).waitFor()
    await message(adas, 'where to?').waitFor()
  })

  it('reopen a resolved topic beside the box in which one writes', async () => {
    await ada.send('ops', '✔ settled', 'all done')
    await bothIn('✔ settled')
    const compose = adas.getByRole('form', { name: 'Compose' })
    await compose.getByRole('textbox', { name: 'Message' }).fill('one more thing')
    await compose.getByText('This topic is resolved.').waitFor()
    await compose.getByRole('button', { name: 'Unresolve' }).click()
    await adas.getByRole('heading', { level: 1, name: 'settled', exact: true }).waitFor()
    await expectNone(compose.getByText('This topic is resolved.'))
    // The box keeps its text, and the next key goes into it.
    await adas.keyboard.press('End')
    await adas.keyboard.type('!')
    await adas.keyboard.press('Enter')
    await message(bos, 'one more thing!').waitFor()
    await bos.getByRole('heading', { level: 1, name: 'settled', exact: true }).waitFor()
  })

  it('open as a sheet by a long press on a phone, which a tap beside the sheet closes', async () => {
    await ada.send('ops', 'pressing', 'press [here](https://acme.test/)')
    const path = `/#narrow/channel/${ops}-ops/topic/pressing`
    const viewport = { width: 390, height: 844 }
    const phone = { viewport, hasTouch: true, isMobile: true, path }
    const page = await windows.openAs(ada, {
      ...phone,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const row = message(page, 'press here')
    // The chunk that answers the press comes after the messages.
    await page.getByRole('form', { name: 'Compose' }).waitFor()
    const touches = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchEnd', at?: { x: number; y: number }) =>
      touches.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const place = present(await row.getByText('press', { exact: false }).first().boundingBox())
    const menu = page.getByRole('menu', { name: 'More actions' })

    await touch('touchStart', { x: place.x + 4, y: place.y + 8 })
    await menu.waitFor()
    await touch('touchEnd')
    // It stays when the finger leaves the screen, at the bottom, as wide as the screen.
    const sheet = present(await menu.boundingBox())
    expect([sheet.x, sheet.width, sheet.y + sheet.height]).toEqual([0, 390, 844])
    await menu.getByRole('menuitem', { name: 'Copy text' }).tap()
    await page.getByText('Text copied.').first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('press here')

    await touch('touchStart', { x: place.x + 4, y: place.y + 8 })
    await menu.waitFor()
    await touch('touchEnd')
    const link = present(await row.getByRole('link', { name: 'here' }).boundingBox())
    await page.touchscreen.tap(link.x + 4, link.y + 4)
    await menu.waitFor({ state: 'detached' })
    expect(page.context().pages()).toHaveLength(1)
    // A short touch, and one on a link, open no menu.
    await page.touchscreen.tap(place.x + 4, place.y + 8)
    await row.getByRole('button', { name: 'More actions' }).tap()
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  })

  it('delete a message after a confirmation', async () => {
    await ada.send('ops', 'deleting', 'a secret')
    await ada.send('ops', 'deleting', 'no secret')
    await bothIn('deleting')
    await message(bos, 'a secret').waitFor()

    await choose(adas, 'a secret', 'Delete message')
    const dialog = adas.getByRole('dialog', { name: 'Delete this message?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await choose(adas, 'a secret', 'Delete message')
    await dialog.getByRole('button', { name: 'Delete' }).click()

    await message(bos, 'a secret').waitFor({ state: 'detached' })
    await message(adas, 'a secret').waitFor({ state: 'detached' })
    await message(bos, 'no secret').waitFor()
  })

  it('quote, star, copy the link, show the source and the read receipts', async () => {
    const id = await bo.send('ops', 'rest', 'see `code` here')
    await bothIn('rest')
    await adas.context().grantPermissions(['clipboard-read', 'clipboard-write'])

    await choose(adas, 'see code here', 'Star')
    await message(adas, 'see code here').getByRole('img', { name: 'Starred' }).waitFor()

    await choose(adas, 'see code here', 'Copy link')
    await adas.getByText('Link copied.').last().waitFor()
    expect(await adas.evaluate(() => navigator.clipboard.readText())).toMatch(
      /#narrow\/channel\/\d+-ops\/topic\/rest\/near\/\d+$/,
    )

    await choose(adas, 'see code here', 'View source')
    const source = adas.getByRole('dialog', { name: 'Source' })
    expect(await source.getByRole('textbox').inputValue()).toBe('see `code` here')
    await adas.keyboard.press('Escape')

    // The app tells the server in a while, and the dialog asks once.
    await untilHolds('Ada has read the message', async () => {
      const readBy = await bo.call('GET /messages/{message_id}/read_receipts', { message_id: id })
      return readBy.user_ids.includes(ada.id)
    })
    await choose(adas, 'see code here', 'View read receipts')
    await adas.getByRole('dialog', { name: 'Read by' }).getByText('Ada').waitFor()
    await adas.keyboard.press('Escape')

    await choose(adas, 'see code here', 'Quote and reply')
    const field = adas
      .getByRole('form', { name: 'Compose' })
      .getByRole('textbox', { name: 'Message' })
    await untilHolds('the message is quoted', async () =>
      /^@_\*\*Bo\|\d+\*\* \[said\]\(#narrow.*\):\n```quote\nsee `code` here\n```\n/.test(
        await field.inputValue(),
      ),
    )
    await field.fill('')
  })

  it('tell administrators why a person did not get a message', async () => {
    await server.user('cy')
    const mia = await server.user('mia', 'administrator')
    expectSuccess(await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'ops' }] }))
    await ada.send('ops', 'trace', 'who has this?')
    await bothIn('trace')
    await message(adas, 'who has this?').hover()
    await adas.getByRole('button', { name: 'More actions' }).first().click()
    await adas.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    expect(await adas.getByRole('menuitem', { name: /^Why did/ }).count()).toBe(0)
    await adas.keyboard.press('Escape')

    const page = await windows.openAs(mia, { path: `/#narrow/channel/${ops}-ops/topic/trace` })
    await choose(page, 'who has this?', 'Why did … not get this?')
    const dialog = page.getByRole('dialog', { name: 'Why did … not get this?' })
    await dialog.getByText(/^Ada sent it to the stream ops on .*, with/).waitFor()
    const finder = dialog.getByRole('combobox', { name: 'Person' })
    await expectFocus(finder)
    await finder.fill('cy')
    await dialog.getByRole('option', { name: 'Cy' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByRole('heading', { name: 'Cy' }).waitFor()
    await dialog.getByText('Cy is not subscribed to the stream.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await finder.fill('bo')
    await page.keyboard.press('Enter')
    await dialog.getByText(/^The client Web app has/).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('show a poll as soon as its message', async () => {
    await ada.send('ops', 'complete', '/poll Lunch?\nPizza\nSoup')
    await ada.send('ops', 'complete', 'after it')
    const release = await holdBackLaterParts(bos)
    await loadAnew(bos, `/#narrow/channel/${ops}-ops/topic/complete`)
    const isPollThere = bos.waitForFunction(() => {
      const isShown = document.querySelector('[role=feed] article') !== null
      const poll = document.querySelector('[role=feed] article section')
      return isShown && { hasPoll: poll !== null }
    })
    await bos.locator('[role=feed][aria-busy=true]').waitFor()
    release()
    expect(await (await isPollThere).jsonValue()).toEqual({ hasPoll: true })
  })

  it('vote in polls, extend them and tick off tasks, live for everyone', async () => {
    await ada.send('ops', 'widgets', '/poll Lunch?\nPizza\nSoup')
    await ada.send('ops', 'widgets', '/todo Release\nTag: with care')
    await bothIn('widgets')

    await bos.getByRole('button', { name: 'Soup, 0 votes' }).click()
    await adas.getByRole('button', { name: 'Soup, 1 vote' }).click()
    await bos.getByRole('button', { name: 'Soup, 2 votes' }).click()
    await adas.getByRole('button', { name: 'Soup, 1 vote' }).waitFor()

    const poll = bos.getByRole('region', { name: 'Poll: Lunch?' })
    await expectNone(poll.getByRole('button', { name: 'Edit question' }))
    await poll.getByRole('textbox', { name: 'Add an option' }).fill('Salad')
    await poll.getByRole('textbox', { name: 'Add an option' }).press('Enter')
    await adas.getByRole('button', { name: 'Salad, 0 votes' }).waitFor()

    await adas.getByRole('button', { name: 'Edit question' }).click()
    await adas.getByRole('textbox', { name: 'Question' }).fill('Dinner?')
    await adas.getByRole('textbox', { name: 'Question' }).press('Enter')
    await bos.getByRole('region', { name: 'Poll: Dinner?' }).waitFor()

    await bos.getByRole('checkbox', { name: /^Tag/ }).click()
    await adas.getByRole('checkbox', { name: /^Tag/, checked: true }).waitFor()
    await adas.getByRole('textbox', { name: 'New task' }).fill('Notes: short')
    await adas.getByRole('textbox', { name: 'New task' }).press('Enter')
    await bos.getByRole('checkbox', { name: /^Notes/, checked: false }).waitFor()
  })

  it('forward, quote the selected words, report, and add a call', async () => {
    const { id: reports } = await server.stream('reports', { subscribers: [server.owner] })
    const settings = {
      moderation_request_channel_id: reports,
      video_chat_provider: 1,
      jitsi_server_url: 'https://meet.acme.test',
    }
    expectSuccess(await server.owner.patch('/realm', settings))
    await bo.send('ops', 'passing on', 'one **bold** word')
    await bothIn('passing on')
    const page = adas
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.waitFor()

    await message(page, 'one bold word').locator('strong').dblclick()
    await page.keyboard.press('Shift+>')
    await untilHolds('the words are quoted', async () =>
      (await box.inputValue()).includes('```quote\nbold\n```'),
    )
    await box.fill('')
    await message(page, 'one bold word').getByRole('button', { name: 'More actions' }).click()
    // The arrow of forwarding and the two places of a move, which the sprite has.
    const drawings = ['Forward message', 'Move message'].map((name) =>
      page.getByRole('menuitem', { name }).locator('use').getAttribute('href'),
    )
    const [forward, move] = (await Promise.all(drawings)).map((href) => href?.split('#') ?? [])
    expect([forward?.[1], move?.[1]]).toEqual(['forward', 'move-elsewhere'])
    const sprite = await (await page.request.get(move?.[0] ?? '')).text()
    expect(sprite).toMatch(/<symbol id="move-elsewhere"[^>]*><rect/)
    await page.keyboard.press('Escape')
    await choose(page, 'one bold word', 'Forward message')
    await untilHolds('the message is forwarded', async () =>
      (await box.inputValue()).includes('one **bold** word'),
    )
    const stream = page.getByRole('combobox', { name: 'Stream' })
    expect(await stream.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Write to people instead' }).click()
    await page.locator('[aria-label="To"]:focus').waitFor()
    await page.keyboard.type('bo')
    await page.getByRole('option', { name: /^Bo/ }).click()
    expect(await box.inputValue()).toContain('one **bold** word')
    await page.getByRole('button', { name: 'Remove Bo' }).waitFor()
    await page.getByRole('button', { name: 'Write to a stream instead' }).click()
    await page.locator('[aria-label="Stream"]:focus').waitFor()

    await page.getByRole('button', { name: 'Add a video call' }).click()
    expect(await box.inputValue()).toMatch(
      /\[Join video call\.\]\(https:\/\/meet\.acme\.test\/[0-9a-f]{32}\)/,
    )

    await box.fill('')

    await page.context().route('https://meet.acme.test/**', (route) => route.fulfill({ body: '' }))
    await page.getByRole('button', { name: 'Start a video call' }).click()
    const asked = page.getByRole('dialog', { name: 'Start a video call here?' })
    await asked.getByText('its link is sent to #ops > passing on.').waitFor()
    const begun = page.context().waitForEvent('page')
    await asked.getByRole('button', { name: 'Start a video call' }).click()
    const called = await begun
    const link = message(bos, 'Join video call.').getByRole('link', { name: 'Join video call.' })
    await called.waitForURL((await link.getAttribute('href')) ?? '')
    await called.close()
    await page.context().unroute('https://meet.acme.test/**')

    await choose(page, 'one bold word', 'Report message')
    const dialog = page.getByRole('dialog', { name: 'Report this message?' })
    await dialog.getByLabel('Reason').selectOption('Other reason')
    await dialog.getByRole('button', { name: 'Report' }).click()
    await dialog.getByText('An explanation is required.').waitFor()
    await dialog.getByLabel('Note').fill('Not here')
    await dialog.getByRole('button', { name: 'Report' }).click()
    await page.getByText('The message was reported to the moderators.').first().waitFor()
  })
})
