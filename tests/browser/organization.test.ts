import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { roles } from '../../src/shared/rules/roles'
import { systemGroups } from '../../src/shared/rules/system-groups'
import { maybe, shapedLike } from '../support/checked'
import { ownerPassword } from '../support/config'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { untilHolds } from '../support/until'
import type { TestServer } from '../support/test-server'
import { findBarriers, findBarriersInBothThemes } from './support/axe'
import { describeInBrowser, passwordOf, useServerAndBrowser } from './support/browser'
import { expectNone } from './support/waits'

const sections = [
  ['profile', 'Organization profile'],
  ['permissions', 'Permissions'],
  ['settings', 'Organization settings'],
  ['users', 'People'],
  ['invitations', 'Invitations'],
  ['exports', 'Exports'],
  ['import', 'Import'],
  ['statistics', 'Statistics'],
  ['audit-log', 'Audit log'],
] as const

const path = (section: string) => `/#organization/${section}`

/** Opens a section in a window that has the app. */
async function goTo(page: Page, section: string, title: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#organization/${section}`)
  await page.getByRole('heading', { level: 2, name: title }).waitFor()
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function deactivated(person: Person, owner: Person): Promise<boolean> {
  const { user } = await owner.call('GET /users/{user_id}', { user_id: person.id })
  return !user.is_active
}

/** Gives the owner the password that `openAs` uses. */
async function letOwnerIn({ owner }: TestServer): Promise<void> {
  const passwords = { old_password: ownerPassword, new_password: passwordOf(owner) }
  expectSuccess(await owner.patch('/settings', passwords))
}

/** Adds people in the database, who never log in, and tells the server. */
async function addMembers(server: TestServer, count: number): Promise<void> {
  await sql`
    insert into users (realm_id, role, email, full_name, short_name, api_key)
    select ${server.realmId}, ${roles.member}::smallint, 'load-' || number || '@load.invalid',
      'Load ' || number, 'load-' || number, md5(random()::text) from generate_series(1, ${count}::int) number`.execute(
    server.db,
  )
  // As after an import: the statistics may be from before these people.
  await sql`analyze users`.execute(server.db)
  await server.door.announce([{ realmId: server.realmId, userIds: null }])
}

describeInBrowser('People of the organization', () => {
  const { server, windows } = useServerAndBrowser()
  let owners: Page
  beforeAll(async () => {
    await letOwnerIn(server)
    owners = await windows.openAs(server.owner)
  })

  /** Opens the list of people anew in the owner's window. */
  async function openList(): Promise<Page> {
    await goTo(owners, 'profile', 'Organization profile')
    await goTo(owners, 'users', 'People')
    return owners
  }

  it('get another role, and see their new permissions at once', async () => {
    const [bo] = await server.users('bo')
    const ann = await server.user('ann', 'administrator')
    const [anns, bos] = [
      await windows.openAs(ann, { path: path('users') }),
      await windows.openAs(bo, { path: path('users') }),
    ]
    await row(bos, 'Ann').getByText('Administrator').waitFor()
    await expectNone(bos.getByRole('button', { name: 'Actions for Ann' }))

    await act(anns, 'Bo', 'Change role')
    const form = dialog(anns, 'Role of Bo')
    // Only owners can promote to owner.
    await expectNone(form.getByRole('option', { name: 'Owner' }))
    await form.getByRole('combobox', { name: 'Role' }).selectOption('Administrator')
    await form.getByRole('button', { name: 'Change role' }).click()
    await form.waitFor({ state: 'detached' })
    await row(anns, 'Bo').getByText('Administrator').waitFor()

    // Bo’s own page updates as well.
    await row(bos, 'Bo').getByText('Administrator').waitFor()
    await bos.getByRole('button', { name: 'Actions for Ann' }).waitFor()
    await bos.evaluate(() => (location.hash = '#organization/permissions'))
    const names = bos.getByRole('combobox', { name: 'Who can add emoji' })
    await names.waitFor()
    expect(await names.isDisabled()).toBe(false)

    expectSuccess(await server.owner.patch(`/users/${bo.id}`, { role: roles.member }))
    await bos.getByText('Only administrators can change these settings.').waitFor()
    expect(await names.isDisabled()).toBe(true)
  })

  it('get settings from an administrator, except settings that they have chosen', async () => {
    const [dot, eli] = await server.users('dot', 'eli')
    expectSuccess(await eli.patch('/settings', { color_scheme: 3 }))
    const page = await openList()
    const dots = await windows.openAs(dot)
    await row(page, 'Dot').getByRole('checkbox').check()
    await row(page, 'Eli').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Change settings' }).click()
    const form = dialog(page, 'Settings of Dot and Eli')
    await form.getByRole('button', { name: 'Change settings' }).click()
    await form.getByText('Choose a value for at least one setting.').waitFor()
    await form.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Oslo')
    await form.getByText('Appearance and composing').click()
    await form.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
    await form.getByText('Notifications', { exact: true }).click()
    await form.getByRole('combobox', { name: 'Notifications for @all' }).selectOption('Off')
    await form.getByRole('button', { name: 'Change settings' }).click()
    await page.getByText('Settings changed: Dot and Eli.').first().waitFor()
    // Dot’s own page follows at once.
    await dots.locator(':root[data-theme=dark]').waitFor()
    const settingsOf = async (person: Person) =>
      (await person.register({ fetch_event_types: ['user_settings'] }))['user_settings']
    const common = { timezone: 'Europe/Oslo', wildcard_mentions_notify: false, enter_sends: true }
    expect(await settingsOf(dot)).toMatchObject({ ...common, color_scheme: 2 })
    expect(await settingsOf(eli)).toMatchObject({ ...common, color_scheme: 3 })
  })

  it('are deactivated after a confirmation, see why they are logged out, and can be reactivated', async () => {
    const [cy] = await server.users('cy')
    await server.bot(cy, 'cybot')
    await openList()
    const cys = await windows.openAs(cy)
    await act(owners, 'Cy', 'Deactivate')
    const question = dialog(owners, 'Deactivate Cy?')
    await question.getByText('Their bot is deactivated too: Cybot').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await deactivated(cy, server.owner)).toBe(false)

    await act(owners, 'Cy', 'Deactivate')
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await row(owners, 'Cy').waitFor({ state: 'detached' })
    await cys.getByText('You have been logged out.').waitFor()
    await cys.getByRole('textbox', { name: 'Email' }).fill(cy.email)
    await cys.getByRole('textbox', { name: 'Password' }).fill('password of cy')
    await cys.getByRole('button', { name: 'Log in' }).click()
    await cys.getByRole('alert').waitFor()

    await owners.getByRole('combobox', { name: 'Account' }).selectOption('Deactivated')
    await act(owners, 'Cy', 'Reactivate')
    await dialog(owners, 'Reactivate Cy?').getByRole('button', { name: 'Reactivate' }).click()
    await owners.getByText('No deactivated people.').waitFor()
    await cys.getByRole('button', { name: 'Log in' }).click()
    await cys.getByRole('navigation', { name: 'Conversations' }).waitFor()
  })

  it('are deactivated with their profile and messages, if an administrator chooses so', async () => {
    const [bea, cal] = await server.users('bea', 'cal')
    await server.stream('offers', { subscribers: [bea, cal] })
    await bea.send('offers', 'cheap', 'Buy this')
    const direct = await bea.sendPrivately([cal.id], 'Stays')
    await openList()
    const cals = await windows.openAs(cal, { path: '/#narrow/channel/offers/topic/cheap' })
    await cals.getByText('Buy this').waitFor()
    await act(owners, 'Bea', 'Deactivate')
    const question = dialog(owners, 'Deactivate Bea?')
    const boxes = question.getByRole('group', { name: 'Also delete' }).getByRole('checkbox')
    expect(await boxes.count()).toBe(4)
    await expectNone(boxes.and(owners.locator(':checked')))
    await question.getByText('Their messages are kept.').waitFor()
    await question.getByRole('checkbox', { name: 'Name, picture and profile' }).check()
    await question.getByText('The profile cannot be restored.').waitFor()
    await question.getByRole('checkbox', { name: 'Messages in public streams' }).check()
    await question.getByText('An operator of the server can restore them').waitFor()
    expect(await findBarriers(owners)).toEqual([])
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await row(owners, 'Bea').waitFor({ state: 'detached' })
    await cals.getByText('Buy this').waitFor({ state: 'detached' })
    const page = { anchor: direct, num_before: 0, num_after: 0 }
    const { messages } = await cal.call('GET /messages', page)
    expect(messages).toMatchObject([{ id: direct, sender_full_name: 'Deleted user' }])
  })

  it('are logged out everywhere', async () => {
    const [dee] = await server.users('dee')
    await openList()
    const dees = await windows.openAs(dee)
    await act(owners, 'Dee', 'Log out everywhere')
    await dialog(owners, /^Log Dee out/)
      .getByRole('button', { name: 'Log out everywhere' })
      .click()
    await dees.getByText('You have been logged out.').waitFor()
  })

  it('are renamed, and a refused name shows an error', async () => {
    await server.users('eve')
    const page = await openList()
    await act(page, 'Eve', 'Edit')
    const form = dialog(page, 'Edit Eve')
    await form.getByRole('textbox', { name: 'Full name' }).fill('E')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.getByRole('alert').waitFor()
    await form.getByRole('textbox', { name: 'Full name' }).fill('Eve the Second')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await row(page, 'Eve the Second').waitFor()
  })

  it('are changed in bulk, and failures are named', async () => {
    await server.users('flo', 'gus')
    const page = await openList()
    const choose = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await choose('Flo')
    await choose('Gus')
    await page.getByRole('button', { name: 'Change role' }).click()
    const form = dialog(page, 'Role of Flo and Gus')
    await form.getByRole('combobox', { name: 'Role' }).selectOption('Moderator')
    await form.getByRole('button', { name: 'Change role' }).click()
    await row(page, 'Flo').getByText('Moderator').waitFor()
    await row(page, 'Gus').getByText('Moderator').waitFor()
    await form.waitFor({ state: 'detached' })

    await page.getByRole('combobox', { name: 'Role' }).selectOption('Owners')
    await act(page, 'Owner', 'Deactivate')
    await dialog(page, 'Deactivate Owner?').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('alert').getByText('Cannot deactivate the only organization').waitFor()
  })
})

