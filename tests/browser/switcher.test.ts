import type { Locator, Page } from 'playwright-core'
import { asNumber, asRecord } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

const heading = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { level: 1, name, exact: true }).waitFor()

const field = (page: Page) => page.getByRole('combobox', { name: 'Go to' })

/** Opens the switcher by its key. */
async function openSwitcher(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  return page.getByRole('listbox', { name: 'Destinations' })
}

/** Types into the switcher, waits for the wanted entry to be chosen, and takes it with one Enter. */
async function goBy(page: Page, text: string, wanted: RegExp): Promise<void> {
  const list = await openSwitcher(page)
  await page.keyboard.type(text)
  await list.getByRole('option', { name: wanted, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await field(page).waitFor({ state: 'detached' })
}

describeInBrowser('The quick switcher', () => {
  const { server, windows } = useServerAndBrowser()

  it('goes to topics, people, groups, streams, views and settings with one Enter', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    const lukasz = await server.user('lukasz')
    expectSuccess(await lukasz.patch('/settings', { full_name: 'Łukasz Żak' }))
    await server.stream('PostgreSQL', { subscribers: [ada, bo] })
    await server.stream('ops', { subscribers: [ada, bo] })
    await bo.send('PostgreSQL', 'migration', 'It is done.')
    // Newer messages than the switcher asks for hide the topic.
    for (let count = 0; count < 101; count += 1) await bo.send('ops', 'noise', `${count}`)
    await lukasz.sendPrivately([ada.id, bo.id], 'Shall the three of us meet?')
    expectSuccess(await ada.post('/mark_all_as_read'))
    const page = await windows.openAs(ada, { path: '/#settings/profile' })
    await page.getByRole('button', { name: 'Your menu' }).waitFor()

    await goBy(page, 'pg mig', /^migration\s*PostgreSQL/)
    await heading(page, 'migration')
    await goBy(page, 'zak', /^Łukasz Żak\s*Person/)
    await heading(page, 'Łukasz Żak')
    await goBy(page, 'bo luk', /Group conversation$/)
    await heading(page, 'Bo, Łukasz Żak')
    await goBy(page, 'star', /^Starred\s*View/)
    await heading(page, 'Starred')
    await goBy(page, 'postgresql', /^PostgreSQL\s*Stream/)
    // The stream opens at its newest topic.
    await heading(page, 'migration')
    await goBy(page, 'ops >', /^noise\s*ops/)
    await heading(page, 'noise')
    await goBy(page, 'alert', /^Alert words\s*Settings/)
    await page.getByRole('heading', { level: 2, name: 'Alert words' }).waitFor()
    expectSuccess(await server.owner.patch(`/users/${ada.id}`, { role: 100 }))
    await goBy(page, 'audit', /^Audit log\s*Organization/)
    await page.getByRole('heading', { level: 2, name: 'Audit log' }).waitFor()
  })

  it('finds any setting by its words, and leads the focus to it', async () => {
    const page = await windows.openAs(await server.user('fay', 'administrator'))
    await page.getByRole('button', { name: 'Your menu' }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await goBy(page, 'font size', /^Font size\s*Appearance/)
    await page.locator('input[type=number]:focus').waitFor()
    await goBy(page, '24 hours', /^Clock\s*Appearance/)
    await page.locator('select:focus').getByText('14:05').waitFor({ state: 'attached' })
    await goBy(page, 'mentions devices', /Notifications$/)
    await page.locator('input[type=checkbox]:focus').waitFor()
    expect(await focused()).toContain('entions')
    await goBy(page, 'waiting period', /^Waiting period for new members\s*Permissions/)
    // Only owners may change it, so its label has the focus.
    await page.locator('main label:focus').waitFor()
  })

  it('runs commands by their names', async () => {
    const gil = await server.user('gil')
    const { id } = await server.stream('garden', { subscribers: [gil, server.owner] })
    await server.owner.send('garden', 'roses', 'They bloom.')
    const page = await windows.openAs(gil, { path: `/#narrow/channel/${id}-garden` })
    await heading(page, 'garden')
    const settings = async () => {
      const state = await gil.register({ fetch_event_types: ['user_settings', 'message'] })
      return asRecord(state['user_settings'])
    }
    await goBy(page, 'theme dark', /^Theme: Dark\s*Command/)
    await page.locator('html[data-theme=dark]').waitFor()

    await goBy(page, 'pause hour', /^Pause notifications for an hour/)
    await page
      .getByText(/^Notifications are paused until/)
      .first()
      .waitFor()
    const left = asNumber((await settings())['dnd_until']) - Date.now() / 1000
    expect(left).toBeGreaterThan(3_500)
    expect(left).toBeLessThanOrEqual(3_660)
    // The menu shows it in every tab and on every device, and ends it.
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Resume notifications' }).click()
    await page.getByText('Notifications are on again.').first().waitFor()
    expect((await settings())['dnd_until']).toBe(0)
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page
      .getByRole('group', { name: 'Pause notifications' })
      .getByRole('menuitem', { name: 'Until tomorrow morning' })
      .click()
    await page.getByTitle('Pause notifications').waitFor()

    await goBy(page, 'set status', /^Set your status/)
    await page.getByRole('dialog', { name: 'Your status' }).waitFor()
    await page.keyboard.press('Escape')
    await goBy(page, 'new topic gard', /^New topic in #garden/)
    await page.locator('[role=combobox][aria-label=Topic]:focus, input:focus').waitFor()
  })

  it('offers unread and recent conversations at first, moves by keys, and closes', async () => {
    const [cy, dan] = await server.users('cy', 'dan')
    await server.stream('lab', { subscribers: [cy, dan] })
    await dan.send('lab', 'slides', 'hello')
    await dan.send('lab', 'poster', 'hello')
    expectSuccess(await cy.post('/mark_all_as_read'))
    await dan.send('lab', 'unread one', 'hello')
    await dan.send('lab', 'slides', 'again')
    const page = await windows.openAs(cy, { path: '/#drafts' })
    await heading(page, 'Drafts')

    const list = await openSwitcher(page)
    const chosen = (name: RegExp) => list.getByRole('option', { name, selected: true }).waitFor()
    await list.getByRole('option', { name: /^poster/ }).waitFor()
    const names = await list.getByRole('option').allTextContents()
    expect(names.slice(0, 3)).toEqual([
      expect.stringMatching(/^slideslab.*1 unread/),
      expect.stringMatching(/^unread onelab.*1 unread/),
      expect.stringMatching(/^posterlab/),
    ])
    expect(names.slice(-7)[0]).toMatch(/^Inbox/)
    await chosen(/^slides/)
    await page.keyboard.press('ArrowDown')
    await chosen(/^unread one/)
    await page.keyboard.press('End')
    await chosen(/^Scheduled/)
    await page.keyboard.press('ArrowDown')
    await chosen(/^slides/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await chosen(/^slides/)

    // A message that comes meanwhile is in the list.
    await dan.sendPrivately([cy.id], 'Now?')
    await chosen(/^Dan\s*Person\s*1 unread/)
    await page.keyboard.type('no such thing')
    await page.getByRole('dialog').getByText('No matches').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+k')
    await field(page).waitFor({ state: 'detached' })
    await openSwitcher(page)
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await heading(page, 'Drafts')
    // The other key still searches.
    await page.keyboard.press('/')
    await page.locator('[type=search]:focus').waitFor()
  })

  it('works on a phone by touch', async () => {
    const [eva, finn] = await server.users('eva', 'finn')
    await server.stream('attic', { subscribers: [eva, finn] })
    await finn.send('attic', 'old chairs', 'hello')
    const page = await windows.openAs(eva, {
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    })
    await page.getByRole('button', { name: 'Your menu' }).tap()
    await page.getByRole('menuitem', { name: 'Go to…' }).tap()
    await field(page).fill('chair')
    await page.getByRole('option', { name: /^old chairs/ }).tap()
    await heading(page, 'old chairs')
    // Going back leaves the conversation, not the closed switcher.
    await page.goBack()
    await heading(page, 'Inbox')
  })

  it('names the settings pages that the areas show', async () => {
    const page = await windows.openAs(await server.user('dora', 'administrator'))
    for (const [area, name] of [
      ['settings', 'Settings'],
      ['organization', 'Organization'],
    ] as const) {
      await page.evaluate((to) => (location.hash = to), `#${area}`)
      await heading(page, name)
      const sections = page.getByRole('navigation', { name: 'Settings sections' })
      const titles = await sections.getByRole('link').allTextContents()
      const list = await openSwitcher(page)
      await page.keyboard.type(`${name} > `)
      const options = list.getByRole('option').filter({ hasText: name })
      await options.first().waitFor()
      const offered = (await options.allTextContents()).map((text) => text.slice(0, -name.length))
      expect(offered.toSorted()).toEqual(
        expect.arrayContaining(titles.map((title) => title.trim()).toSorted()),
      )
      await page.keyboard.press('Escape')
    }
  })
})
