import type { Page } from 'playwright-core'
import { roles } from '../../src/db/schema'
import { seedRealm } from '../../src/services/seed'
import { systemGroups } from '../../src/wire/system-groups'
import { ownerPassword } from '../support/config'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { untilHolds } from '../support/until'
import type { OwnServer } from '../support/own-server'
import { findBarriers } from './support/axe'
import { describeInBrowser, passwordOf, useServerAndBrowser } from './support/browser'

const sections = [
  ['profile', 'Organisation profile'],
  ['permissions', 'Permissions'],
  ['settings', 'Organisation settings'],
  ['users', 'People'],
  ['invitations', 'Invitations'],
  ['exports', 'Exports'],
  ['statistics', 'Statistics'],
] as const

const path = (section: string) => `/#organization/${section}`

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function deactivated(person: Person, owner: Person): Promise<boolean> {
  const { user } = expectSuccess(await owner.get(`/users/${person.id}`)) as {
    user: { is_active: boolean }
  }
  return !user.is_active
}

/** The owner gets the password that windows log in with. */
async function letOwnerIn({ owner }: OwnServer): Promise<void> {
  const passwords = { old_password: ownerPassword, new_password: passwordOf(owner) }
  expectSuccess(await owner.patch('/settings', passwords))
}

describeInBrowser('People of the organisation', () => {
  const { server, windows } = useServerAndBrowser()
  beforeAll(async () => letOwnerIn(server))

  it('get another role, and see at once what they may do', async () => {
    const [bo] = await server.users('bo')
    const ann = await server.user('ann', 'administrator')
    const [anns, bos] = [
      await windows.openAs(ann, { path: path('users') }),
      await windows.openAs(bo, { path: path('users') }),
    ]
    await row(bos, 'Ann').getByText('Administrator').waitFor()
    expect(await bos.getByRole('button', { name: 'Actions for Ann' }).count()).toBe(0)

    await act(anns, 'Bo', 'Change role')
    const form = dialog(anns, 'Role of Bo')
    // Only owners make owners.
    expect(await form.getByRole('option', { name: 'Owner' }).count()).toBe(0)
    await form.getByRole('combobox', { name: 'Role' }).selectOption('Administrator')
    await form.getByRole('button', { name: 'Change role' }).click()
    await form.waitFor({ state: 'detached' })
    await row(anns, 'Bo').getByText('Administrator').waitFor()

    // Bo’s own page has followed.
    await row(bos, 'Bo').getByText('Administrator').waitFor()
    await bos.getByRole('button', { name: 'Actions for Ann' }).waitFor()
    await bos.evaluate(() => (location.hash = '#organization/permissions'))
    const names = bos.getByRole('combobox', { name: 'Who can add emoji' })
    await names.waitFor()
    expect(await names.isDisabled()).toBe(false)

    expectSuccess(await server.owner.patch(`/users/${bo.id}`, { role: roles.member }))
    await bos.getByText('Only administrators can change what is here.').waitFor()
    expect(await names.isDisabled()).toBe(true)
  })

  it('are deactivated after a question, are led to the log-in with words, and come back', async () => {
    const [cy] = await server.users('cy')
    await server.bot(cy, 'cybot')
    const [owners, cys] = [
      await windows.openAs(server.owner, { path: path('users') }),
      await windows.openAs(cy),
    ]
    await act(owners, 'Cy', 'Deactivate')
    const question = dialog(owners, 'Deactivate Cy?')
    await question.getByText('A bot of theirs is deactivated, too: Cybot').waitFor()
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
    await owners.getByText('Nobody is deactivated.').waitFor()
    await cys.getByRole('button', { name: 'Log in' }).click()
    await cys.getByRole('navigation', { name: 'Conversations' }).waitFor()
  })

  it('are logged out everywhere', async () => {
    const [dee] = await server.users('dee')
    const [owners, dees] = [
      await windows.openAs(server.owner, { path: path('users') }),
      await windows.openAs(dee),
    ]
    await act(owners, 'Dee', 'Log out everywhere')
    await dialog(owners, /^Log Dee out/)
      .getByRole('button', { name: 'Log out everywhere' })
      .click()
    await dees.getByText('You have been logged out.').waitFor()
  })

  it('are given another name, where the server lets them', async () => {
    await server.users('eve')
    const page = await windows.openAs(server.owner, { path: path('users') })
    await act(page, 'Eve', 'Edit')
    const form = dialog(page, 'Edit Eve')
    await form.getByRole('textbox', { name: 'Full name' }).fill('E')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.getByRole('alert').waitFor()
    await form.getByRole('textbox', { name: 'Full name' }).fill('Eve the Second')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await row(page, 'Eve the Second').waitFor()
  })

  it('are changed together, and who could not be is named', async () => {
    await server.users('flo', 'gus')
    const page = await windows.openAs(server.owner, { path: path('users') })
    const choose = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}` }).check()
    await choose('Flo')
    await choose('Gus')
    await page.getByRole('button', { name: 'Change role' }).click()
    const form = dialog(page, 'Role of Flo and Gus')
    await form.getByRole('combobox', { name: 'Role' }).selectOption('Moderator')
    await form.getByRole('button', { name: 'Change role' }).click()
    await row(page, 'Flo').getByText('Moderator').waitFor()
    await row(page, 'Gus').getByText('Moderator').waitFor()

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
    await seedRealm(server.ctx, '', { users: 10_000, streams: 1 })
  })

  it('are in the list, of which the page has few, and are found', async () => {
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

    // At the end of the list there are others than at its beginning.
    await page.getByRole('button', { name: 'Name' }).click()
    await row(page, 'Zoe').waitFor()
    expect(await table.getByRole('row').count()).toBeLessThan(120)
  })
})

describeInBrowser('What people may do', () => {
  const { server, windows } = useServerAndBrowser()
  beforeAll(async () => letOwnerIn(server))

  const may = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

  it('is changed at once, and holds for others', async () => {
    const [bo] = await server.users('bo')
    const page = await windows.openAs(server.owner, { path: path('permissions') })
    const bos = await windows.openAs(bo, { path: path('permissions') })
    const name = 'Who can create public streams'
    await may(bos, name).waitFor()
    expect(await may(bos, name).isDisabled()).toBe(true)

    await may(page, name).selectOption('Administrators and owners')
    await page.getByText('Saved').waitFor()
    await bos.waitForFunction(
      (label) =>
        Array.from(document.querySelectorAll('label'))
          .filter(({ textContent }) => textContent === label)
          .some(({ control }) => {
            const chosen = (control as HTMLSelectElement | null)?.selectedOptions[0]
            return chosen?.textContent === 'Administrators and owners'
          }),
      name,
    )
    const made = await bo.post('/users/me/subscriptions', { subscriptions: [{ name: 'mine' }] })
    expectError(made, 400, { msg: 'User cannot create streams.' })
  })

  it('is given to groups and people by name, with the keyboard alone', async () => {
    const [cy, dee] = await server.users('cy', 'dee')
    expectSuccess(await server.owner.post('/user_groups/create', { name: 'gardeners' }))
    const page = await windows.openAs(server.owner, { path: path('permissions') })
    const name = 'Who can add emoji'
    await may(page, name).focus()
    await may(page, name).selectOption('Particular groups and people')
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
    // Dee makes emoji of every name that is tried, until they may not.
    let names = 0
    await untilHolds('Dee may not add emoji', async () => {
      const answer = await dee.upload(`/realm/emoji/twig${(names += 1)}`, image, 'twig.png')
      return (answer.body as { msg?: string }).msg === 'Insufficient permission'
    })
    expectSuccess(await cy.upload('/realm/emoji/leaf', image, 'leaf.png'))
  })

  it('is not undone by who saw it before somebody else changed it', async () => {
    const page = await windows.openAs(server.owner, { path: path('permissions') })
    const name = 'Who can create private streams'
    await may(page, name).waitFor()
    // Somebody else is quicker by a moment.
    await page.route('**/json/realm', async (route) => {
      expectSuccess(
        await server.owner.patch('/realm', {
          can_create_private_channel_group: JSON.stringify({ new: systemGroups.moderators.id }),
        }),
      )
      await route.continue()
    })
    await may(page, name).selectOption('Owners')
    await page.getByRole('alert').getByText('Somebody else has changed this').waitFor()
  })

  it('has limits of time, from a list or of one’s own', async () => {
    const page = await windows.openAs(server.owner, { path: path('permissions') })
    const limit = may(page, 'Messages can be edited for')
    await limit.selectOption('Any time')
    await limit.selectOption('Another time…')
    await page.getByRole('spinbutton', { name: /^Messages can be edited for/ }).fill('36')
    await page
      .getByRole('combobox', { name: 'Messages can be edited for: unit' })
      .selectOption('hours')
    await page.getByRole('spinbutton').press('Enter')
    await page.waitForFunction(() =>
      Array.from(document.querySelectorAll('option:checked')).some(
        ({ textContent }) => textContent === '36 hours',
      ),
    )
    const { realm_message_content_edit_limit_seconds: seconds } = await server.owner.register({
      fetch_event_types: ['realm'],
    })
    expect(seconds).toBe(36 * 3_600)
  })

  it('is for owners to say where it is about who belongs to the organisation', async () => {
    const ann = await server.user('ann', 'administrator')
    const page = await windows.openAs(ann, { path: path('permissions') })
    const required = page.getByRole('checkbox', { name: 'New people need an invitation' })
    await required.waitFor()
    expect(await required.isDisabled()).toBe(true)
    expect(await may(page, 'Who can create private streams').isDisabled()).toBe(false)
  })
})

describeInBrowser('The organisation’s profile', () => {
  const { server, windows } = useServerAndBrowser()
  beforeAll(async () => letOwnerIn(server))

  it('is changed with a preview, and shown to all', async () => {
    const [bo] = await server.users('bo')
    const page = await windows.openAs(server.owner, { path: path('profile') })
    const bos = await windows.openAs(bo, { path: path('profile') })
    await page.getByRole('textbox', { name: 'Name of the organisation' }).fill('Moon Base')
    await page.getByRole('textbox', { name: 'Description' }).fill('We are **here**.')
    await page.getByRole('button', { name: 'Preview' }).first().click()
    await page.getByRole('region', { name: 'Preview' }).getByText('here').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).first().click()
    await bos.getByRole('main').getByText('Moon Base').waitFor()
    await bos.getByText('We are here.').waitFor()
  })

  it('is not ended without its name', async () => {
    const other = await server.realm('ending')
    const url = server.url.replace('127.0.0.1', 'ending.localhost')
    const page = await windows.open({ url, path: '/login' })
    await page.getByRole('textbox', { name: 'Email' }).fill(other.owner.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('password of ending')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
    await page.evaluate(() => (location.hash = '#organization/profile'))
    await page.getByRole('button', { name: 'Deactivate the organisation' }).click()
    const question = dialog(page, /^Deactivate/)
    await question.getByRole('textbox').fill('something else')
    await question.getByRole('button', { name: 'Deactivate the organisation' }).click()
    await question.getByRole('alert').getByText('That is not the name').waitFor()
    await question.getByRole('textbox').fill('Ending')
    await question.getByRole('button', { name: 'Deactivate the organisation' }).click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
  })
})

describe.each([
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 390 },
] as const)('in $colorScheme colours, $width pixels wide', ({ colorScheme, width }) => {
  describeInBrowser('each section of the organisation', () => {
    const { server, windows } = useServerAndBrowser()
    beforeAll(async () => letOwnerIn(server))

    it('has no barriers, and nothing beside the screen', async () => {
      await server.users('alexandra-with-a-rather-long-name', 'bo')
      const page = await windows.openAs(server.owner, {
        colorScheme,
        viewport: { width, height: 800 },
        path: path('profile'),
      })
      for (const [section, title] of sections) {
        await page.evaluate((hash) => (location.hash = hash), `#organization/${section}`)
        await page.getByRole('heading', { level: 2, name: title }).waitFor()
        expect({ section, found: await findBarriers(page) }).toEqual({ section, found: [] })
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect({ section, excess }).toEqual({ section, excess: 0 })
      }
    })
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

  it('say which addresses are wrong, give the link to pass on, and are revoked', async () => {
    const [bo] = await server.users('bo')
    const page = await windows.openAs(bo)
    const form = await openForm(page)
    const addresses = form.getByRole('textbox', { name: 'Email addresses' })
    const send = form.getByRole('button', { name: 'Invite', exact: true })
    // Links for many are not for members to make, nor are administrators.
    expect(await form.getByRole('radio').count()).toBe(0)
    expect(await form.getByRole('option', { name: 'Administrator' }).count()).toBe(0)

    await send.click()
    await form.getByRole('alert').getByText('Give at least one address.').waitFor()
    await addresses.fill('pat@parley.test, nonsense')
    await send.click()
    await form.getByRole('alert').getByText('nonsense: Invalid address.').waitFor()

    // Who leaves finds what was typed.
    await form.getByRole('button', { name: 'Cancel' }).click()
    await openForm(page)
    expect(await addresses.inputValue()).toBe('pat@parley.test, nonsense')
    await addresses.fill('pat@parley.test\nbo@parley.test')
    await send.click()
    await form.getByText('1 person invited.').waitFor()
    expect(
      await form.getByRole('textbox', { name: 'Link for pat@parley.test' }).inputValue(),
    ).toMatch(/^http.*\/\w+/)
    await form.getByText('bo@parley.test: Already has an account.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await form.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('cell', { name: 'pat@parley.test', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Revoke pat@parley.test' }).click()
    await dialog(page, 'Revoke this invitation?').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Nobody is invited at the moment.').waitFor()
  })

  it('with a link are made by those who may', async () => {
    const page = await windows.openAs(server.owner)
    const form = await openForm(page)
    await form.getByRole('radio', { name: /^With a link/ }).check()
    await form.getByRole('combobox', { name: 'They join as' }).selectOption('Guest')
    await form.getByRole('button', { name: 'Make the link' }).click()
    const link = await form.getByRole('textbox', { name: 'Invitation link' }).inputValue()
    expect(link).toMatch(/\/join\/\w+\/$/)
    await form.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row').filter({ hasText: 'Guest' }).waitFor()
  })

  it('are not for guests', async () => {
    const guest = await server.user('gil', 'guest')
    const page = await windows.openAs(guest)
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Invite people' }).count()).toBe(0)
  })
})
