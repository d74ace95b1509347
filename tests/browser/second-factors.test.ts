import type { Page } from 'playwright-core'
import { AuthenticatorApp } from '../support/authenticator-app'
import { browserOf } from '../support/browser'
import { present } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { untilHolds } from '../support/until'
import { describeInBrowser, passwordOf } from './support/browser'
import { useOwnServerAndBrowser } from './support/own-browser'

const clock = { now: () => new Date() }

describeInBrowser('Two-step login', () => {
  const { server, windows } = useOwnServerAndBrowser({
    SECRETS_KEY: 'a key of the tests with more than 32 characters',
  })

  /** The text that the page shows to type in an app. */
  async function appOf(page: Page): Promise<AuthenticatorApp> {
    await page.getByRole('link', { name: 'Open in an authenticator app' }).waitFor()
    const shown = await page.locator('code', { hasText: /^[A-Z2-7 ]{32,}$/ }).textContent()
    return AuthenticatorApp.of(present(shown).replaceAll(' ', ''), clock)
  }

  async function enterPassword(page: Page, person: Person): Promise<void> {
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(passwordOf(person))
    await page.getByRole('button', { name: 'Log in' }).click()
  }

  const demand = async (two_factor_required: 'nobody' | 'all') =>
    expectSuccess(await server.owner.patch('/realm', { two_factor_required }))

  const inbox = (page: Page) => page.getByRole('heading', { name: 'Inbox', level: 1 })

  /** Makes the codes of the present step work again, so that no test waits for the next step. */
  const forgetSteps = () => server.db.updateTable('totp_secrets').set({ last_step: 0 }).execute()

  it('is set up in the settings, asks for a code at the next login, and is switched off by a recovery code', async () => {
    const ada = await server.user('ada')
    const settings = await windows.openAs(ada, { path: '/#settings/account' })
    await settings.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const app = await appOf(settings)
    const code = settings.getByRole('textbox', { name: 'Code of the app' })
    await code.fill('000000')
    await settings.getByRole('button', { name: 'Confirm' }).click()
    await settings.getByText('This code is wrong, or was used before.').waitFor()
    await code.fill(app.code())
    await settings.getByRole('button', { name: 'Confirm' }).click()
    const codes = await settings.getByLabel('Recovery codes').textContent()
    const [recovery = ''] = present(codes).split('\n')
    await settings.getByRole('button', { name: 'I have kept them' }).click()
    await settings.getByText('Recovery codes left: 10').waitFor()
    // The key is shown without a password, soon after the login.
    await settings.getByRole('button', { name: 'Show API key' }).click()
    expect(await settings.getByRole('textbox', { name: 'API key' }).inputValue()).toBe(ada.apiKey)

    await forgetSteps()
    const page = await windows.open({ allow: /status of 403/ })
    await enterPassword(page, ada)
    const asked = page.getByRole('textbox', { name: 'Code of the app, or a recovery code' })
    await asked.fill('000000')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').filter({ hasText: 'This code is wrong' }).waitFor()
    await asked.fill(app.code())
    await page.getByRole('button', { name: 'Log in' }).click()
    await inbox(page).waitFor()

    await settings.getByRole('button', { name: 'Switch off' }).click()
    await settings
      .getByRole('textbox', { name: 'Code of the app, or a recovery code' })
      .fill(recovery)
    await settings.getByRole('button', { name: 'Switch off' }).click()
    await settings.getByRole('button', { name: 'Set up an authenticator app' }).waitFor()
  }, 30_000)

  it('ends in the mobile app that opened the browser, after password and code', async () => {
    const [dee] = await server.users('dee')
    const app = await AuthenticatorApp.setUp(await browserOf(dee), clock)
    await forgetSteps()
    const pad = 'ab'.repeat(32)
    const path = `/accounts/login/social/browser?mobile_flow_otp=${pad}`
    const page = await windows.open({ path, allow: /status of 403|zulip:/ })
    const end = page.waitForResponse(/\/complete\/browser\//)
    await enterPassword(page, dee)
    await page.getByRole('textbox', { name: /^Code of the app/ }).fill(app.code())
    await page.getByRole('button', { name: 'Log in' }).click()
    const { location = '' } = (await end).headers()
    expect(location).toMatch(/^zulip:\/\/login\?/)
    const facts = new URL(location).searchParams
    const masked = Buffer.from(facts.get('otp_encrypted_api_key') ?? '', 'hex')
    expect(masked.map((byte) => byte ^ 0xab).toString()).toBe(dee.apiKey)
  })

  it('tells of the days that are left, leads to the set-up after them, and is removed by an administrator', async () => {
    const [bo] = await server.users('bo')
    await demand('all')
    const early = await windows.openAs(bo, { path: '/#inbox' })
    await early.getByRole('status').filter({ hasText: '7 days from now' }).waitFor()
    const began_at = new Date(Date.now() - 8 * 86_400_000)
    await server.db.updateTable('second_factor_duties').set({ began_at }).execute()

    const page = await windows.open({ allow: /status of 403/ })
    await enterPassword(page, bo)
    await page.getByText('Your organization demands two-step login').waitFor()
    const app = await appOf(page)
    await page.getByRole('textbox', { name: 'Code of the app' }).fill(app.code())
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await inbox(page).waitFor()

    await demand('nobody')
    const admin = await server.user('ann', 'administrator')
    const people = await windows.openAs(admin, { path: '/#organization/users' })
    await people.getByRole('button', { name: `Actions for ${bo.fullName}` }).click()
    await people.getByRole('menuitem', { name: 'Remove two-step login' }).click()
    const dialog = people.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Remove two-step login' }).click()
    await untilHolds('the factor is gone', async () => {
      const rows = await server.db.selectFrom('totp_secrets').selectAll().execute()
      return rows.every(({ user_id: id }) => id !== bo.id)
    })
  }, 30_000)

  it('is done in one step by a passkey, which people add, rename and remove in their settings', async () => {
    const cy = await server.user('cy')
    // Browsers make no passkeys for bare addresses.
    const url = server.url.replace('127.0.0.1', 'localhost')
    const page = await windows.openAs(cy, { url, path: '/#settings/account' })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      },
    })
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Old laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('row')
      .filter({ hasText: 'Old laptop' })
      .getByText('Not used yet')
      .waitFor()

    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', {
      ...{ authenticatorId, enabled: false },
    })
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    const button = page.getByRole('button', { name: 'Continue with a passkey' })
    await button.waitFor()
    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn')
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', {
      ...{ authenticatorId, enabled: true },
    })
    await button.click()
    await page.getByRole('button', { name: 'Your menu' }).waitFor()
    // The field for the email offers the passkey as well; this authenticator takes each offer.
    const again = page.waitForResponse(/\/json\/session\/passkey$/)
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    expect((await again).status()).toBe(200)
    await page.getByRole('button', { name: 'Your menu' }).waitFor()
    await page.goto('/#settings/account')
    await page.getByRole('button', { name: 'Remove Old laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('button', { name: 'Remove Old laptop' }).waitFor({ state: 'detached' })
  }, 30_000)
})
