import type { Page } from 'playwright-core'
import { unsubscribeLink } from '../../src/server/chat/actions/users/unsubscribe'
import { findUserById } from '../../src/server/data/users/users'
import { asRecord, present } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { goodPassword } from '../support/joining'
import { useMailbox } from '../support/mailbox'
import type { ReceivedMail } from '../support/mailbox'
import { defaultLimits } from '../support/config'
import { useOwnServer } from '../support/own-server'
import { findBarriers } from './support/axe'
import { describeInBrowser, useWindows } from './support/browser'

/** The path of the link in a mail. */
function linkIn({ text }: ReceivedMail): string {
  const [, path] = /https:\/\/chat\.parley\.test(\/accounts\/\S+)/.exec(text) ?? []
  if (path === undefined) throw new Error(`No link in: ${text}`)
  return path
}

describeInBrowser('A link in an email', () => {
  const mailbox = useMailbox()
  const server = useOwnServer({ settings: Object.assign(mailbox.settings, defaultLimits) })
  const windows = useWindows(() => server.url)

  const expectLost = async (page: Page) =>
    page.getByRole('heading', { name: 'This link no longer works' }).waitFor()

  it('A code in an email logs a person in', async () => {
    const zed = await server.user('zed')
    const page = await windows.open({ path: '/login', allow: /status of 400/ })
    await page.getByRole('textbox', { name: 'Email' }).fill(zed.email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    const email = page.getByRole('textbox', { name: 'Email' })
    expect(await email.inputValue()).toBe(zed.email)
    await email.press('Enter')
    const field = page.getByRole('textbox', { name: 'Code' })
    await field.waitFor()
    expect(await findBarriers(page)).toEqual([])
    await mailbox.receive(server.ctx)
    const code = (await mailbox.next(zed.email)).subject.slice(0, 6)
    await field.fill(code === '000000' ? '000001' : '000000')
    await field.press('Enter')
    await page.getByRole('alert').getByText('This code is wrong').waitFor()
    await field.fill(code)
    await field.press('Enter')
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
  })

  it('sets a new password once', async () => {
    const ada = await server.user('ada')
    const page = await windows.open({ path: '/login' })
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(ada.email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await mailbox.receive(server.ctx)
    const path = linkIn(await mailbox.next(ada.email))

    await page.goto(path)
    const field = page.getByRole('textbox', { name: 'New password' })
    await field.fill('abc')
    expect(page.url()).not.toContain(path.split('/').filter(Boolean).at(-1))
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(ada.email)
    expect(await field.getAttribute('autocomplete')).toBe('new-password')
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('alert').waitFor()
    expect(await field.inputValue()).toBe('abc')
    await field.fill(goodPassword)
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { name: 'Password changed' })
    await heading.waitFor()
    // The heading has the focus for screen readers, and no frame after the key.
    const frame = await heading.evaluate((element) =>
      element.matches(':focus') ? getComputedStyle(element).outlineStyle : 'no focus',
    )
    expect(frame).toBe('none')

    await page.goto(path)
    await expectLost(page)
    await page.goto('/login')
    await page.getByRole('textbox', { name: 'Email' }).fill(ada.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
  })

  it('changes the email address once, and only after a click', async () => {
    const bo = await server.user('bo')
    expectSuccess(await bo.patch('/settings', { email: 'bo.new@parley.test' }))
    await mailbox.receive(server.ctx)
    const path = linkIn(await mailbox.next('bo.new@parley.test'))

    const page = await windows.open({ path, viewport: { width: 360, height: 740 } })
    await page.getByRole('heading', { name: 'Confirm your new email address' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Use this address' }).click()
    await page.getByRole('heading', { name: 'Email address changed' }).waitFor()
    await page.getByText('bo.new@parley.test').waitFor()

    await page.goto(path)
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expectLost(page)
  })

  it('ends mails of a kind, and only after a click', async () => {
    const cy = await server.user('cy')
    const user = await findUserById(server.db, server.realmId, cy.id)
    const link = await unsubscribeLink(
      server.ctx.config,
      server.db,
      present(user, 'user'),
      'digest',
    )
    const hasDigests = async () => {
      const state = await cy.register({ fetch_event_types: ['user_settings'] })
      return asRecord(state['user_settings'])['enable_digest_emails']
    }
    const page = await windows.open({ path: new URL(link).pathname })
    const stop = page.getByRole('button', { name: 'Stop these emails' })
    await stop.waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await hasDigests()).toBe(true)
    await stop.click()
    await page.getByRole('heading', { name: 'You get no more digests' }).waitFor()
    expect(await hasDigests()).toBe(false)
  })
})
