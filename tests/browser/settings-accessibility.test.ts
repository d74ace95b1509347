import type { Page } from 'playwright-core'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { sampled, sampleOf } from '../support/sample'
import { findBarriers } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { goToSection, pressUntil, sectionLinks, sectionOf } from './support/settings-areas'

const looks = [
  { name: 'light', of: 'ada', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark', of: 'bea', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  {
    name: 'light, on a phone',
    of: 'cleo',
    colorScheme: 'light',
    viewport: { width: 390, height: 844 },
  },
  {
    name: 'dark, on a phone',
    of: 'dora',
    colorScheme: 'dark',
    viewport: { width: 320, height: 640 },
  },
] as const

/**
 * A run checks each section in one random look. `TEST_SEED=… npx jest settings-accessibility` repeats a run with the
 * seed from its test titles; TEST_ALL=1 checks each section in all looks.
 */
const isSeenIn = (look: (typeof looks)[number], title: string) =>
  sampleOf(looks, { share: 1 / 4, name: `look of ${title}` }).includes(look)

describeInBrowser('Accessibility of the settings', () => {
  const { server, windows } = useServerAndBrowser()

  /** Creates a user with an entry in each list. */
  async function settled(name: string): Promise<Person> {
    const [person, other] = await server.users(name, `friend-of-${name}`)
    const { id } = await server.stream(`garden of ${name}`, { subscribers: [person, other] })
    const exception = { stream_id: id, property: 'audible_notifications', value: true }
    for (const [path, args] of [
      [
        '/users/me/alert_words',
        { alert_words: ['roses', 'a word that is quite long for a phone'] },
      ],
      [`/users/me/muted_users/${String(other.id)}`, {}],
      ['/user_topics', { stream_id: id, topic: 'tulips', visibility_policy: 3 }],
      ['/saved_snippets', { title: 'Greeting', content: 'Good morning!' }],
      ['/users/me/subscriptions/properties', { subscription_data: [exception] }],
    ] as const)
      expectSuccess(await person.post(path, args))
    return person
  }

  beforeAll(async () => {
    for (const field_type of [1, 2, 4, 5, 6, 8])
      await server.owner.post('/realm/profile_fields', {
        name: `Field ${String(field_type)}`,
        hint: 'What it is for',
        field_type,
      })
  })

  const addressesOf = async (page: Page) => {
    await page.evaluate(() => (location.hash = '#settings'))
    const links = sectionLinks(page).getByRole('link')
    await links.first().waitFor()
    return links.evaluateAll((all) =>
      all.map((link): [string, string] => [link.getAttribute('href') ?? '', link.textContent]),
    )
  }

  it.each(looks)(sampled('Sections have no barriers: $name'), async (trial) => {
    const { of, ...look } = trial
    const page = await windows.openAs(await settled(of), look)
    const barriers: string[] = []
    for (const [address, title] of await addressesOf(page)) {
      if (!isSeenIn(trial, title)) continue
      const section = await goToSection(page, address, title)
      if (await section.evaluate(scrollsSideways)) barriers.push(`${title} scrolls sideways`)
      barriers.push(...(await findBarriers(page)).map((barrier) => `${title}: ${barrier}`))
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width !== look.viewport.width) barriers.push(`${title} is ${String(width)} pixels wide`)
    }
    expect(barriers).toEqual([])
  })

  it('Errors and dialogs have no barriers', async () => {
    const eve = await settled('eve')
    const page = await windows.openAs(eve)
    let section = await goToSection(page, '#settings/account', 'Account')
    await section.getByRole('button', { name: 'Change password' }).click()
    await section.getByRole('alert').waitFor()
    expect(await findBarriers(page)).toEqual([])
    section = await goToSection(page, '#settings/snippets', 'Snippets')
    await section.getByRole('button', { name: 'Edit Greeting' }).click()
    await page.getByRole('dialog', { name: 'Edit snippet' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('Every section is opened and closed by keyboard, on a phone too', async () => {
    const page = await windows.openAs(await settled('finn'), {
      viewport: { width: 390, height: 844 },
    })
    const addresses = await addressesOf(page)
    for (const [, title] of addresses) {
      await pressUntil('Tab', sectionLinks(page).getByRole('link', { name: title, exact: true }))
      await page.keyboard.press('Enter')
      await sectionOf(page, title)
      await pressUntil('Tab', page.getByRole('link', { name: 'Back to Settings' }))
      await page.keyboard.press('Enter')
      await sectionLinks(page).getByRole('link').first().waitFor()
    }
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  })

  it('Each control of each section is reached by Tab', async () => {
    const page = await windows.openAs(await settled('gwen'))
    for (const [address, title] of await addressesOf(page)) {
      const section = await goToSection(page, address, title)
      const controls = section.locator(
        'button:visible:enabled, input:visible:enabled, select:visible:enabled, a[href]:visible',
      )
      await controls.first().waitFor()
      const count = await controls.count()
      await controls.first().focus()
      const seen = new Set<string>()
      // Date fields have several tab stops each.
      for (let presses = 0; presses < 5 * count && seen.size < count; presses += 1) {
        seen.add(await page.evaluate(nameFocused))
        await page.keyboard.press('Tab')
      }
      expect(`${title}: ${String(seen.size)}`).toBe(`${title}: ${String(count)}`)
    }
  })
})

/** Runs in the page: whether an element or one around it is wider than its place. */
function scrollsSideways(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth + 1) return true
  }
  return false
}

/** Runs in the page: the index of the focused element among all elements. */
function nameFocused(): string {
  return String(
    Array.from(document.querySelectorAll('*')).indexOf(document.activeElement as Element),
  )
}
