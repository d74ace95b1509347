import type { Page } from 'playwright-core'
import { expectSuccess } from '../support/expectations'
import { findBarriers } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { expectNone } from './support/waits'

async function go(page: Page, hash: string, name: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash)
  await page.getByRole('main').getByRole('heading', { name, level: 1 }).waitFor()
}

describeInBrowser('A group', () => {
  const { server, windows } = useServerAndBrowser()

  it('is created, used, kept while in use, deactivated and reactivated', async () => {
    const ada = await server.user('ada', 'administrator')
    const [bo] = await server.users('bo')
    const { id } = await server.stream('ops', { subscribers: [ada, bo] })
    const [adas, bos] = [await windows.openAs(ada), await windows.openAs(bo)]

    await go(adas, '#groups/new', 'Groups')
    await adas.getByRole('textbox', { name: 'Name', exact: true }).fill('backend')
    await adas.getByRole('combobox', { name: /Members, besides you/ }).fill('bo')
    await adas.getByRole('option', { name: /^Bo/ }).click()
    await adas.getByRole('button', { name: 'Create group' }).click()
    await adas.getByRole('heading', { level: 1, name: 'backend' }).waitFor()
    await adas.getByRole('table').getByText('Bo', { exact: true }).waitFor()
    await go(bos, '#groups/yours', 'Groups')
    await bos.getByRole('table').getByRole('link', { name: 'backend' }).waitFor()

    await go(adas, `#streams/${id}/ops/permissions`, 'ops')
    await adas
      .getByRole('combobox', { name: 'Who can post', exact: true })
      .selectOption({ label: 'Specific groups and people' })
    const writers = adas.getByRole('combobox', { name: /^Who can post: add/ })
    await writers.fill('backend')
    await adas.getByRole('option', { name: /^backend/ }).click()
    const chosen = adas.getByRole('list', { name: /^Who can post/ })
    await chosen.getByRole('button', { name: /^Remove Everyone/ }).click()
    await adas.getByText('Saved').first().waitFor()

    await go(adas, '#groups/all', 'Groups')
    await adas.getByRole('table').getByRole('link', { name: 'backend' }).click()
    await adas.getByRole('link', { name: 'General', exact: true }).click()
    await adas.getByRole('button', { name: 'Deactivate group' }).click()
    await adas.getByRole('dialog').getByRole('button', { name: 'Deactivate group' }).click()
    const uses = adas.getByRole('dialog', { name: 'backend is in use' })
    await uses.getByRole('link', { name: 'Stream ops: Who can post' }).click()
    await adas.getByRole('heading', { level: 1, name: 'ops' }).waitFor()
    await adas
      .getByRole('combobox', { name: 'Who can post', exact: true })
      .selectOption({ label: 'Members' })
    await adas.getByText('Saved').first().waitFor()

    await go(adas, '#groups/all', 'Groups')
    await adas.getByRole('table').getByRole('link', { name: 'backend' }).click()
    await adas.getByRole('link', { name: 'General', exact: true }).click()
    await adas.getByRole('button', { name: 'Deactivate group' }).click()
    await adas.getByRole('dialog').getByRole('button', { name: 'Deactivate group' }).click()
    await adas.getByText('This group is deactivated').waitFor()
    await bos.getByText('No groups here.').waitFor()
    await adas.getByRole('button', { name: 'Reactivate' }).click()
    await bos.getByRole('table').getByRole('link', { name: 'backend' }).waitFor()
  })

  it('lists indirect members, who can be removed only through their group', async () => {
    const cy = await server.user('cy', 'administrator')
    const [dan] = await server.users('dan')
    const inner = { name: 'inner', description: '', members: [dan.id] }
    const { group_id: innerId } = expectSuccess(await cy.post('/user_groups/create', inner))
    const outer = { name: 'outer', description: '', members: [cy.id], subgroups: [innerId] }
    const { group_id: outerId } = expectSuccess(await cy.post('/user_groups/create', outer))
    const page = await windows.openAs(cy)
    await go(page, `#groups/${String(outerId)}/members`, 'outer')
    const table = page.getByRole('table', { name: 'Members' })
    await table.getByRole('link', { name: 'inner' }).waitFor()
    await expectNone(table.getByText('Dan', { exact: true }))
    await page.getByRole('checkbox', { name: 'Show indirect members' }).check()
    await table.getByText('via inner').waitFor()
    await expectNone(table.getByRole('button', { name: 'Remove Dan' }))
    await table.getByRole('button', { name: 'Remove inner' }).click()
    await table.getByText('via inner').waitFor({ state: 'detached' })
  })

  it.each([
    { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 320, height: 640 } },
  ] as const)('has settings without barriers: $colorScheme', async (look) => {
    const name = `team ${look.colorScheme}`
    const eve = await server.user(`eve${look.viewport.width}`, 'administrator')
    const group = { name, description: 'All of us', members: [eve.id] }
    const { group_id: id } = expectSuccess(await eve.post('/user_groups/create', group))
    const page = await windows.openAs(eve, look)
    const places = [
      ...['all', 'yours', 'system', 'deactivated', 'new'].map(
        (section) => [`#groups/${section}`, 'Groups'] as const,
      ),
      ...['members', 'general', 'permissions'].map(
        (section) => [`#groups/${String(id)}/${section}`, name] as const,
      ),
    ]
    const found: string[] = []
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
