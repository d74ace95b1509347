import type { Locator, Page } from 'playwright-core'
import { roles } from '../../src/shared/rules/roles'
import { shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { sendAll } from '../support/history'
import { picture } from '../support/pictures'
import { untilHolds } from '../support/until'
import { describeInBrowser, passwordOf, useServerAndBrowser } from './support/browser'
import { isFocused, pressUntil } from './support/settings-areas'
import { expectFocus } from './support/waits'

/** Waits until the focus is on or inside of an element. */
async function expectFocusIn(target: Locator): Promise<void> {
  const focused = target.page().locator(':focus')
  await target.and(focused).or(target.locator(':focus')).first().waitFor({ state: 'attached' })
}

/** The Enter that ends a composition, as Safari reports it. */
const lastKeyOfComposition = {
  ...{ key: 'Enter', code: 'Enter', keyCode: 229, isComposing: false },
  ...{ bubbles: true, cancelable: true },
}

const heading = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { name, level: 1 }).waitFor()

/** Goes to a screen whose heading takes the focus; a key that is pressed before would go to the heading. */
async function enter(page: Page, hash: string, name: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash)
  const main = page.getByRole('main')
  await expectFocus(main.getByRole('heading', { level: 1, name, exact: true }))
}

describeInBrowser('The keyboard alone', () => {
  const { server, windows } = useServerAndBrowser()

  it('A person logs in, reads, writes and logs out', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    await server.stream('lunch', { subscribers: [ada, bo] })
    await bo.send('lunch', 'pizza', 'Shall we?')
    const page = await windows.open({ path: '/login' })

    await expectFocus(page.getByRole('textbox', { name: 'Email' }))
    await page.keyboard.type(ada.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(passwordOf(ada))
    await page.keyboard.press('Enter')
    await heading(page, 'Inbox')

    await page.keyboard.press('j')
    await pressUntil('j', page.getByRole('main').getByRole('link', { name: /^pizza/ }))
    await page.keyboard.press('Enter')
    await heading(page, 'pizza')
    await page.getByRole('article').getByText('Shall we?').waitFor()
    await page.keyboard.press('j')
    await expectFocus(page.getByRole('article'))

    await page.keyboard.press('r')
    await expectFocus(page.getByRole('textbox', { name: 'Message' }))
    await page.keyboard.type('At noon.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article').getByText('At noon.').waitFor()

    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.getByRole('menu', { name: 'Your menu' }).waitFor()
    await pressUntil('ArrowDown', page.getByRole('menuitem', { name: 'Log out' }))
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
  })

  it('Shortcuts open the views and the unread conversations', async () => {
    const [cleo, dora] = await server.users('cleo', 'dora')
    await server.stream('a game', { subscribers: [cleo, dora] })
    await dora.send('a game', 'chess', 'e4')
    await dora.sendPrivately([cleo.email], 'Your move.')
    const page = await windows.openAs(cleo)

    await page.keyboard.press('t')
    await heading(page, 'Recent conversations')
    await page.keyboard.press('Shift+I')
    await heading(page, 'Inbox')
    await page.keyboard.press('p')
    await heading(page, 'Dora')
    await page.keyboard.press('Shift+D')
    // Streams are sorted by name, and open their newest unread topic.
    await heading(page, 'chess')
    await page.keyboard.press('s')
    await heading(page, 'a game')
    // The combined feed comes last, because messages in view become read.
    await page.keyboard.press('a')
    await heading(page, 'Combined feed')
  })

  it('The keys n and p go on after a conversation that was read on arrival', async () => {
    const [jo, ned, lea] = await server.users('jo', 'ned', 'lea')
    for (const name of ['alps', 'beach', 'coast', 'dunes'])
      await server.stream(name, { subscribers: [jo, ned] })
    expectSuccess(await jo.post('/mark_all_as_read'))
    await ned.send('alps', 'huts', 'hello')
    await ned.send('beach', 'sand', 'hello')
    await ned.send('beach', 'shells', 'hello')
    await ned.send('beach', 'tides', 'hello')
    await ned.send('coast', 'cliffs', 'hello')
    await ned.send('dunes', 'grass', 'hello')
    await ned.sendPrivately([jo.email], 'hello')
    await lea.sendPrivately([jo.email], 'hello')
    await lea.sendPrivately([jo.email, ned.email], 'hello')
    const made = await server.owner.post('/channel_folders/create', { name: 'Sea' })
    const { channel_folder_id: folder } = shapedLike(expectSuccess(made), { channel_folder_id: 0 })
    const { stream_id: alps } = await ned.call('GET /get_stream_id', { stream: 'alps' })
    expectSuccess(await server.owner.patch(`/streams/${alps}`, { folder_id: folder }))
    const { stream_id: coast } = await ned.call('GET /get_stream_id', { stream: 'coast' })
    const muted = [{ stream_id: coast, property: 'is_muted', value: true }]
    expectSuccess(await jo.post('/users/me/subscriptions/properties', { subscription_data: muted }))
    const page = await windows.openAs(jo)
    const list = page.getByRole('navigation', { name: 'Conversations' })
    const isRead = (name: string) => list.getByRole('link', { name, exact: true }).waitFor()
    const press = async (key: string, name: string) => {
      await page.keyboard.press(key)
      await heading(page, name)
      await isRead(name)
    }

    await list.getByRole('link', { name: /^shells/ }).click()
    await heading(page, 'shells')
    await isRead('shells')
    // The sidebar lists topics from the newest on, and the folder with the first stream comes last.
    await press('n', 'sand')
    await press('n', 'tides')
    await press('n', 'grass')
    await press('n', 'huts')
    await page.keyboard.press('n')
    await page.getByRole('region', { name: 'Notices' }).getByText('No unread topics.').waitFor()

    await list.getByRole('link', { name: /^Lea, \d/ }).click()
    await heading(page, 'Lea')
    await isRead('Lea')
    await press('p', 'Ned')
    await press('p', 'Lea, Ned')
  })

  it('The page announces the present place and the messages', async () => {
    const [gil, hana] = await server.users('gil', 'hana')
    await server.stream('harbor', { subscribers: [gil, hana] })
    const id = await hana.send('harbor', 'boats', `@**${gil.fullName}**, the *red* one is back.`)
    await hana.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    const page = await windows.openAs(gil)
    const newTopic = page.getByRole('button', { name: 'New topic' })
    await newTopic.waitFor()

    // An empty stream field offers streams, and Enter takes none that was not chosen.
    await page.keyboard.press('c')
    await page.getByRole('option', { name: 'harbor' }).waitFor()
    await page.keyboard.press('Enter')
    await expectFocus(page.getByRole('combobox', { name: 'Topic' }))
    expect(await page.getByRole('combobox', { name: 'Stream' }).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Close and save draft' }).click()

    await newTopic.waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^boats/ })
      .press('Enter')
    await page.locator('[aria-live]', { hasText: 'boats' }).waitFor({ state: 'attached' })
    const article = page.getByRole('article', { name: /^Hana/ })
    const says = (await article.getAttribute('aria-describedby')) ?? ''
    const description = page.locator(`[id="${says}"]`)
    expect(await description.textContent()).toMatch(/^Mentions you\. @Gil, the red one is back\./)
    await description.getByRole('button', { name: /^tada/ }).waitFor()
    await page.getByRole('separator', { name: 'New messages' }).waitFor()

    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.getByRole('link', { name: 'Skip to the message field' }).press('Enter')
    await expectFocus(page.getByRole('textbox', { name: 'Message' }))
  })

  it('Shortcuts do nothing in a text field or while a dialog is open', async () => {
    const page = await windows.openAs(await server.user('emil'))
    await page.keyboard.press('q')
    const filter = page.getByRole('textbox', { name: 'Filter conversations' })
    await expectFocus(filter)
    await page.keyboard.type('td?')
    expect(await filter.inputValue()).toBe('td?')
    await heading(page, 'Inbox')
    await page.keyboard.press('Escape')
    expect(await filter.inputValue()).toBe('')

    await page.getByRole('button', { name: 'Your menu' }).focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('t')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await heading(page, 'Inbox')
    // The focus is back.
    expect(await isFocused(page.getByRole('button', { name: 'Your menu' }))).toBe(true)
  })

  it('Escape in a settings area, or a step back, brings the focus back to the control that led there', async () => {
    const eda = await server.user('eda')
    const { id } = await server.stream('quay', { subscribers: [eda] })
    await eda.send('quay', 'boats', 'Moored.')
    const page = await windows.openAs(eda, { path: `/#narrow/channel/${id}-quay/topic/boats` })
    const menu = page.getByRole('button', { name: 'Your menu' })
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Settings', exact: true }).press('Enter')
    await expectFocus(page.getByRole('main').getByRole('heading', { level: 1 }))
    await page.keyboard.press('Escape')
    await expectFocus(menu)
    // So does the browser's way back.
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Settings', exact: true }).press('Enter')
    await expectFocus(page.getByRole('main').getByRole('heading', { level: 1 }))
    await page.goBack()
    await expectFocus(menu)

    // Controls of the screen, which are there anew.
    const count = page.getByRole('main').getByRole('link', { name: '1 subscriber' })
    await count.press('Enter')
    await expectFocus(page.getByRole('heading', { name: 'quay', level: 1 }))
    await page.keyboard.press('Escape')
    await expectFocus(count)
    await page.goto(`/#narrow/channel/${id}-quay`)
    const options = page.getByRole('main').getByRole('button', { name: 'Options for quay' })
    await options.press('Enter')
    await page.getByRole('menuitem', { name: 'Stream settings' }).press('Enter')
    await expectFocus(page.getByRole('heading', { name: 'quay', level: 1 }))
    await page.keyboard.press('Escape')
    await expectFocus(options)

    // After a shortcut on a message, shortcuts go on in the feed.
    const message = page.getByRole('article').filter({ hasText: 'Moored.' })
    await message.focus()
    await page.keyboard.press('y')
    await expectFocus(page.getByRole('heading', { name: 'Topics of quay', level: 1 }))
    await page.keyboard.press('Escape')
    await expectFocus(page.getByRole('main'))
    await message.waitFor()
    await page.keyboard.press('k')
    await expectFocusIn(page.getByRole('feed'))
    await page.keyboard.press('y')
    await expectFocus(page.getByRole('heading', { name: 'Topics of quay', level: 1 }))
    await page.goBack()
    await expectFocus(page.getByRole('main'))
  })

  it('Enter of an input method neither sends, searches nor opens', async () => {
    const [gia, hal] = await server.users('gia', 'hal')
    await server.stream('tea', { subscribers: [gia, hal] })
    await hal.send('tea', 'green', 'Sencha?')
    expectSuccess(await gia.patch('/settings', { enter_sends: true }))
    const page = await windows.openAs(gia)
    await page.getByRole('textbox', { name: 'Filter conversations' }).fill('green')
    const fields = [
      page.getByRole('textbox', { name: 'Filter conversations' }),
      page.getByRole('searchbox', { name: 'Search' }),
    ]
    for (const field of fields) {
      await field.fill('green')
      await field.dispatchEvent('keydown', lastKeyOfComposition)
      expect(await field.inputValue()).toBe('green')
    }
    await heading(page, 'Inbox')

    await fields[0]?.press('Enter')
    await heading(page, 'green')
    await page.keyboard.press('r')
    const box = page.getByRole('textbox', { name: 'Message' })
    await expectFocus(box)
    await box.fill('煎茶')
    await box.dispatchEvent('keydown', lastKeyOfComposition)
    expect(await box.inputValue()).toBe('煎茶')
    await box.press('Enter')
    await page.getByRole('article').getByText('煎茶').waitFor()
  })

  it('The focus stays in the field where a person types', async () => {
    const [lou, mo] = await server.users('lou', 'mo')
    const { id: streamId } = await server.stream('kites', { subscribers: [lou, mo] })
    const ids = await sendAll(lou, 'kites', 'wind', Array.from('abcdef'))
    const page = await windows.openAs(lou, { path: `/#narrow/channel/${streamId}/topic/wind` })
    const message = (id: number | undefined) => page.locator(`[data-message-id="${String(id)}"]`)
    const box = page.getByRole('form', { name: 'Compose' }).getByLabel('Message', { exact: true })
    const search = page.getByRole('searchbox', { name: 'Search' })
    await box.waitFor()
    // All rows fit: End draws no row anew.
    await message(ids.at(-1)).focus()
    await page.keyboard.press('k')
    await expectFocus(message(ids.at(-2)))
    await page.keyboard.press('End')
    await expectFocus(message(ids.at(-1)))
    await page.keyboard.press('k')
    // The click comes in the same task as the key, before anything is drawn.
    await box.evaluate((field) => {
      const end = { key: 'End', code: 'End', bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', end))
      field.focus()
    })
    await page.keyboard.type('one ')
    await mo.send('kites', 'wind', 'A gust.')
    await page.getByRole('article').getByText('A gust.').waitFor()
    await page.keyboard.type('idea')
    expect(await box.inputValue()).toBe('one idea')
    await box.fill('')

    // The editor opens once the server has answered with the text.
    let answer = () => {}
    const awaited = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**/json/messages/${ids[0]}*`, async (route) => {
      await awaited
      await route.continue()
    })
    await message(ids[0]).press('e')
    await search.click()
    await page.keyboard.type('die')
    answer()
    await message(ids[0]).getByRole('textbox').waitFor()
    await page.keyboard.type('d')
    expect(await search.inputValue()).toMatch(/died$/)
  })

  it('Menus work with arrows, first letters and Escape', async () => {
    const page = await windows.openAs(await server.user('fay'))
    const button = page.getByRole('button', { name: 'Your menu' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    await expectFocus(page.getByRole('menuitem', { name: 'Go to' }))
    await page.keyboard.press('ArrowUp')
    await expectFocus(page.getByRole('menuitem', { name: 'Log out' }))
    await page.keyboard.press('d')
    await expectFocus(page.getByRole('menuitemradio', { name: 'Dark' }))
    await page.keyboard.press('Enter')
    await page.locator('html[data-theme="dark"]').waitFor()
    expect(await isFocused(button)).toBe(true)

    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await isFocused(button)).toBe(true)
  })

  it('The focus stays beside a row whose menu removes or moves it', async () => {
    const [gus, hedy] = await server.users('gus', 'hedy')
    for (const name of ['apples', 'berries', 'cherries', 'dates']) {
      await server.stream(name, { subscribers: [gus, hedy] })
    }
    const [, middle] = await sendAll(gus, 'dates', 'palm', ['first', 'second', 'third'])
    const page = await windows.openAs(gus)
    const list = page.getByRole('navigation', { name: 'Conversations' })
    const menuOf = (name: string) => list.getByRole('button', { name: `Options for ${name}` })
    const choose = async (name: string, action: string) => {
      await menuOf(name).press('Enter')
      await page.getByRole('menuitem', { name: action }).press('Enter')
    }
    const rowOf = (name: string) =>
      list.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
    await menuOf('apples').waitFor()

    // A row that is elsewhere keeps the focus; a row that is gone leaves it to the next one.
    await choose('cherries', 'Pin to the top')
    const streams = list.getByRole('region', { name: 'Streams' })
    await streams.getByRole('listitem').first().getByRole('link', { name: 'cherries' }).waitFor()
    await expectFocus(menuOf('cherries'))
    await choose('apples', 'Mute')
    await list.getByRole('button', { name: '1 muted stream' }).waitFor()
    await expectFocusIn(rowOf('berries'))
    await list.getByRole('button', { name: '1 muted stream' }).press('Enter')
    await choose('apples', 'Unmute')
    await list.getByRole('button', { name: '1 muted stream' }).waitFor({ state: 'detached' })
    await expectFocus(menuOf('apples'))
    await choose('berries', 'Leave stream')
    await rowOf('berries').waitFor({ state: 'detached' })
    await expectFocusIn(rowOf('dates'))
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await rowOf('berries').waitFor()
    await expectFocusIn(rowOf('dates'))

    await page.goto('/#narrow/channel/dates/topic/palm')
    const message = (id: number | undefined) => page.locator(`[data-message-id="${String(id)}"]`)
    await message(middle).focus()
    await page.keyboard.press('i')
    await page.getByRole('menuitem', { name: 'Delete message' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await message(middle).waitFor({ state: 'detached' })
    await expectFocus(page.getByRole('article').filter({ hasText: 'third' }))
  })

  it('The focus stays in a list whose entries are deleted, and goes to the heading over an empty one', async () => {
    const [ira, jan] = await server.users('ira', 'jan')
    expectSuccess(await server.owner.patch(`/users/${ira.id}`, { role: roles.administrator }))
    const { id: streamId } = await server.stream('orchard', { subscribers: [ira, jan] })
    const to = { type: 'stream', to: streamId, topic: 'trees' }
    const time = { scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400 }
    for (const content of ['one', 'two']) {
      const message_id = await jan.send('orchard', content, content)
      expectSuccess(await ira.post('/scheduled_messages', { ...to, content, ...time }))
      expectSuccess(await ira.post('/reminders', { message_id, ...time }))
      expectSuccess(await ira.post('/saved_snippets', { title: content, content }))
      const linkifier = { pattern: content, url_template: 'https://example.com' }
      expectSuccess(await ira.post('/realm/filters', linkifier))
      const file = await picture(64, 64)
      expectSuccess(await ira.upload(`/realm/emoji/${content}`, file, 'a.png', 'image/png'))
    }
    const drafts = ['one', 'two'].map((content) => ({ ...to, to: [streamId], content }))
    expectSuccess(await ira.post('/drafts', { drafts }))
    const page = await windows.openAs(ira)
    const main = page.getByRole('main')
    const rows = main.getByRole('listitem').or(main.getByRole('row'))

    /**
     * Deletes both entries of a list. The focus goes to the other one, then to the heading.
     *
     * @param entered the heading that takes the focus on entering the screen, if one does
     */
    async function deleteAll(
      hash: string,
      label: RegExp | string,
      end: Locator,
      entered?: string,
    ): Promise<void> {
      if (entered === undefined) await page.evaluate((to) => (location.hash = to), hash)
      else await enter(page, hash, entered)
      for (const isLast of [false, true]) {
        const button = main.getByRole('button', { name: label }).first()
        await button.waitFor()
        const count = await rows.count()
        await button.press('Enter')
        const dialog = page.getByRole('dialog')
        if (/settings|organization|topics/.test(hash)) {
          if (hash.includes('topics'))
            await page.getByRole('menuitem', { name: 'Delete topic' }).press('Enter')
          await dialog.getByRole('button', { name: /^(Delete|Deactivate)/ }).press('Enter')
          await dialog.waitFor({ state: 'detached' })
        }
        await untilHolds('a row is gone', async () => (await rows.count()) < count)
        await expectFocusIn(isLast ? end : rows)
      }
    }
    const h1 = (name: string) => main.getByRole('heading', { level: 1, name })
    const h2 = (name: string) => main.getByRole('heading', { level: 2, name })
    await deleteAll('#drafts', 'Delete draft', h1('Drafts'))
    await deleteAll('#scheduled', 'Delete', main)
    await deleteAll('#scheduled', 'Delete reminder', h1('Scheduled'))
    await deleteAll(`#topics/${streamId}/orchard`, /^Options for/, main, 'Topics of orchard')
    await deleteAll('#settings/snippets', /^Delete (one|two)/, h2('Snippets'), 'Settings')
    await deleteAll('#organization/emoji-settings', /^Deactivate :(one|two)/, main, 'Organization')
    await deleteAll('#organization/linkifier-settings', /^Delete (one|two)/, main)
  })

  it('The focus stays with a group that is deactivated, kept in use, or reactivated', async () => {
    const kim = await server.user('kim', 'administrator')
    const groupOf = async (name: string, subgroups: number[] = []) => {
      const group = { name, description: '', members: [kim.id], subgroups }
      return Number(expectSuccess(await kim.post('/user_groups/create', group))['group_id'])
    }
    const [inner, plain] = [await groupOf('inner'), await groupOf('plain')]
    await groupOf('outer', [inner])
    const page = await windows.openAs(kim, { allow: /status of 400/ })
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const button = (name: string) => main.getByRole('button', { name, exact: true })

    async function deactivate(id: number, name: string): Promise<void> {
      await enter(page, `#groups/${id}/general`, name)
      await button('Deactivate group').press('Enter')
      await dialog.getByRole('button', { name: 'Deactivate group' }).press('Enter')
    }

    // A button is disabled while its action runs, and gets the focus back if the action is refused.
    const refusal = { result: 'error', code: 'BAD_REQUEST', msg: 'Not now.' }
    await page.route('**/deactivate', (route) => route.fulfill({ status: 400, json: refusal }))
    await deactivate(plain, 'plain')
    await dialog.getByRole('alert').getByText('Not now.').waitFor()
    await expectFocus(dialog.getByRole('button', { name: 'Deactivate group' }))
    await page.unroute('**/deactivate')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expectFocus(button('Reactivate'))
    await deactivate(inner, 'inner')
    await expectFocusIn(page.getByRole('dialog', { name: 'inner is in use' }))
    await page.keyboard.press('Escape')
    await expectFocus(button('Deactivate group'))

    await enter(page, '#groups/deactivated', 'Groups')
    await button('Reactivate plain').press('Enter')
    await main.getByText('No groups here.').waitFor()
    await expectFocusIn(main)
  })
})