describeInBrowser('Ten thousand people', () => {
  const { server, windows } = useServerAndBrowser()
  beforeAll(async () => {
    await letOwnerIn(server)
    await addMembers(server, 10_000)
  })

  it('are listed in a virtual table, and are found', async () => {
    await server.users('zoe')
    const page = await windows.openAs(server.owner, { path: path('users') })
    const table = page.getByRole('table', { name: 'People' })
    await table.waitFor()
    await page.getByText(/^10[,. ]?00\d people$/).waitFor()
    expect(Number(await table.getAttribute('aria-rowcount'))).toBeGreaterThan(10_000)
    expect(await table.getByRole('row').count()).toBeLessThan(120)

    await page.getByRole('textbox', { name: 'Find people' }).fill('zoe')
    await row(page, 'Zoe').waitFor()
    expect(await table.getAttribute('aria-rowcount')).toBe('2')
    await page.getByRole('textbox', { name: 'Find people' }).fill('')

    // Sorting the other way shows the end of the list.
    await page.getByRole('button', { name: 'Name' }).click()
    await row(page, 'Zoe').waitFor()
    expect(await table.getByRole('row').count()).toBeLessThan(120)
  })
})

describeInBrowser('The settings of an organization for its owner', () => {
  const { server, windows } = useServerAndBrowser()
  let page: Page
  beforeAll(async () => {
    await letOwnerIn(server)
    page = await windows.openAs(server.owner, { path: path('permissions') })
  })

  describe('Permissions', () => {
    const may = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

    it('change at once, also for others', async () => {
      const [abe] = await server.users('abe')
      const abes = await windows.openAs(abe, { path: path('permissions') })
      const name = 'Who can create public streams'
      await may(abes, name).waitFor()
      expect(await may(abes, name).isDisabled()).toBe(true)

      await may(page, name).selectOption('Administrators and owners')
      await page.getByText('Saved').waitFor()
      await abes.waitForFunction(
        (label) =>
          Array.from(document.querySelectorAll('label'))
            .filter(({ textContent }) => textContent === label)
            .some(({ control }) => {
              const chosen = (control as HTMLSelectElement | null)?.selectedOptions[0]
              return chosen?.textContent === 'Administrators and owners'
            }),
        name,
      )
      const made = await abe.post('/users/me/subscriptions', { subscriptions: [{ name: 'mine' }] })
      expectError(made, 400, { msg: 'User cannot create streams.' })
    })

    it('are granted to groups and people by keyboard', async () => {
      const [cy, dee] = await server.users('cy', 'dee')
      expectSuccess(await server.owner.post('/user_groups/create', { name: 'gardeners' }))
      const name = 'Who can add emoji'
      await may(page, name).focus()
      await may(page, name).selectOption('Specific groups and people')
      const field = page.getByRole('combobox', { name: `${name}: add a group or a person` })
      await field.focus()
      await page.keyboard.type('gard')
      await page.getByRole('option', { name: /^gardeners/ }).waitFor()
      await page.keyboard.press('Enter')
      const chosen = page.getByRole('list', { name: `${name}: groups and people` })
      await chosen.getByText('gardeners').waitFor()
      await page.keyboard.type('cy')
      await page.getByRole('option', { name: /^Cy/ }).waitFor()
      await page.keyboard.press('Enter')
      await chosen.getByText('Cy').waitFor()
      await page.getByRole('button', { name: 'Remove Members' }).focus()
      await page.keyboard.press('Enter')
      await chosen.getByText('Members').waitFor({ state: 'detached' })

      const image = await page.screenshot({ clip: { x: 0, y: 0, width: 20, height: 20 } })
      // Each try needs a new name, because Dee may still be allowed to add the emoji.
      let names = 0
      await untilHolds('Dee may not add emoji', async () => {
        const answer = await dee.upload(`/realm/emoji/twig${(names += 1)}`, image, 'twig.png')
        return shapedLike(answer.body, { msg: maybe('') }).msg === 'Insufficient permission'
      })
      expectSuccess(await cy.upload('/realm/emoji/leaf', image, 'leaf.png'))
    })

    it('are not overwritten by a page with an outdated value', async () => {
      const name = 'Who can create private streams'
      await may(page, name).waitFor()
      // Another owner’s change arrives first.
      await page.route('**/json/realm', async (route) => {
        expectSuccess(
          await server.owner.patch('/realm', {
            can_create_private_channel_group: JSON.stringify({ new: systemGroups.moderators.id }),
          }),
        )
        await route.continue()
      })
      await may(page, name).selectOption('Owners')
      await page.getByRole('alert').getByText('Someone else has changed this').waitFor()
      await page.unroute('**/json/realm')
    })

    it('have time limits, from a list or custom', async () => {
      const limit = may(page, 'Time limit for editing messages')
      await limit.selectOption('No limit')
      await limit.selectOption('Custom…')
      await page.getByRole('spinbutton', { name: /^Time limit for editing messages/ }).fill('36')
      await page
        .getByRole('combobox', { name: 'Time limit for editing messages: unit' })
        .selectOption('hours')
      await page.getByRole('spinbutton').press('Enter')
      await page.waitForFunction(() =>
        Array.from(document.querySelectorAll('option:checked')).some(
          ({ textContent }) => textContent === '36 hours',
        ),
      )
      // The page shows the choice before the server has saved the limit.
      await untilHolds('the limit is saved', async () => {
        const state = await server.owner.register({ fetch_event_types: ['realm'] })
        return state['realm_message_content_edit_limit_seconds'] === 36 * 3_600
      })
    })

    it('are for owners only if they are about joining the organization', async () => {
      const ada = await server.user('ada', 'administrator')
      const page = await windows.openAs(ada, { path: path('permissions') })
      const required = page.getByRole('checkbox', { name: 'New people need an invitation' })
      await required.waitFor()
      expect(await required.isDisabled()).toBe(true)
      expect(await may(page, 'Who can create private streams').isDisabled()).toBe(false)
    })
  })

  describe('The audit log', () => {
    it('lists acts newest first, by kind and person, a page at a time', async () => {
      const bo = await server.user('bo')
      const ann = await server.user('ann', 'administrator')
      for (let index = 0; index < 55; index++) {
        const description = `Number ${index}`
        expectSuccess(await server.owner.patch('/realm', { description }))
      }
      expectSuccess(await ann.patch(`/users/${bo.id}`, { full_name: 'Bob' }))
      await goTo(page, 'audit-log', 'Audit log')
      const table = page.getByRole('table', { name: 'Audit log' })
      const rows = table.getByRole('row')
      const first = rows.nth(1)
      await first.getByText('Person renamed').waitFor()
      await first.getByText('full name: Bo → Bob').waitFor()
      expect(await first.getByRole('link').allTextContents()).toEqual(['Ann', 'Bob'])
      await first.getByRole('link', { name: 'Bob' }).click()
      await page.getByRole('dialog', { name: 'Bob' }).waitFor()
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Show older acts' }).click()
      await table.getByText('description: Number 0 → Number 1').first().waitFor()

      await page.getByRole('combobox', { name: 'Act', exact: true }).selectOption('Person renamed')
      await table.getByText('Number 0').first().waitFor({ state: 'detached' })
      await first.getByText('Person renamed').waitFor()
      await page.getByRole('combobox', { name: 'Act', exact: true }).selectOption('All acts')
      await page.getByRole('combobox', { name: 'Acts of a person' }).fill('Ann')
      await page.getByRole('option', { name: /Ann/ }).click()
      await page.getByRole('button', { name: 'By Ann' }).waitFor()
      await first.getByText('Person renamed').waitFor()
      await expectNone(table.getByText('description'))
      await page.getByRole('button', { name: 'By Ann' }).click()
      await table.getByText('description').first().waitFor()
    })

    it('is for owners', async () => {
      const amy = await server.user('amy', 'administrator')
      const page = await windows.openAs(amy, { path: path('users') })
      await page.getByRole('link', { name: 'People' }).first().waitFor()
      await expectNone(page.getByRole('link', { name: 'Audit log' }))
    })
  })

  describe('The organization profile', () => {
    it('is changed with a preview, and updates for others', async () => {
      const [bea] = await server.users('bea')
      await goTo(page, 'profile', 'Organization profile')
      const beas = await windows.openAs(bea, { path: path('profile') })
      await page.getByRole('textbox', { name: 'Organization name' }).fill('Moon Base')
      await page.getByRole('textbox', { name: 'Description' }).fill('We are **here**.')
      await page.getByRole('button', { name: 'Preview' }).first().click()
      await page.getByRole('region', { name: 'Preview' }).getByText('here').waitFor()
      await page.getByRole('button', { name: 'Save changes' }).first().click()
      await beas.getByRole('main').getByText('Moon Base').waitFor()
      await beas.getByText('We are here.').waitFor()
    })

    it('deactivates the organization only after its name is typed', async () => {
      const other = await server.realm('ending')
      const page = await windows.open({ url: `http://${other.host}`, path: '/login' })
      await page.getByRole('textbox', { name: 'Email' }).fill(other.owner.email)
      await page.getByRole('textbox', { name: 'Password' }).fill('password of ending')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
      await page.evaluate(() => (location.hash = '#organization/profile'))
      await page.getByRole('button', { name: 'Deactivate organization' }).click()
      const question = dialog(page, /^Deactivate/)
      await question.getByRole('textbox').fill('something else')
      await question.getByRole('button', { name: 'Deactivate organization' }).click()
      await question.getByRole('alert').getByText('That is not the name').waitFor()
      await question.getByRole('textbox').fill('Ending')
      await question.getByRole('button', { name: 'Deactivate organization' }).click()
      await page.getByRole('textbox', { name: 'Email' }).waitFor()
    })
  })
})

