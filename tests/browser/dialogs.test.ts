import type { Locator, Page } from 'playwright-core'
import { sketchOrganization } from '../support/archives/organization'
import { slackExport } from '../support/archives/slack-export'
import { zipOf } from '../support/archives/zip'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { sampled, sampleOf } from '../support/sample'
import { findBarriers, findPaleTexts } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { findLayoutFaults } from './support/geometry'
import { goToSection } from './support/settings-areas'

const phone = { hasTouch: true, isMobile: true }
const looks = [
  { name: '1440', viewport: { width: 1440, height: 900 } },
  { name: '1280', viewport: { width: 1280, height: 720 } },
  { name: '390', viewport: { width: 390, height: 844 }, ...phone },
  { name: '320', viewport: { width: 320, height: 640 }, ...phone },
] as const

/** A run tries two random looks; TEST_ALL=1 tries all. */
const tried = sampleOf(looks, { share: 1 / 2, name: 'looks of dialogs' })

const dialog = (page: Page) => page.getByRole('dialog')
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })

describeInBrowser('Forms and dialogs', () => {
  const { server, windows } = useServerAndBrowser()
  let owner: Person
  let messageId: number
  let path: string

  beforeAll(async () => {
    const [olga, bo] = await server.users('olga', 'bo')
    owner = olga
    expectSuccess(await server.owner.patch(`/users/${owner.id}`, { role: 100 }))
    await server.bot(owner, 'butler')
    const { id } = await server.stream('fixed', { subscribers: [owner, bo] })
    await bo.send('fixed', 'agenda', 'The first point')
    messageId = await bo.send('fixed', 'agenda', 'The second point')
    const onlyBo = { direct_members: [bo.id], direct_subgroups: [] }
    expectSuccess(
      await server.owner.patch(`/streams/${id}`, { can_create_topic_group: { new: onlyBo } }),
    )
    path = `#narrow/channel/${id}-fixed/topic/agenda`
  })

  const screens: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    async 'settings of others'(page) {
      const section = await goToSection(page, '#organization/users', 'People')
      for (const name of ['Bo', 'Olga']) {
        const row = section.getByRole('row').filter({ hasText: new RegExp(`^${name}`) })
        await row.getByRole('checkbox').check()
      }
      await section.getByRole('button', { name: 'Change settings' }).click()
      await dialog(page).getByRole('button', { name: 'Change settings' }).click()
      await dialog(page).getByText('Choose a value for at least one setting.').waitFor()
      expect(new Set(await dialog(page).evaluate(spaceInFolded))).toEqual(new Set([0]))
    },
    async 'settings of others, unfolded'(page) {
      await dialog(page).getByText('Appearance and composing').click()
      await dialog(page).getByRole('combobox', { name: 'Theme' }).scrollIntoViewIfNeeded()
    },
    async 'settings of others, notifications'(page) {
      await dialog(page).getByText('Notifications', { exact: true }).click()
      const last = dialog(page).getByRole('combobox').last()
      await last.scrollIntoViewIfNeeded()
    },
    async 'short name of a bot'(page) {
      await leave(page)
      const section = await goToSection(page, '#settings/your-bots', 'Bots')
      await section.getByRole('button', { name: 'Edit' }).click()
      const short = dialog(page).getByRole('textbox', { name: 'Short name' })
      await short.fill('x y')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await dialog(page).getByRole('alert').waitFor()
    },
    async 'a profile field for finding people'(page) {
      await leave(page)
      const section = await goToSection(
        page,
        '#organization/profile-field-settings',
        'Custom profile fields',
      )
      await section.getByRole('button', { name: 'Add a field' }).click()
      await dialog(page).getByRole('combobox', { name: 'Type' }).selectOption('Short text')
      await dialog(page).getByRole('checkbox', { name: 'Find people by their value' }).check()
    },
    async 'import form'(page) {
      await leave(page)
      const section = await goToSection(page, '#organization/import', 'Import')
      await section.getByRole('button', { name: 'Check archive' }).click()
      await section.getByRole('alert').waitFor()
    },
    async 'import that is ready'(page) {
      const buffer = zipOf(slackExport(sketchOrganization()))
      const file = {
        name: 'a team with quite a long name.zip',
        mimeType: 'application/zip',
        buffer,
      }
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      await page.getByRole('button', { name: 'Check archive' }).click()
      await page.getByRole('button', { name: 'Start import' }).waitFor()
    },
    async 'question before an import ends'(page) {
      await page.getByRole('button', { name: 'Cancel import' }).click()
      // The text stays readable under the pointer.
      await dialog(page).getByRole('button', { name: 'Cancel import' }).hover()
    },
    async 'import that was canceled'(page) {
      await dialog(page).getByRole('button', { name: 'Cancel import' }).click()
      await page.getByRole('cell', { name: 'Canceled' }).first().waitFor()
      await page.getByRole('button', { name: 'Check archive' }).waitFor()
    },
    async 'notice of a move'(page) {
      await page.evaluate((to) => (location.hash = to), path)
      await openActions(page, 'Move message')
      await dialog(page).getByRole('combobox', { name: 'Topic' }).fill('aside')
      await dialog(page).getByText('You cannot begin topics in this stream.').waitFor()
    },
    async 'toast with a second try'(page) {
      await leave(page)
      await page.route('**/json/reminders', (route) => route.abort())
      await openActions(page, 'Remind me')
      await item(page, /^In 20 minutes/).click()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  }

  const message = (page: Page): Locator => page.locator(`[data-message-id="${messageId}"]`)

  async function openActions(page: Page, action: string): Promise<void> {
    await message(page).waitFor()
    await message(page).focus()
    await page.keyboard.press('i')
    await item(page, action).click()
  }

  async function leave(page: Page): Promise<void> {
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  }

  it.each(tried)(sampled('have no faults: $name'), async ({ name: _name, ...look }) => {
    const page = await windows.openAs(owner, { ...look, allow: /Failed to load resource/ })
    const faults: string[] = []
    let isDark = false
    for (const [name, show] of Object.entries(screens)) {
      await show(page)
      const found = [...(await findLayoutFaults(page)), ...(await findBarriers(page))]
      // The scheme only changes colors; each screen is shown in the scheme that the last one ended with.
      isDark = !isDark
      found.push(...(await findPaleTexts(page, isDark ? 'dark' : 'light')))
      faults.push(...found.map((fault) => `${name}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
})

/** Runs in the page: pixels below the heading of each folded group. */
function spaceInFolded(dialog: Element): number[] {
  return [...dialog.querySelectorAll('details:not([open])')].map((group) => {
    const heading = group.querySelector('summary')
    return heading ? group.clientHeight - heading.offsetHeight : NaN
  })
}
