import type { Page } from 'playwright-core'
import { asRecord } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { picture } from '../support/pictures'
import { findBarriersInBothThemes } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { expectNone } from './support/waits'

describeInBrowser('Lists of the organization', () => {
  const { server, windows } = useServerAndBrowser()

  const open = async (name: string, section: string) => {
    const person = await server.user(name, 'administrator')
    return windows.openAs(person, { path: `/#organization/${section}` })
  }

  it('Emoji are added with a picture, and deactivated', async () => {
    const page = await open('ann', 'emoji-settings')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Party.png', mimeType: 'image/png', buffer: await picture(64, 64) })
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('party')
    await page.getByRole('textbox', { name: 'Name' }).fill('Party Hat!')
    await page.getByRole('button', { name: 'Add an emoji' }).press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Invalid characters' }).waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('party_hat')
    await page.getByRole('button', { name: 'Add an emoji' }).press('Enter')
    const row = page.getByRole('row').filter({ hasText: ':party_hat:' })
    await row.waitFor()
    await row.getByRole('button', { name: 'Deactivate :party_hat:' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).press('Enter')
    await row.waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Deactivated' })
    await row.waitFor()
  })

  it('Linkifiers are created, tested, reordered and deleted, and changes by others appear', async () => {
    const page = await open('bob', 'linkifier-settings')
    const add = page.getByRole('form', { name: 'Add a linkifier' })
    const pattern = add.getByRole('textbox', { name: 'Pattern', exact: true })
    const address = add.getByRole('textbox', { name: 'URL template' })
    await pattern.fill('#(?P<id>[0-9]+)')
    await address.fill('not an address {nothing}')
    await add.getByRole('textbox', { name: 'Test this pattern' }).fill('see #12')
    await add.getByText('becomes').waitFor()
    await add.getByRole('button', { name: 'Add a linkifier' }).press('Enter')
    await add.getByRole('alert').waitFor()
    await address.fill('https://a.example.com/{id}')
    await add.getByRole('button', { name: 'Add a linkifier' }).press('Enter')
    const list = page.getByRole('list', { name: /^Linkifiers/ })
    await list.getByText('#(?P<id>[0-9]+)').waitFor()

    await page.getByRole('textbox', { name: 'Test the linkifiers' }).fill('see #12')
    const link = page.getByRole('region', { name: 'Result' }).getByRole('link', { name: '#12' })
    expect(await link.getAttribute('href')).toBe('https://a.example.com/12')

    expectSuccess(
      await server.owner.post('/realm/filters', {
        pattern: 'T-(?P<id>[0-9]+)',
        url_template: 'https://b.example.com/{id}',
      }),
    )
    const up = page.getByRole('button', { name: 'Move T-(?P<id>[0-9]+) up' })
    await up.press('Enter')
    await list.getByRole('listitem').first().getByText('T-').waitFor()
    const { linkifiers } = await server.owner.call('GET /realm/linkifiers')
    const ids = linkifiers.map(({ id }) => id)
    expect(linkifiers[0]?.pattern).toBe('T-(?P<id>[0-9]+)')
    const ordered_linkifier_ids = ids.toReversed()
    expectSuccess(await server.owner.patch('/realm/linkifiers', { ordered_linkifier_ids }))
    await list.getByRole('listitem').first().getByText('#').first().waitFor()
    await page.getByRole('button', { name: 'Delete T-(?P<id>[0-9]+)' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await up.waitFor({ state: 'detached' })
  })

  it('Playgrounds, profile fields and default settings are saved', async () => {
    const page = await open('cat', 'playground-settings')
    await page.getByRole('textbox', { name: 'Name' }).fill('Try it')
    await page.getByRole('textbox', { name: 'Language' }).fill('Python')
    await page.getByRole('textbox', { name: 'URL template' }).fill('https://play.example.com/')
    const add = page.getByRole('button', { name: 'Add a playground' })
    await add.press('Enter')
    await page.getByRole('alert').filter({ hasText: '"code"' }).waitFor()
    await page
      .getByRole('textbox', { name: 'URL template' })
      .fill('https://play.example.com/{code}')
    await add.press('Enter')
    await page.getByRole('row').filter({ hasText: 'Python' }).waitFor()

    await go(page, 'Custom profile fields')
    await page.getByRole('button', { name: 'Add a field' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add a field' })
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'List of options' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Drink')
    await dialog.getByRole('textbox', { name: 'Choices' }).fill('Tea\nCoffee\n')
    await dialog.getByRole('button', { name: 'Add a field' }).press('Enter')
    // The event may draw the row while the dialog still waits for its answer, and keeps the focus.
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit Drink' }).press('Enter')
    const edit = page.getByRole('dialog', { name: 'Edit Drink' })
    await edit.getByRole('textbox', { name: 'Choices' }).fill('Coffee\nMate')
    await edit.getByRole('button', { name: 'Save changes' }).press('Enter')
    await edit.waitFor({ state: 'detached' })
    const { custom_fields: fields } = await server.owner.call('GET /realm/profile_fields')
    const drink = fields.find(({ name }) => name === 'Drink')
    // Coffee keeps its key, so people who chose it keep it.
    expect(JSON.parse(drink?.field_data ?? '')).toEqual({
      '1': { text: 'Coffee', order: '1' },
      '2': { text: 'Mate', order: '2' },
    })

    await page.getByRole('button', { name: 'Add a field' }).press('Enter')
    const finds = dialog.getByRole('checkbox', { name: 'Find people by their value' })
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'List of options' })
    await expectNone(finds)
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Short text' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Team')
    await finds.check()
    await dialog.getByRole('button', { name: 'Add a field' }).press('Enter')
    await page.getByRole('button', { name: 'Edit Team' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    const { custom_fields: more } = await server.owner.call('GET /realm/profile_fields')
    expect(more.find(({ name }) => name === 'Team')).toMatchObject({ use_for_user_matching: true })

    await go(page, 'Default settings')
    const enter = page.getByRole('checkbox', { name: 'Enter sends a message' })
    const before = await enter.isChecked()
    await enter.press('Space')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    const state = await server.owner.register({
      fetch_event_types: ['realm_user_settings_defaults'],
    })
    const defaults = asRecord(state['realm_user_settings_defaults'])
    expect(defaults['enter_sends']).toBe(!before)
    expectSuccess(
      await server.owner.patch('/realm/user_settings_defaults', { enter_sends: before }),
    )
    await page.getByRole('checkbox', { name: 'Enter sends a message', checked: before }).waitFor()
  })

  it('An integration is set up with a bot of its own', async () => {
    const page = await open('dot', 'integrations')
    await page.getByRole('textbox', { name: 'Find an integration' }).fill('hello')
    await page.getByRole('link', { name: /^Hello/ }).press('Enter')
    await page.getByRole('heading', { name: /^Set up Hello/ }).waitFor()
    await page.getByRole('button', { name: 'Create bot' }).press('Enter')
    const field = page.getByRole('textbox', { name: 'Webhook URL' })
    const address = await field.inputValue()
    const body = JSON.stringify({ featured_title: 'A', featured_url: 'https://a.example.com' })
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200)
  })

  it('have no barriers in light and dark, wide and narrow', async () => {
    const eve = await server.user('ewa', 'administrator')
    const sections = [
      ['bots', 'Bots'],
      ['integrations', 'Integrations'],
      ['integrations/github', 'Integrations'],
      ['emoji-settings', 'Custom emoji'],
      ['linkifier-settings', 'Linkifiers'],
      ['playground-settings', 'Code playgrounds'],
      ['profile-field-settings', 'Custom profile fields'],
      ['organization-level-user-defaults', 'Default settings'],
    ] as const
    for (const width of [1280, 360]) {
      const page = await windows.openAs(eve, { viewport: { width, height: 900 } })
      for (const [section, title] of sections) {
        await page.evaluate((to) => (location.hash = to), `#organization/${section}`)
        await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
        expect([section, await findBarriersInBothThemes(page)]).toEqual([section, []])
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect([section, wide]).toEqual([section, width])
        await shoot(page, `${section.replace('/', '-')}-${width}`)
      }
    }
  })
})

async function go(page: Page, section: string): Promise<void> {
  await page.getByRole('link', { name: section, exact: true }).press('Enter')
  await page.getByRole('heading', { level: 2, name: section }).waitFor()
}

/** Pictures of the page in both themes, if the environment names a folder. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env['SHOTS']) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${process.env['SHOTS']}/${name}-${colorScheme}.png` })
  }
}
