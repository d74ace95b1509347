import type { Page } from 'playwright-core'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { describeInBrowser, passwordOf, useServerAndBrowser } from './support/browser'
import { findLayoutFaults } from './support/geometry'
import { goToSection } from './support/settings-areas'

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)
const untilIn = (page: Page, language: string) =>
  page.waitForFunction((wanted) => document.documentElement.lang === wanted, language)

describeInBrowser('The language of the app', () => {
  const { server, windows } = useServerAndBrowser()

  const choose = async (person: Person, tag: string) =>
    expectSuccess(await person.patch('/settings', { default_language: tag }))

  it('is that of the browser before log-in, and that of the reader after it', async () => {
    const ada = await server.user('ada')
    await choose(ada, 'de')
    const page = await windows.open({ locale: 'de-AT' })
    expect(await languageOf(page)).toBe('de')
    await page.getByRole('textbox', { name: 'E-Mail' }).fill(ada.email)
    await page.getByRole('textbox', { name: 'Passwort' }).fill('wrong')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByText('E-Mail oder Passwort ist falsch.').waitFor()

    // In an English browser the page becomes German with the log-in, and stays so after it.
    const other = await windows.open({ locale: 'en-US' })
    await other.getByRole('textbox', { name: 'Email' }).fill(ada.email)
    await other.getByRole('textbox', { name: 'Password' }).fill(passwordOf(ada))
    await other.getByRole('button', { name: 'Log in' }).click()
    const menu = other.getByRole('button', { name: 'Dein Menü' })
    await menu.waitFor()
    await other.reload()
    expect(await languageOf(other)).toBe('de')
    await menu.click()
    await other.getByRole('menuitem', { name: 'Abmelden' }).click()
    await other.getByRole('button', { name: 'Anmelden' }).waitFor()
  })

  it('changes in all tabs with the setting, but not while a message is written', async () => {
    const [bo, cy] = await server.users('bo', 'cy')
    await server.stream('lunch', { subscribers: [bo, cy] })
    await cy.send('lunch', 'pizza', 'Shall we?')
    const page = await windows.openAs(bo, { path: '/#narrow/channel/lunch/topic/pizza' })
    await choose(bo, 'de-AT')
    await untilIn(page, 'de')
    const box = page.getByRole('textbox', { name: 'Nachricht', exact: true })
    await box.fill('Ja, um zwölf.')
    await page.getByRole('button', { name: 'Senden' }).click()
    await page.getByRole('article').getByText('Ja, um zwölf.').waitFor()
    // Nobody chose a clock, so its hours are those of the language.
    const onTwelveHours = page.getByRole('article', { name: /[AP]M$/ })
    expect(await onTwelveHours.count()).toBe(0)
    await box.fill('Oder erst um eins')

    const other = await page.context().newPage()
    await other.goto('/#settings')
    const section = await goToSection(other, '#settings/appearance', 'Darstellung')
    const setting = section.getByRole('combobox', { name: 'Sprache' })
    expect(await setting.locator('option').allTextContents()).toEqual(
      expect.arrayContaining(['English', 'Deutsch']),
    )
    await setting.selectOption({ label: 'English' })
    await other.getByRole('heading', { name: 'Appearance' }).waitFor()
    expect(await languageOf(other)).toBe('en')

    expect(await languageOf(page)).toBe('de')
    expect(await box.inputValue()).toBe('Oder erst um eins')
    await page.getByRole('button', { name: 'Senden' }).click()
    await untilIn(page, 'en')
    await page.getByRole('article').getByText('Oder erst um eins').waitFor()
    await onTwelveHours.first().waitFor()
  })

  it('stays if the server sends another page than the wanted one', async () => {
    const dan = await server.user('dan')
    const page = await windows.openAs(dan)
    let loads = 0
    page.on('load', () => (loads += 1))
    // Something between browser and server keeps the English page.
    const english = await (await page.request.get('/')).text()
    await page.route(
      (url) => url.pathname === '/',
      (route) => route.fulfill({ body: english, contentType: 'text/html' }),
    )
    const reloaded = page.waitForEvent('load')
    await choose(dan, 'de')
    await reloaded
    await page.getByRole('button', { name: 'Your menu' }).waitFor()
    // The setting is seen again with each change of the settings.
    expectSuccess(await dan.patch('/settings', { web_font_size_px: '18' }))
    await page.waitForFunction(() => document.documentElement.style.fontSize === '112.5%')
    expect([loads, await languageOf(page)]).toEqual([1, 'en'])
  })

  it.each([
    { name: 'eva', viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false },
    { name: 'fritz', viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
  ])('leaves room for German texts: %j', async ({ name: reader, ...look }) => {
    const eva = await server.user(reader)
    await server.stream('mittag', { subscribers: [eva] })
    await eva.send('mittag', 'pizza', 'Wollen wir?')
    const page = await windows.openAs(eva, look)
    await choose(eva, 'de')
    await untilIn(page, 'de')
    const faults: string[] = []
    for (const [path, name] of places) {
      await page.goto(path)
      await page.getByRole('main').getByRole('heading', { name, exact: true }).first().waitFor()
      faults.push(...(await findLayoutFaults(page)).map((fault) => `${path}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
})

/** Addresses and headings of screens with much text. */
const places = [
  ['/#inbox', 'Eingang'],
  ['/#narrow/channel/mittag/topic/pizza', 'pizza'],
  ['/#recent', 'Letzte Unterhaltungen'],
  ['/#settings/notifications', 'Benachrichtigungen'],
  ['/#settings/appearance', 'Darstellung'],
  ['/#streams/new', 'Stream anlegen'],
] as const
