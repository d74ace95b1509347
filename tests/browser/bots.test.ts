import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expectError, expectSuccess } from '../support/expectations'
import { Person } from '../support/person'
import { fixture } from '../unit/integrations/deliver'
import { findBarriersInBothThemes } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

const botNamed = (page: Page, name: string): Locator => page.getByRole('listitem', { name })

/** Creates a bot with the form, by keyboard. */
async function makeBot(page: Page, name: string, short: string, kind?: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add a bot' }).press('Enter')
  await page.getByRole('textbox', { name: 'Full name' }).fill(name)
  await page.getByRole('textbox', { name: 'Short name' }).fill(short)
  if (kind !== undefined) {
    await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: kind })
  }
  await page.getByRole('button', { name: 'Create bot' }).press('Enter')
  const bot = botNamed(page, name)
  await bot.waitFor()
  return bot
}

async function keyOf(bot: Locator): Promise<string> {
  await bot.getByRole('button', { name: 'Show API key' }).press('Enter')
  return (await bot.locator('code').textContent()) ?? ''
}

describeInBrowser('Bots', () => {
  const { server, windows } = useServerAndBrowser()
  const path = '/#settings/your-bots'
  const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

  it('are created, and their key is copied, used and regenerated', async () => {
    const [ada] = await server.users('ada')
    await server.stream('deploys', { subscribers: [ada] })
    const page = await windows.openAs(ada, { path, ...clipboard })
    const bot = await makeBot(page, 'Deployer', 'deployer')
    const key = await keyOf(bot)
    await bot.getByRole('button', { name: 'Copy API key' }).click()
    await bot.getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)

    const email = (await bot.getByText('@').first().textContent())?.split(' · ')[1] ?? ''
    const deployer = new Person(server.url, 0, email, key, 'Deployer')
    expect(await deployer.send('deploys', 'today', 'It is out.')).toBeGreaterThan(0)

    // The downloaded file has the same credentials.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bot.getByRole('button', { name: 'Download zuliprc' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('deployer-bot.zuliprc')
    const lines = readFileSync(await download.path(), 'utf8').split('\n')
    expect(lines).toEqual(['[api]', `email=${email}`, `key=${key}`, `site=${server.url}`, ''])

    await bot.getByRole('button', { name: 'Regenerate API key' }).click()
    const question = page.getByRole('dialog', { name: 'Regenerate the API key of Deployer?' })
    await question.getByRole('button', { name: 'Regenerate API key' }).click()
    await question.waitFor({ state: 'detached' })
    const isAnother = (text: string) => text !== key && text.length === 32
    const next = await settled(
      async () => (await bot.locator('code').textContent()) ?? '',
      isAnother,
    )
    expectError(await deployer.get('/users/me'), 401, {})
    expectSuccess(await deployer.withKey(next).get('/users/me'))

    await bot.getByRole('button', { name: 'Deactivate' }).click()
    const end = page.getByRole('dialog', { name: 'Deactivate Deployer?' })
    await end.getByRole('button', { name: 'Deactivate' }).click()
    await bot.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
    await bot.getByRole('button', { name: 'Show API key' }).waitFor()
    expectSuccess(await deployer.withKey(next).get('/users/me'))
  })

  it('show an error at the field when they are refused, and the form survives navigation', async () => {
    const [bea] = await server.users('bea')
    await server.bot(bea, 'taken')
    const page = await windows.openAs(bea, { path })
    await page.getByRole('button', { name: 'Add a bot' }).click()
    const name = page.getByRole('textbox', { name: 'Full name' })
    const short = page.getByRole('textbox', { name: 'Short name' })
    await name.fill('Another')
    await short.fill('taken')
    await page.getByRole('button', { name: 'Create bot' }).click()
    await page.getByRole('alert').filter({ hasText: 'Username already in use' }).waitFor()
    expect(await short.getAttribute('aria-invalid')).toBe('true')
    expect(await short.evaluate((field) => field === document.activeElement)).toBe(true)

    await page.getByRole('link', { name: 'Alert words' }).click()
    await page.getByRole('link', { name: 'Bots', exact: true }).click()
    await page.getByRole('button', { name: 'Add a bot' }).click()
    expect([await name.inputValue(), await short.inputValue()]).toEqual(['Another', 'taken'])
  })

  it('get another short name, and with it another address', async () => {
    const [gil] = await server.users('gil')
    const butler = await server.bot(gil, 'butler')
    await server.bot(gil, 'other')
    const page = await windows.openAs(gil, { path })
    const bot = botNamed(page, butler.fullName)
    await bot.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    const short = dialog.getByRole('textbox', { name: 'Short name' })
    expect(await short.inputValue()).toBe('butler')
    await short.fill('other')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'Username already in use' }).waitFor()
    expect(await short.getAttribute('aria-invalid')).toBe('true')
    await short.fill('head waiter')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'without spaces' }).waitFor()
    expect(await short.evaluate((field) => field === document.activeElement)).toBe(true)
    await short.fill('waiter')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await bot.getByText('waiter-bot@').waitFor()
    const { members } = await gil.call('GET /users', {})
    const changed = members.find(({ user_id: id }) => id === butler.id)
    expect(changed?.email).toMatch(/^waiter-bot@/)
  })

  it('get a webhook URL that posts the events of a service', async () => {
    const [cy] = await server.users('cy')
    const { id } = await server.stream('code', { subscribers: [cy] })
    const page = await windows.openAs(cy, { path })
    const bot = await makeBot(page, 'Octo', 'octo', 'Incoming webhook')
    const key = await keyOf(bot)
    await bot.getByRole('button', { name: 'Webhook URL' }).click()
    const dialog = page.getByRole('dialog', { name: 'Webhook URL of Octo' })
    await dialog.getByRole('combobox', { name: 'Service' }).selectOption({ label: 'GitHub' })
    await dialog
      .getByRole('combobox', { name: 'Send messages to' })
      .selectOption({ label: '#code' })
    await dialog.getByRole('textbox', { name: 'Topic' }).fill('from elsewhere')
    await dialog.getByRole('checkbox', { name: 'star', exact: true }).uncheck()
    const address = await dialog.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
    expect(address).toBe(
      `${server.url}/api/v1/external/github?api_key=${key}&stream=${String(id)}` +
        '&topic=from%20elsewhere&exclude_events=%5B%22star%22%5D',
    )

    const queue = await cy.register({ event_types: ['message'] })
    const deliver = async (event: string, body: string) =>
      fetch(address, { method: 'POST', body, headers: { 'x-github-event': event } })
    expect((await deliver('push', fixture('github/push'))).status).toBe(200)
    expect((await deliver('star', '{}')).status).toBe(200)
    const events = await cy.eventsUntilNow(queue)
    expect(events).toMatchObject([
      { message: { display_recipient: 'code', subject: 'from elsewhere' } },
    ])
  })

  it('are all listed for administrators, without keys and live', async () => {
    const [dan, eli] = await server.users('dan', 'eli')
    const bot = await server.bot(dan, 'helper')
    expectSuccess(await server.owner.patch(`/users/${eli.id}`, { role: 200 }))
    const page = await windows.openAs(eli, { path: '/#organization/bots' })
    const table = page.getByRole('table', { name: 'All bots' })
    const row = (name: string) => table.getByRole('row').filter({ hasText: name })
    await row('Helper').waitFor()
    expectSuccess(await dan.patch(`/bots/${bot.id}`, { full_name: 'Assistant' }))
    await row('Assistant').waitFor()
    expect(await page.content()).not.toContain(bot.apiKey)

    await page.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'Dan' })
    await table.getByRole('checkbox', { name: 'Select Assistant' }).check()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await row('Assistant').waitFor({ state: 'detached' })
    expectError(await bot.get('/users/me'), 401, {})
  })

  it('have no barriers in light and dark, wide and narrow', async () => {
    const [fay] = await server.users('fay')
    await server.bot(fay, 'reader', 1)
    await server.bot(fay, 'poster', 2)
    for (const width of [1280, 360]) {
      const page = await windows.openAs(fay, { path, viewport: { width, height: 800 } })
      await page.getByRole('button', { name: 'Add a bot' }).click()
      await botNamed(page, 'Reader').getByRole('button', { name: 'Show API key' }).click()
      expect(await findBarriersInBothThemes(page)).toEqual([])
      await shoot(page, `bots-${width}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await botNamed(page, 'Poster').getByRole('button', { name: 'Webhook URL' }).click()
      await page.getByRole('combobox', { name: 'Service' }).selectOption({ label: 'GitHub' })
      expect(await findBarriersInBothThemes(page)).toEqual([])
      await shoot(page, `webhook-${width}`)
    }
  })
})

/** Repeats `ask` until `isRight` accepts the answer. */
async function settled<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (isRight(answer)) return answer
  }
}

/** Pictures of the page in both themes, if the environment names a folder. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env['SHOTS']) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${process.env['SHOTS']}/${name}-${colorScheme}.png` })
  }
}
