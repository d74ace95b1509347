import type { Page } from 'playwright-core'
import { untilHolds } from '../support/until'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })

async function chooseLogOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

/** The contents of the browser's local and session storage. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

describeInBrowser('The log-out', () => {
  const { server, windows } = useServerAndBrowser()

  it('removes all texts from the browser, and keeps drafts on the server', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    await bo.sendPrivately([ada.id], 'between us')
    const path = `/#narrow/dm/${bo.id}-bo`
    const page = await windows.openAs(ada, { path })
    const second = await page.context().newPage()
    await second.goto(path)
    await second.getByRole('button', { name: 'Your menu' }).waitFor()
    await box(page).fill('Not for others')
    await chooseLogOut(page)
    await page.getByRole('button', { name: 'Log in' }).waitFor()

    expect(await page.title()).toBe('Parley')
    expect(new URL(page.url()).hash).toBe('')
    expect(await kept(page)).not.toContain('Not for others')
    await second.getByRole('button', { name: 'Log in' }).waitFor()
    expect(await second.title()).not.toContain('Bo')

    const again = await windows.openAs(ada, { path: '/#drafts' })
    await again.getByText('Not for others').first().waitFor()
  })

  it('asks before it deletes texts that are not on the server', async () => {
    const cy = await server.user('cy')
    await cy.patch('/settings', { enable_drafts_synchronization: false })
    const page = await windows.openAs(cy, { path: `/#narrow/dm/${cy.id}-cy` })
    await box(page).fill('Only here')
    await chooseLogOut(page)
    const dialog = page.getByRole('dialog', { name: 'Log out and lose unsent messages?' })
    await dialog.getByText('One unsent message is only in this browser').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await box(page).inputValue()).toBe('Only here')

    await chooseLogOut(page)
    await dialog.getByRole('button', { name: 'Delete and log out' }).click()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    await untilHolds('nothing is kept', async () => !(await kept(page)).includes('Only here'))
  })
})

describeInBrowser('A browser that denies storage', () => {
  const { server, windows } = useServerAndBrowser()

  it('shows the app, which keeps nothing there', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    await bo.sendPrivately([ada.id], 'Are you there?')
    const page = await windows.openAs(ada, { path: `/#narrow/dm/${bo.id}-bo` })
    await page.context().addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
      }
    })
    await page.reload()
    const message = page
      .getByRole('feed')
      .getByRole('article')
      .filter({ hasText: 'Are you there?' })
    // The compose box loads after the messages, and takes the focus.
    await page.getByRole('form', { name: 'Compose' }).waitFor()
    await message.press(':')
    await page.getByRole('searchbox', { name: 'Search emoji' }).waitFor()
    await page.getByRole('button', { name: 'tada' }).first().click()
    await message.getByRole('button', { name: 'tada: You' }).waitFor()
    await box(page).fill('I am')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('feed').getByRole('article').filter({ hasText: 'I am' }).waitFor()
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
  })
})
