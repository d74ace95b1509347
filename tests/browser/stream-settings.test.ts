import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { listStreams } from '../support/streams'
import { findBarriers } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { untilHolds } from '../support/until'
import { expectNone } from './support/waits'

const conversations = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const inList = (page: Page, stream: string) => conversations(page).locator(`a[title="${stream}"]`)

async function go(page: Page, hash: string, name: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash)
  await page.getByRole('main').getByRole('heading', { name, level: 1 }).waitFor()
}

const idOf = async (person: Person, name: string) => {
  const found = (await listStreams(person)).find((stream) => stream.name === name)
  return found?.stream_id ?? 0
}

describeInBrowser('The settings of a stream', () => {
  const { server, windows } = useServerAndBrowser()

  it('are chosen at creation, and changes appear for others', async () => {
    const ada = await server.user('ada', 'administrator')
    const [bo, cy] = await server.users('bo', 'cy')
    const [adas, bos] = [await windows.openAs(ada), await windows.openAs(bo)]
    await go(adas, '#streams/new', 'Streams')
    await adas.getByRole('textbox', { name: 'Name', exact: true }).fill('observatory')
    await adas
      .getByRole('combobox', { name: 'Who can see it' })
      .selectOption({ label: 'Private, new subscribers see only later messages' })
    await adas.getByRole('combobox', { name: /Subscribers, besides you/ }).fill('bo')
    await adas.getByRole('option', { name: /^Bo/ }).click()
    await adas.getByRole('button', { name: 'Create stream' }).click()
    await adas.getByRole('heading', { level: 1, name: 'observatory' }).waitFor()
    await inList(bos, 'observatory').waitFor()
    await ada.send('observatory', 'roof', 'Before Cy came.')

    const id = await idOf(ada, 'observatory')
    expect((await listStreams(ada)).find(({ stream_id }) => stream_id === id)).toMatchObject({
      invite_only: true,
      history_public_to_subscribers: false,
    })

    // Bo cannot change the permission, but sees it change.
    await go(bos, `#streams/${id}/observatory/permissions`, 'observatory')
    const writers = bos.getByRole('combobox', { name: 'Who can post', exact: true })
    expect(await writers.isDisabled()).toBe(true)
    await go(adas, `#streams/${id}/observatory/permissions`, 'observatory')
    await adas
      .getByRole('combobox', { name: 'Who can post', exact: true })
      .selectOption({ label: 'Administrators and owners' })
    await untilHolds('Bo sees the new permission', async () => (await writers.inputValue()) === '2')

    // A later subscriber does not see earlier messages.
    await go(adas, `#streams/${id}/observatory/subscribers`, 'observatory')
    await adas.getByRole('combobox', { name: /People to subscribe/ }).fill('cy')
    await adas.getByRole('option', { name: /^Cy/ }).click()
    await adas.getByRole('button', { name: 'Subscribe 1 person' }).click()
    await adas.getByRole('table').getByText('Cy', { exact: true }).waitFor()
    const cys = await windows.openAs(cy)
    await inList(cys, 'observatory').waitFor()
    expect(expectSuccess(await cy.get(`/users/me/${id}/topics`))['topics']).toEqual([])

    // When Bo is removed, his open page loses the stream.
    await adas.getByRole('button', { name: 'Remove Bo' }).click()
    await adas.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await bos.getByRole('heading', { level: 1, name: 'Stream not found' }).waitFor()
  })

  it('explain the effects of another privacy, and are read-only for members', async () => {
    const dan = await server.user('dan', 'administrator')
    const eve = await server.user('eve')
    const { id } = await server.stream('lab', { subscribers: [dan, eve] })
    const [dans, eves] = [await windows.openAs(dan), await windows.openAs(eve)]
    await go(eves, `#streams/${id}/lab/general`, 'lab')
    await eves.getByText('Only administrators and people who can administer').waitFor()
    expect(await eves.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true)
    // Settings that she cannot change have no buttons, here and in the profile of the organization.
    await expectNone(eves.getByRole('button', { name: 'Preview' }))
    await go(eves, '#organization/profile', 'Organization')
    await eves.getByText('This organization has no description.').waitFor()
    await expectNone(eves.getByRole('button', { name: 'Choose a picture' }))
    await go(eves, `#streams/${id}/lab/general`, 'lab')

    await go(dans, `#streams/${id}/lab/general`, 'lab')
    await dans
      .getByRole('combobox', { name: 'Who can see it' })
      .selectOption({ label: 'Private, new subscribers see earlier messages' })
    await dans.getByText('Only subscribers will see it.').waitFor()
    await dans.getByRole('textbox', { name: 'Name' }).fill('general')
    await dans.getByRole('button', { name: 'Save changes' }).click()
    await dans
      .getByRole('alert')
      .getByText(/already taken/)
      .waitFor()
    await dans.getByRole('textbox', { name: 'Name' }).fill('laboratory')
    await dans.getByRole('button', { name: 'Save changes' }).click()
    await eves.getByRole('heading', { level: 1, name: 'laboratory' }).waitFor()
  })

  it('archive the stream, and restore it', async () => {
    const fay = await server.user('fay', 'administrator')
    const gus = await server.user('gus')
    const { id } = await server.stream('fair', { subscribers: [fay, gus] })
    await fay.send('fair', 'news', 'Welcome')
    const [fays, guses] = [await windows.openAs(fay), await windows.openAs(gus)]
    await go(guses, `#narrow/channel/${id}-fair/topic/news`, 'news')
    await go(fays, `#streams/${id}/fair/general`, 'fair')
    await fays.getByRole('button', { name: 'Archive stream' }).click()
    await fays.getByRole('dialog').getByRole('button', { name: 'Archive stream' }).click()
    await inList(guses, 'fair').waitFor({ state: 'detached' })
    await guses.getByRole('region', { name: 'Archived stream' }).waitFor()

    await fays.getByRole('heading', { level: 2, name: 'Archived' }).waitFor()
    await fays.getByRole('button', { name: 'Restore fair' }).click()
    await inList(guses, 'fair').waitFor()
    await guses.getByRole('article').getByText('Welcome').waitFor()

    await fay.call('DELETE /streams/{stream_id}', { stream_id: id })
    await server.stream('Fair', { subscribers: [gus] })
    await fays.getByRole('button', { name: 'Restore fair' }).click()
    const dialog = fays.getByRole('dialog', { name: 'Restore fair' })
    await dialog.getByText('Another stream is called fair now.').waitFor()
    await dialog.getByRole('textbox', { name: 'New name' }).pressSequentially('old fair')
    await fays.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await inList(guses, 'old fair').waitFor()
  })

  it('are opened and changed by keyboard alone', async () => {
    const hal = await server.user('hal', 'administrator')
    await server.stream('zoo', { subscribers: [hal] })
    const page = await windows.openAs(hal)
    const tabTo = async (role: 'link' | 'button' | 'textbox' | 'checkbox', name: string) => {
      const target = page.getByRole(role, { name, exact: true }).last()
      await target.waitFor()
      for (let presses = 0; presses < 120; presses++) {
        if (await target.evaluate((one) => one === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`${name} cannot be reached.`)
    }
    await tabTo('link', 'Find or create streams')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Streams' }).waitFor()
    await tabTo('textbox', 'Filter streams')
    await page.keyboard.type('zoo')
    await tabTo('link', 'zoo')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'zoo' }).waitFor()
    await tabTo('textbox', 'Name')
    await page.keyboard.press('End')
    await page.keyboard.type(' logical')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'zoo logical' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  })
})

