import type { Page } from 'playwright-core'
import { ownerPassword } from '../support/config'
import { goodPassword, linkOf } from '../support/joining'
import { findBarriers } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import type { Windows } from './support/browser'
import { expectNone } from './support/waits'

describeInBrowser('The first steps', () => {
  const { server, windows } = useServerAndBrowser()

  const setup = (page: Page) => page.getByRole('region', { name: /^Set up/ })
  const step = (page: Page, name: string) => setup(page).getByRole('button', { name })
  const pathOf = (link: string) => new URL(link).pathname

  async function openAsOwner(options: Parameters<Windows['open']>[0] = {}): Promise<Page> {
    const page = await windows.open({ path: '/login', ...options })
    await page.getByRole('textbox', { name: 'Email' }).fill(server.owner.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(ownerPassword)
    await page.getByRole('button', { name: 'Log in' }).click()
    await setup(page).waitFor()
    return page
  }

  it('lead the owner from naming the organization to a chat with a second person', async () => {
    const page = await openAsOwner()

    // The server's error appears at the field, which keeps the text.
    const name = setup(page).getByRole('textbox', { name: 'Full name' })
    await name.fill('x'.repeat(101))
    await page.keyboard.press('Enter')
    await setup(page).getByRole('alert').waitFor()
    expect(await name.inputValue()).toHaveLength(101)

    // Opening another step while one is being saved keeps that step open.
    const organization = setup(page).getByRole('textbox', { name: 'Name', exact: true })
    await page.route('**/json/settings', async (route) => {
      await organization.waitFor()
      await route.continue()
    })
    await name.fill('Мария Кюри')
    await page.keyboard.press('Enter')
    await step(page, 'Name your organization').click()
    await setup(page).getByText('2 of 5 done').waitFor()
    await organization.fill('Northlight')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Set up Northlight' }).waitFor()
    await setup(page).getByRole('button', { name: 'Skip this' }).click()
    await setup(page).getByText('2 of 5 done, 1 skipped').waitFor()
    await step(page, 'Add an icon skipped').waitFor()

    await setup(page).getByRole('button', { name: 'Create link' }).click()
    const field = setup(page).getByRole('textbox', { name: 'Invitation link' })
    await field.waitFor()
    const link = await field.inputValue()
    // A link is an invitation: the step is done, and shows the link still.
    await setup(page).getByText('3 of 5 done, 1 skipped').waitFor()
    await step(page, 'Invite people (done)').waitFor()
    expect(await field.inputValue()).toBe(link)

    // The server stores the progress, so the steps can be continued in any browser.
    await page.reload()
    await setup(page).getByText('3 of 5 done, 1 skipped').waitFor()

    const bo = await windows.open({ path: pathOf(link) })
    await bo.getByRole('heading', { name: 'Join Northlight' }).waitFor()
    expect(new URL(bo.url()).pathname).toBe('/join/')
    await bo.getByText('Мария Кюри invited you.').waitFor()
    await bo.getByRole('textbox', { name: 'Email' }).fill('bo@parley.test')
    await bo.getByRole('textbox', { name: 'Full name' }).fill('محمد الفارسي')
    await bo.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await bo.getByRole('button', { name: 'Join' }).click()
    await bo.getByRole('button', { name: 'No, thanks' }).click()

    const hello = '#narrow/channel/general/topic/hello'
    await bo.evaluate((to) => (location.hash = to), hello)
    await bo.getByText('hello begins here').waitFor()
    await bo.getByRole('textbox', { name: 'Message' }).fill('السلام عليكم')
    await bo.keyboard.press('Enter')
    await page.evaluate((to) => (location.hash = to), hello)
    await page.getByRole('article').getByText('السلام عليكم').waitFor()

    await page.evaluate(() => (location.hash = '#inbox'))
    await setup(page).getByRole('textbox', { name: 'Stream name' }).fill('General')
    await page.keyboard.press('Enter')
    await setup(page).getByRole('alert').waitFor()
    await setup(page).getByRole('textbox', { name: 'Stream name' }).fill('telescopes')
    await page.keyboard.press('Enter')
    await setup(page).getByText('4 of 5 done, 1 skipped').waitFor()
    await setup(page).getByRole('button', { name: 'Close this list' }).click()
    await page.getByRole('button', { name: 'No, thanks' }).waitFor()
    await expectNone(setup(page))
  })

  it('offer new people a tour, which works by keyboard', async () => {
    const ada = await server.user('ada')
    const page = await windows.openAs(ada)
    await page.getByRole('button', { name: 'Take the tour' }).focus()
    await page.keyboard.press('Enter')
    const tour = page.getByRole('dialog')
    await tour.getByRole('heading', { name: 'Conversations' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('tour-stop')
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await tour.getByRole('heading', { name: 'Streams and topics' }).waitFor()
    await page.keyboard.press('Escape')
    await tour.waitFor({ state: 'detached' })

    // It is not offered again in any browser; the menu can start it again.
    await page.getByRole('button', { name: 'Take the tour' }).waitFor({ state: 'detached' })
    const state = await ada.register({ fetch_event_types: ['onboarding_steps'] })
    expect(JSON.stringify(state['onboarding_steps'])).not.toContain('parley_tour')
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Take the tour' }).click()
    await tour.getByRole('heading', { name: 'Conversations' }).waitFor()
  })

  it.each([
    { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  ] as const)('fit and have no barriers at $viewport.width pixels, $colorScheme', async (look) => {
    const [cy] = await server.users(`cy${look.viewport.width}`)
    const page = await windows.openAs(cy, look)
    await page.getByRole('button', { name: 'Take the tour' }).click()
    for (const _stop of [1, 2, 3, 4]) {
      await expectNoBarrierOrOverflow(page)
      expect(await distanceOfTour(page)).toBeLessThan(16)
      await page.getByRole('button', { name: 'Next' }).click()
    }
    await page.getByRole('button', { name: 'Finish' }).click()
    await expectNoBarrierOrOverflow(page)
  })

  it('explain empty views', async () => {
    const [dee, eve] = await server.users('dee', 'eve')
    const { id } = await server.stream('ops', { subscribers: [dee] })
    const page = await windows.openAs(dee)
    for (const [hash, text] of [
      [`#narrow/channel/${id}-ops/topic/release`, 'release begins here'],
      [`#narrow/dm/${eve.id}-eve`, 'You and Eve'],
      ['#narrow/is/starred', 'No starred messages yet.'],
    ] as const) {
      await page.evaluate((to) => (location.hash = to), hash)
      await page.getByText(text).waitFor()
    }
    expect(await findBarriers(page)).toEqual([])
  })

  async function expectNoBarrierOrOverflow(page: Page): Promise<void> {
    expect(await findBarriers(page)).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  }

  it('explain a revoked invitation link', async () => {
    const link = await linkOf(server.owner)
    const revoked = await server.owner.call('GET /invites')
    for (const { id, is_multiuse } of revoked.invites)
      if (is_multiuse) await server.owner.delete(`/invites/multiuse/${id}`)
    const page = await windows.open({ path: pathOf(link) })
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(page.url()).not.toContain(pathOf(link).split('/')[2])
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
  })
})

/** Pixels between the tour's box and the element that its stop outlines; NaN if there is none. */
async function distanceOfTour(page: Page): Promise<number> {
  return page.evaluate(() => {
    const box = document.querySelector('[aria-labelledby="tour-stop"]')?.getBoundingClientRect()
    const outlined = [...document.querySelectorAll('nav, #main *, header *')]
      .find((element) => getComputedStyle(element).outlineStyle === 'solid')
      ?.getBoundingClientRect()
    if (!box || !outlined) return NaN
    const across = Math.max(box.left - outlined.right, outlined.left - box.right, 0)
    const along = Math.max(box.top - outlined.bottom, outlined.top - box.bottom, 0)
    return Math.hypot(across, along)
  })
}
