import type { Locator } from 'playwright-core'
import { goodPassword, keyOf, linkOf } from '../support/joining'
import { useOwnServer } from '../support/own-server'
import { findBarriers } from './support/axe'
import { describeInBrowser, passwordOf, useWindows } from './support/browser'
import { goToSection } from './support/settings-areas'

/* Source: docs/protocol/mail.md#strength. */
describeInBrowser('The field for a new password', () => {
  const server = useOwnServer({
    settings: { PASSWORD_MIN_GUESSES: '10000', PASSWORD_MIN_LENGTH: '8' },
  })
  const windows = useWindows(() => server.url)

  /** Waits for a status text, which the meter must also have for screen readers. */
  async function expectSaid(around: Locator, text: RegExp, level: number): Promise<void> {
    await around.getByRole('status').getByText(text).waitFor()
    const meter = around.getByRole('meter', { name: 'Password strength' })
    expect(await meter.getAttribute('aria-valuetext')).toMatch(text)
    expect(await meter.getAttribute('aria-valuenow')).toBe(String(level))
  }

  it('shows the strength during typing, also on logged-out pages', async () => {
    const link = await linkOf(server.owner)
    const page = await windows.open({
      path: `/join/${keyOf(link)}/`,
      viewport: { width: 320, height: 900 },
    })
    const form = page.getByRole('main')
    const field = page.getByRole('textbox', { name: 'Password', exact: true })
    await page.getByRole('textbox', { name: 'Email' }).fill('zenobia@parley.test')
    await page.getByRole('textbox', { name: 'Full name' }).fill('Zenobia Quartermaine')
    await expectSaid(form, /^At least 8 characters/, 0)
    await field.pressSequentially('passwor')
    await expectSaid(form, /^Too short: at least 8/, 1)
    await field.press('d')
    await expectSaid(form, /^Too easy to guess/, 1)
    expect(await findBarriers(page)).toEqual([])
    // Words from the other fields are as easy to guess.
    await field.fill('quartermaine')
    await expectSaid(form, /^Too easy to guess/, 1)
    await field.fill('tea and')
    await expectSaid(form, /^Too short/, 1)
    await field.pressSequentially(' toast on a tractor')
    await expectSaid(form, /^Good: very hard/, 5)
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await field.fill('')
    await expectSaid(form, /^At least 8 characters/, 0)

    await field.fill(goodPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(({ pathname }) => pathname === '/')
  })

  it('can show the password, and shows why the server refuses it', async () => {
    const ada = await server.user('ada')
    const page = await windows.openAs(ada, { colorScheme: 'dark' })
    const section = await goToSection(page, '#settings/account', 'Account')
    const form = section.getByRole('form', { name: 'Password', exact: true })
    await form.getByLabel('Current password').fill(passwordOf(ada))
    const field = form.getByLabel('New password')
    await field.fill('parley test')
    await expectSaid(form, /^Too easy to guess/, 1)

    const show = form.getByRole('button', { name: 'Show password' }).last()
    await page.keyboard.press('Tab')
    expect(await show.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Space')
    expect(await show.getAttribute('aria-pressed')).toBe('true')
    expect(await field.getAttribute('type')).toBe('text')
    expect(await field.inputValue()).toBe('parley test')
    await page.keyboard.press('Space')
    expect(await field.getAttribute('type')).toBe('password')

    // The server makes the final check.
    await field.press('Enter')
    await form.getByRole('alert').getByText('Too easy to guess').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await findBarriers(page)).toEqual([])
    // One sentence says so, and only of the refused password.
    const said = form.getByText(/easy to guess|too weak/i).filter({ visible: true })
    expect(await said.count()).toBe(1)
    await field.fill(goodPassword)
    await expectSaid(form, /^Good: very hard/, 5)
    await field.press('Enter')
    await form.getByRole('status').getByText('Saved').waitFor()
    await expectSaid(form, /^At least 8 characters/, 0)
  })
})