describeInBrowser('Ten thousand subscribers', () => {
  const { server, windows } = useServerAndBrowser()

  it('are listed in a virtual table, found, and removed in bulk', async () => {
    const ada = await server.user('ada', 'administrator')
    const { rows } = await sql<{ id: number }>`
      insert into users (realm_id, email, full_name, short_name, role, api_key)
      select realm_id, 'p' || n || '@parley.test', 'Person ' || n, 'p' || n, 400,
        lpad(n::text, 32, 'k')
      from users, generate_series(1, 10000) as n where id = ${ada.id}
      returning id`.execute(server.db)
    // Connections may have plans from the time of a few people.
    await sql`analyze users`.execute(server.db)
    const { id } = await server.stream('crowd', { subscribers: [ada] })
    expectSuccess(
      await ada.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'crowd' }],
        principals: rows.map((row) => row.id),
        send_new_subscription_messages: false,
      }),
    )
    const page = await windows.openAs(ada)
    await go(page, `#streams/${id}/crowd/subscribers`, 'crowd')
    await page.getByText('10001 subscribers').waitFor()
    const inPage = () => page.getByRole('row').count()
    expect(await inPage()).toBeLessThan(120)
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('10002')

    await page.getByRole('textbox', { name: 'Find subscribers' }).fill('p770')
    await page.getByRole('row', { name: /Person 7700/ }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Remove from the stream' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    // Removed: 770, and 7700 to 7709.
    await page.getByText('9990 subscribers').waitFor()
    expect(await inPage()).toBeLessThan(120)
  })
})

describeInBrowser('Accessibility of streams', () => {
  const { server, windows } = useServerAndBrowser()

  it.each([
    { name: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
    { name: 'dark, on a phone', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
  ] as const)('Settings have no barriers: $name', async ({ name, ...look }) => {
    const ada = await server.user(`ada${look.viewport.width}`, 'administrator')
    const { id } = await server.stream(name, { subscribers: [ada], description: 'For *all*' })
    expectSuccess(await ada.post('/channel_folders/create', { name: `Folder ${name}` }))
    const page = await windows.openAs(ada, look)
    const found: string[] = []
    const settingsOf = (section: string) => [`#streams/${id}/it/${section}`, name] as const
    const places = [
      ...['all', 'subscribed', 'available', 'archived', 'new', 'folders', 'defaults'].map(
        (section) => [`#streams/${section}`, 'Streams'] as const,
      ),
      ...['general', 'personal', 'permissions', 'subscribers'].map(settingsOf),
    ]
    for (const [hash, heading] of places) {
      await go(page, hash, heading)
      await page.getByRole('main').getByRole('heading', { level: 2 }).waitFor()
      found.push(...(await findBarriers(page)).map((barrier) => `${hash}: ${barrier}`))
      const width = await page.evaluate('document.documentElement.scrollWidth')
      expect([hash, width]).toEqual([hash, look.viewport.width])
    }
    expect(found).toEqual([])
  })
})