describeInBrowser('Each section of the organization', () => {
  const { server, windows } = useServerAndBrowser()
  beforeAll(async () => {
    await letOwnerIn(server)
    await server.users('alexandra-with-a-rather-long-name', 'bo')
  })

  /** Goes through all sections. @returns the barriers of each, and how far it is too wide for the window */
  async function findFaults(
    page: Page,
    find: () => Promise<string[]>,
  ): Promise<{ section: string; found: string[]; excess: number }[]> {
    const faults = []
    for (const [section, title] of sections) {
      await goTo(page, section, title)
      faults.push({ section, found: await find(), excess: await excessOf(page) })
    }
    return faults
  }

  const excessOf = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  const none = sections.map(([section]) => ({ section, found: [], excess: 0 }))

  it('has no barriers and no horizontal overflow in both themes', async () => {
    const viewport = { width: 1280, height: 800 }
    const page = await windows.openAs(server.owner, { viewport, path: path('profile') })
    expect(await findFaults(page, () => findBarriersInBothThemes(page))).toEqual(none)
  })

  it('has no barriers and no horizontal overflow on phones', async () => {
    const viewport = { width: 320, height: 800 }
    const page = await windows.openAs(server.owner, { viewport, path: path('profile') })
    const looks = [
      { colorScheme: 'light', width: 320 },
      { colorScheme: 'dark', width: 390 },
    ] as const
    const find = async () => {
      const found: string[] = []
      for (const { colorScheme, width } of looks) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        found.push(...(await findBarriers(page)).map((barrier) => `${width}: ${barrier}`))
        const excess = await excessOf(page)
        if (excess !== 0) found.push(`${width}: ${excess} pixels too wide`)
      }
      return found
    }
    expect(await findFaults(page, find)).toEqual(none)
  })
})

