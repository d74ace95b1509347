import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { untilHolds } from '../support/until'
import { findBarriers } from './support/axe'
import { describeInBrowser, passwordOf, useServerAndBrowser } from './support/browser'
import { goToSection, pressUntil, sectionLinks, sectionOf } from './support/settings-areas'
import { expectNone } from './support/waits'

const heading = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { name, level: 1 }).waitFor()

/** Repeats assertions until they hold. */
const eventually = (expected: () => Promise<void>) =>
  untilHolds('the assertions hold', async () => {
    await expected()
    return true
  })

describeInBrowser('Settings', () => {
  const { server, windows } = useServerAndBrowser()

  /** Lets all sessions of a person be older than a proof may be. */
  const makeOld = async ({ id }: Person) =>
    server.db
      .updateTable('sessions')
      .set({ created_at: new Date(0), proved_at: null })
      .where('user_id', '=', id)
      .execute()

  const settingsOf = async (person: Person) =>
    (await person.call('POST /register', { fetch_event_types: ['user_settings'] })).user_settings

  it('are found by keyboard, and closing them goes back', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    await server.stream('lunch', { subscribers: [ada, bo] })
    await bo.send('lunch', 'pizza', 'Shall we?')
    const page = await windows.openAs(ada, { path: '/#narrow/channel/lunch/topic/pizza' })
    await heading(page, 'pizza')
    await page.getByRole('article').getByText('Shall we?').waitFor()

    await page.keyboard.press('g')
    await page.keyboard.press('ArrowDown')
    await pressUntil('ArrowDown', page.getByRole('menuitem', { name: 'Settings' }))
    await page.keyboard.press('Enter')
    await heading(page, 'Settings')
    await sectionOf(page, 'Profile')
    await page.waitForFunction(() => document.title.includes('Profile – Settings'))

    // The shortcuts of conversations do nothing here.
    for (const key of ['c', 'x', 'r', 'd', 't', 'n', 'j']) await page.keyboard.press(key)
    await pressUntil('Tab', page.getByRole('textbox', { name: 'Find a setting' }))
    await page.keyboard.type('zuliprc')
    await eventually(async () =>
      expect(await sectionLinks(page).getByRole('link').allTextContents()).toEqual([
        'Account',
        'Bots',
      ]),
    )
    await page.keyboard.press('Enter')
    await sectionOf(page, 'Account')
    expect(page.url()).toContain('#settings/account')

    await page.reload()
    await sectionOf(page, 'Account')
    await page.keyboard.press('Escape')
    await heading(page, 'pizza')
    await page.getByRole('article').getByText('Shall we?').waitFor()

    // An unknown section opens the first one.
    await goToSection(page, '#settings/nothing', 'Profile')
  })

  it('keep unsaved input, and show changes from elsewhere', async () => {
    const cy = await server.user('cy')
    const [page, other] = [await windows.openAs(cy), await windows.openAs(cy)]
    let section = await goToSection(page, '#settings/profile', 'Profile')
    await section.getByRole('textbox', { name: 'Full name' }).fill('Cyril of')
    await goToSection(page, '#settings/account', 'Account')
    await page.keyboard.press('Escape')
    await heading(page, 'Inbox')
    section = await goToSection(page, '#settings/profile', 'Profile')
    const name = section.getByRole('textbox', { name: 'Full name' })
    expect(await name.inputValue()).toBe('Cyril of')

    // A reload keeps unsaved input as well, but never passwords.
    section = await goToSection(page, '#settings/account', 'Account')
    await section.getByRole('textbox', { name: 'New password' }).fill('not to be kept')
    await page.reload()
    await sectionOf(page, 'Account')
    expect(await section.getByRole('textbox', { name: 'New password' }).inputValue()).toBe('')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('not to be')
    section = await goToSection(page, '#settings/profile', 'Profile')
    expect(await name.inputValue()).toBe('Cyril of')

    const others = await goToSection(other, '#settings/profile', 'Profile')
    await name.fill('Cyril Half')
    await name.press('Enter')
    await section.getByRole('status').getByText('Saved').waitFor()
    await eventually(async () => {
      const shown = await others.getByRole('textbox', { name: 'Full name' }).inputValue()
      expect(shown).toBe('Cyril Half')
    })

    // The server's error appears at the field, which keeps its text.
    await name.fill('*Cy*')
    await name.press('Enter')
    await section.getByRole('alert').waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    const described = await name.getAttribute('aria-describedby')
    expect(described).toContain(await section.getByRole('alert').getAttribute('id'))
    expect(await name.inputValue()).toBe('*Cy*')
    await section.getByRole('button', { name: 'Undo changes' }).click()
    expect(await name.inputValue()).toBe('Cyril Half')
  })

  it('remove unsaved input at log-out', async () => {
    const [cai, don] = await server.users('cai', 'don')
    const page = await windows.openAs(cai)
    const fullName = page.getByRole('textbox', { name: 'Full name' })
    await goToSection(page, '#settings/profile', 'Profile')
    await fullName.fill('Cai the Secret')
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(don.email)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Secret')
    await page.getByRole('textbox', { name: 'Password' }).fill(passwordOf(don))
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Your menu' }).waitFor()
    await goToSection(page, '#settings/profile', 'Profile')
    expect(await fullName.inputValue()).toBe('Don')
  })

  it('fill in profile fields of every type', async () => {
    const fields = [
      { name: 'Food', field_type: 1 },
      { name: 'Story', field_type: 2 },
      {
        name: 'Drink',
        field_type: 3,
        field_data: { t: { text: 'Tea', order: '1' }, c: { text: 'Cocoa', order: '2' } },
      },
      { name: 'Born', field_type: 4 },
      { name: 'Page', field_type: 5 },
      { name: 'Mentor', field_type: 6 },
      { name: 'Pronouns', field_type: 8, hint: 'As in: they, she' },
    ]
    for (const field of fields)
      expectSuccess(await server.owner.post('/realm/profile_fields', field))
    const [dan, eve] = await server.users('dan', 'eve')
    const page = await windows.openAs(dan)
    const section = await goToSection(page, '#settings/profile', 'Profile')
    const box = (name: string) => section.getByRole('textbox', { name })
    await box('Food').fill('Bread')
    await box('Story').fill('Once\nupon')
    await section.getByRole('combobox', { name: 'Drink' }).selectOption('Cocoa')
    await section.getByLabel('Born').fill('1990-02-03')
    await box('Page').fill('nowhere')
    await box('Pronouns').fill('they')
    const finder = section.getByRole('combobox', { name: 'Add to Mentor' })
    await finder.fill('eve')
    await finder.press('Enter')
    await section.getByRole('button', { name: 'Remove Eve' }).waitFor()
    await section.getByRole('button', { name: 'Save changes' }).click()
    await section.getByRole('alert').getByText('Page is not a URL').waitFor()
    expect(await box('Page').getAttribute('aria-invalid')).toBe('true')

    await box('Page').fill('https://example.com/')
    await section.getByRole('button', { name: 'Save changes' }).click()
    await section.getByRole('status').getByText('Saved').waitFor()
    const { user } = await eve.call('GET /users/{user_id}', {
      user_id: dan.id,
      include_custom_profile_fields: true,
    })
    expect(
      Object.values(user.profile_data ?? {})
        .map(({ value }) => value)
        .sort(),
    ).toEqual(
      [
        '1990-02-03',
        'Bread',
        'Once\nupon',
        `[${eve.id}]`,
        'c',
        'https://example.com/',
        'they',
      ].sort(),
    )
  })

  it('crop, save and remove a profile picture', async () => {
    const fay = await server.user('fay')
    const page = await windows.openAs(fay)
    const section = await goToSection(page, '#settings/profile', 'Profile')
    const picture = section.getByRole('group', { name: 'Your picture' })
    const buffer = await sharp({
      create: { width: 300, height: 200, channels: 3, background: '#336699' },
    })
      .png()
      .toBuffer()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      picture.getByRole('button', { name: 'Choose a picture' }).click(),
    ])
    await chooser.setFiles({ name: 'sea.png', mimeType: 'image/png', buffer })
    const dialog = page.getByRole('dialog', { name: 'Crop picture' })
    await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
    await dialog.getByRole('button', { name: 'Use this picture' }).click()
    await dialog.waitFor({ state: 'detached' })
    await picture.locator('img').waitFor()

    await picture.getByRole('button', { name: 'Remove the picture' }).click()
    await picture.getByRole('button', { name: 'Choose a picture' }).waitFor()
    await expectNone(picture.locator('img'))
  })

  it('change the password, which ends other sessions, and show the API key after a proof', async () => {
    const gus = await server.user('gus')
    // The other window gets a 401, because its session has ended.
    const allow = /401/
    const [page, other] = [
      await windows.openAs(gus, { allow: /403/ }),
      await windows.openAs(gus, { allow }),
    ]
    const section = await goToSection(page, '#settings/account', 'Account')
    const form = section.getByRole('form', { name: 'Password' })
    await form.getByLabel('Current password').fill('a guess')
    await form.getByLabel('New password').fill('crimson walrus pagoda 77')
    await form.getByRole('button', { name: 'Change password' }).click()
    await form.getByRole('alert').getByText('Wrong password!').waitFor()
    expect(await form.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true')
    await form.getByLabel('Current password').fill(passwordOf(gus))
    await form.getByRole('button', { name: 'Change password' }).click()
    await form.getByRole('status').getByText('Saved').waitFor()
    expect(await form.getByLabel('New password').inputValue()).toBe('')
    await other.getByRole('button', { name: 'Log in' }).waitFor()

    await makeOld(gus)
    await section.getByRole('button', { name: 'Show API key' }).click()
    const asked = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await asked.getByRole('textbox', { name: 'Password' }).fill('a guess')
    await asked.getByRole('button', { name: 'Confirm' }).click()
    await asked.getByRole('alert').getByText('Password is incorrect.').waitFor()
    await asked.getByRole('textbox', { name: 'Password' }).fill('crimson walrus pagoda 77')
    await page.keyboard.press('Enter')
    await asked.waitFor({ state: 'detached' })
    const shown = section.getByRole('textbox', { name: 'API key' })
    const first = await shown.inputValue()
    expectSuccess(await gus.withKey(first).get('/users/me'))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name: 'Download zuliprc' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('zuliprc')

    await section.getByRole('button', { name: 'Regenerate API key' }).click()
    const question = page.getByRole('dialog', { name: 'Regenerate your API key?' })
    await question.getByRole('button', { name: 'Regenerate API key' }).click()
    await question.waitFor({ state: 'detached' })
    await eventually(async () => {
      expect(await shown.inputValue()).not.toBe(first)
    })
    expectSuccess(await gus.withKey(await shown.inputValue()).get('/users/me'))
    expectError(await gus.withKey(first).get('/users/me'), 401)
  })

  it('list sessions, and end them', async () => {
    const hal = await server.user('hal')
    const allow = /401/
    const [page, other] = [await windows.openAs(hal), await windows.openAs(hal, { allow })]
    const section = await goToSection(page, '#settings/account', 'Account')
    const sessions = section.getByRole('table', { name: 'Sessions and API keys' })
    await sessions.getByText('this one').waitFor()
    expect(await sessions.getByRole('row').count()).toBe(3)
    await pressUntil('Tab', section.getByRole('button', { name: 'Log out all others' }))
    await pressUntil('Tab', sessions.getByRole('button', { name: /^Log out / }))
    await page.keyboard.press('Enter')
    await other.getByRole('button', { name: 'Log in' }).waitFor()
    await section.getByRole('button', { name: 'Log out all others' }).waitFor({ state: 'detached' })
    expect(await sessions.getByRole('row').count()).toBe(2)
  })

  it('make a named key, which is shown once, and revoke it', async () => {
    const jan = await server.user('jan')
    const page = await windows.openAs(jan, { allow: /403/ })
    const section = await goToSection(page, '#settings/account', 'Account')
    const list = section.getByRole('table', { name: 'Sessions and API keys' })
    await list.getByText('this one').waitFor()
    await makeOld(jan)
    await section.getByRole('button', { name: 'New API key' }).click()
    const form = page.getByRole('dialog', { name: 'New API key' })
    await form.getByLabel('Name').fill('Backup script')
    await form.getByLabel('Rights').selectOption({ label: 'Read only' })
    await form.getByRole('button', { name: 'New API key' }).click()
    const asked = page.getByRole('dialog', { name: 'Confirm that it is you' })
    // Giving up keeps what was typed.
    await asked.waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await asked.waitFor({ state: 'detached' })
    await form.getByText('Please confirm that it is you.').waitFor()
    expect(await form.getByLabel('Name').inputValue()).toBe('Backup script')
    await form.getByRole('button', { name: 'New API key' }).click()
    await asked.getByRole('textbox', { name: 'Password' }).fill(passwordOf(jan))
    await asked.getByRole('button', { name: 'Confirm' }).click()
    const key = await form.getByRole('textbox', { name: 'Key' }).inputValue()
    expectSuccess(await jan.withKey(key).get('/users/me'))
    await form.getByRole('button', { name: 'Done' }).click()
    await list.getByText('Read only').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await list.getByRole('button', { name: 'Revoke Backup script' }).click()
    await list.getByText('Read only').waitFor({ state: 'detached' })
    expectError(await jan.withKey(key).get('/users/me'), 401)
  })

  it('deactivate the account', async () => {
    const ivy = await server.user('ivy')
    const page = await windows.openAs(ivy, { allow: /401/ })
    const section = await goToSection(page, '#settings/account', 'Account')
    await section.getByRole('button', { name: 'Deactivate my account' }).click()
    const question = page.getByRole('dialog', { name: 'Deactivate your account?' })
    await question.getByRole('button', { name: 'Deactivate my account' }).click()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    expectError(await ivy.get('/users/me'), 401)
  })

  it('change the appearance at once, in all windows', async () => {
    const [jon, kim] = await server.users('jon', 'kim')
    await server.stream('clocks', { subscribers: [jon, kim] })
    await kim.send('clocks', 'noon', 'What time is it?')
    const options = { timezoneId: 'Europe/Berlin', locale: 'en-GB' }
    const page = await windows.openAs(jon, options)
    const other = await windows.openAs(jon, {
      ...options,
      path: '/#narrow/channel/clocks/topic/noon',
    })
    const article = other.getByRole('article')
    await article.getByText('What time is it?').waitFor()
    const section = await goToSection(page, '#settings/appearance', 'Appearance')
    const select = (name: string) => section.getByRole('combobox', { name })
    const time = () => article.locator('time').innerText()

    expect(await time()).toMatch(/[ap]m/i)
    await select('Clock').selectOption('14:05')
    await eventually(async () => {
      expect(await time()).not.toMatch(/[ap]m/i)
    })
    const inBerlin = await time()
    await select('Time zone').selectOption('Asia/Tokyo')
    await eventually(async () => {
      expect(await time()).not.toBe(inBerlin)
    })

    const size = section.getByRole('spinbutton', { name: 'Font size' })
    await size.fill('99')
    await size.press('Enter')
    await section.getByRole('alert').getByText('between 12 and 20').waitFor()
    await size.fill('20')
    await size.press('Enter')
    const rem = () => other.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    await eventually(async () => {
      expect(await rem()).toBe('20px')
    })
    await select('Line spacing').selectOption('Compact')
    await select('Theme').selectOption('Dark')
    await other.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')

    await select('Start page').selectOption('Recent conversations')
    await eventually(async () =>
      expect(await settingsOf(jon)).toMatchObject({
        web_font_size_px: 20,
        web_line_height_percent: 122,
        timezone: 'Asia/Tokyo',
        web_home_view: 'recent',
      }),
    )
    await other.goto('/')
    await heading(other, 'Recent conversations')
  })

  it('set notifications for all streams and for one', async () => {
    const lea = await server.user('lea')
    await server.stream('alarms', { subscribers: [lea] })
    const page = await windows.openAs(lea)
    const section = await goToSection(page, '#settings/notifications', 'Notifications')
    const all = section.getByRole('checkbox', { name: 'All other topics in streams: Desktop' })
    await pressUntil('Tab', all)
    await page.keyboard.press('Space')
    await eventually(async () =>
      expect(await settingsOf(lea)).toMatchObject({ enable_stream_desktop_notifications: true }),
    )
    await section.getByRole('combobox', { name: 'Add a stream' }).selectOption('alarms')
    const sound = section.getByRole('combobox', { name: 'alarms: Sound' })
    await sound.selectOption('On')
    const subscription = async () =>
      (await lea.call('GET /users/me/subscriptions')).subscriptions.find(
        ({ name }) => name === 'alarms',
      )
    await eventually(async () =>
      expect(await subscription()).toMatchObject({ audible_notifications: true }),
    )
    await section.getByRole('checkbox', { name: 'Select alarms' }).check()
    await section.getByRole('button', { name: 'Reset to default', exact: true }).click()
    await section.getByText('No exceptions.').waitFor()
  })

  it('manage alert words, muted people and topics, one by one and in bulk', async () => {
    const [mia, ned] = await server.users('mia', 'ned')
    const { id } = await server.stream('bakery', { subscribers: [mia, ned] })
    for (const topic of ['bread', 'cake', 'jam']) {
      await ned.send('bakery', topic, 'Fresh.')
      const mute = { stream_id: id, topic, visibility_policy: 1 }
      expectSuccess(await mia.post('/user_topics', mute))
    }
    const page = await windows.openAs(mia)
    let section = await goToSection(page, '#settings/alert-words', 'Alert words')
    for (const word of ['oven', 'flour']) {
      await section.getByRole('textbox', { name: 'Word or phrase' }).fill(word)
      await page.keyboard.press('Enter')
      await section.getByRole('button', { name: `Remove ${word}` }).waitFor()
    }
    await section.getByRole('textbox', { name: 'Word or phrase' }).fill('x'.repeat(100))
    await section.getByRole('checkbox', { name: 'Select all' }).check()
    await section.getByRole('button', { name: 'Remove', exact: true }).click()
    await section.getByText('No alert words yet.').waitFor()

    section = await goToSection(page, '#settings/muted-people', 'Muted people')
    const finder = section.getByRole('combobox', { name: 'Mute a person' })
    await finder.fill('ned')
    await finder.press('Enter')
    await section.getByRole('row', { name: /Ned/ }).waitFor()
    await section.getByRole('button', { name: 'Unmute Ned' }).click()
    await section.getByText('No muted people.').waitFor()

    section = await goToSection(page, '#settings/topics', 'Topics')
    const rows = section.getByRole('table', { name: 'Topics' }).getByRole('row')
    await section.getByRole('button', { name: 'Topic', exact: true }).click()
    expect(await rows.nth(1).textContent()).toContain('bread')
    await section.getByRole('button', { name: 'Topic', exact: true }).click()
    expect(await rows.nth(1).textContent()).toContain('jam')
    await section.getByRole('textbox', { name: 'Filter' }).fill('ca')
    expect(await rows.count()).toBe(2)
    await section.getByRole('combobox', { name: 'Notifications for cake' }).selectOption('Followed')
    await section.getByRole('textbox', { name: 'Filter' }).fill('')
    await section.getByRole('checkbox', { name: 'Select all' }).check()
    await section.getByRole('button', { name: 'Use stream default' }).click()
    await section.getByText('No topics yet.').waitFor()
  })

  it('save snippets, which the compose box inserts', async () => {
    const ole = await server.user('ole')
    await server.stream('desk', { subscribers: [ole] })
    await ole.send('desk', 'hello', 'Hi.')
    const page = await windows.openAs(ole)
    const section = await goToSection(page, '#settings/snippets', 'Snippets')
    await section.getByRole('button', { name: 'New snippet' }).click()
    const dialog = page.getByRole('dialog', { name: 'New snippet' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Greeting')
    await dialog.getByRole('button', { name: 'Save snippet' }).click()
    await dialog.getByRole('alert').getByText('This field is required.').waitFor()
    // The closed dialog keeps its text.
    await page.keyboard.press('Escape')
    await section.getByRole('button', { name: 'New snippet' }).click()
    expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Greeting')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Good morning, all!')
    await dialog.getByRole('button', { name: 'Save snippet' }).click()
    await section.getByRole('row', { name: /Greeting/ }).waitFor()

    await page.evaluate(() => (location.hash = '#narrow/channel/desk/topic/hello'))
    await page.getByRole('textbox', { name: 'Message' }).click()
    await page.getByRole('button', { name: 'Insert a snippet' }).click()
    await page.getByRole('menuitem', { name: 'Greeting' }).click()
    const box = page.getByRole('textbox', { name: 'Message' })
    await eventually(async () => {
      expect(await box.inputValue()).toBe('Good morning, all!')
    })
  })
})