describeInBrowser('Invitations', () => {
  const { server, windows } = useServerAndBrowser()
  beforeAll(async () => letOwnerIn(server))

  const openForm = async (page: Page) => {
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Invite people' }).click()
    return dialog(page, 'Invite people')
  }

  it('show invalid addresses, give the link to pass on, and are revoked', async () => {
    const [bo] = await server.users('bo')
    const page = await windows.openAs(bo)
    const form = await openForm(page)
    const addresses = form.getByRole('textbox', { name: 'Email addresses' })
    const send = form.getByRole('button', { name: 'Invite', exact: true })
    // Members can create no reusable links, and invite no administrators.
    await expectNone(form.getByRole('radio'))
    await expectNone(form.getByRole('option', { name: 'Administrator' }))

    await send.click()
    await form.getByRole('alert').getByText('Enter at least one email address.').waitFor()
    await addresses.fill('pat@parley.test, nonsense')
    await send.click()
    await form.getByRole('alert').getByText('nonsense: Invalid address.').waitFor()

    // The closed form keeps its text.
    await form.getByRole('button', { name: 'Cancel' }).click()
    await openForm(page)
    expect(await addresses.inputValue()).toBe('pat@parley.test, nonsense')
    await addresses.fill('bo@parley.test, nonsense')
    await send.click()
    await form.getByRole('alert').getByText('bo@parley.test: Already has an account.').waitFor()
    await addresses.fill('pat@parley.test\nbo@parley.test\nquinn@parley.test')
    await send.click()
    await form.getByText('2 people invited.').waitFor()
    await form.getByRole('button', { name: 'Copy all links' }).waitFor()
    const download = page.waitForEvent('download')
    await form.getByRole('button', { name: 'Download as CSV' }).click()
    const rows = readFileSync(await (await download).path(), 'utf8').split('\r\n')
    expect(rows[0]).toBe('email,link')
    expect(rows[1]).toMatch(/^"pat@parley\.test","http.*"$/)
    expect(
      await form.getByRole('textbox', { name: 'Link for pat@parley.test' }).inputValue(),
    ).toMatch(/^http.*\/\w+/)
    await form.getByText('bo@parley.test: Already has an account.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await form.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('cell', { name: 'pat@parley.test', exact: true }).waitFor()
    // The server sends no mail, so nothing can be sent again.
    const showLink = page.getByRole('button', { name: 'Show the link for quinn@parley.test' })
    await showLink.click()
    await page.getByRole('textbox', { name: 'Link for quinn@parley.test' }).waitFor()
    await expectNone(page.getByRole('button', { name: /^Send again/ }))
    await page.getByRole('button', { name: 'Revoke quinn@parley.test' }).click()
    await dialog(page, 'Revoke this invitation?').getByRole('button', { name: 'Revoke' }).click()
    await showLink.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Revoke pat@parley.test' }).click()
    await dialog(page, 'Revoke this invitation?').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No pending invitations.').waitFor()
  })

  it('A reusable link makes accounts for people with the permission', async () => {
    const page = await windows.openAs(server.owner)
    const form = await openForm(page)
    await form.getByRole('radio', { name: /^With a link/ }).check()
    await form.getByRole('combobox', { name: 'They join as' }).selectOption('Guest')
    await form.getByRole('button', { name: 'Create link' }).click()
    const link = await form.getByRole('textbox', { name: 'Invitation link' }).inputValue()
    expect(link).toMatch(/\/join\/\w+\/$/)
    await form.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row').filter({ hasText: 'Guest' }).waitFor()
  })

  it('Invitations of owners are revoked by owners only', async () => {
    const ann = await server.user('ann', 'administrator')
    for (const [address, role] of [
      ['olga@parley.test', roles.owner],
      ['mia@parley.test', roles.member],
    ] as const) {
      expectSuccess(
        await server.owner.post('/invites', {
          invitee_emails: address,
          invite_as: role,
          invite_expires_in_minutes: 1_440,
          stream_ids: [],
        }),
      )
    }
    const page = await windows.openAs(ann, { path: path('invitations') })
    await page.getByRole('button', { name: 'Revoke mia@parley.test' }).waitFor()
    await page.getByRole('cell', { name: 'olga@parley.test', exact: true }).waitFor()
    await expectNone(page.getByRole('button', { name: 'Revoke olga@parley.test' }))
  })

  it('are not offered to guests', async () => {
    const guest = await server.user('gil', 'guest')
    const page = await windows.openAs(guest)
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    await expectNone(page.getByRole('menuitem', { name: 'Invite people' }))
  })
})
