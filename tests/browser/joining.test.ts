import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { ownerPassword } from '../support/config'
import { expectSuccess } from '../support/expectations'
import { goodPassword, invitationOf, joined, linkOf } from '../support/joining'
import { useMailbox } from '../support/mailbox'
import type { TestServer } from '../support/test-server'
import { defaultLimits } from '../support/config'
import { useOwnServer } from '../support/own-server'
import { findBarriers } from './support/axe'
import { describeInBrowser, passwordOf, useServerAndBrowser, useWindows } from './support/browser'
import { goToSection, pressUntil } from './support/settings-areas'
import { expectNone } from './support/waits'

const pathOf = (link: string) => new URL(link).pathname
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const lost = (page: Page) =>
  page.getByRole('heading', { name: 'This link no longer works' }).waitFor()

/** Gives the owner the password that `openAs` uses. */
async function letOwnerIn({ owner }: TestServer): Promise<void> {
  const passwords = { old_password: ownerPassword, new_password: passwordOf(owner) }
  expectSuccess(await owner.patch('/settings', passwords))
}

/** Opens the pages of an export from the disk: the search finds the message, and leads to it. */
async function readWithoutServer(page: Page, archive: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pages-'))
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'])
    await page.goto(`file://${folder}/index.html`)
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('link', { name: '#old days' }).click()
    await page.getByRole('link', { name: 'greetings' }).click()
    await page.getByText('Grüße aus <b>dem</b> Archiv').waitFor()
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('grusse ARCH')
    await page.getByRole('link', { name: /old days.*greetings/ }).click()
    await page.locator('article:target').getByText('Archiv').waitFor()
    expect(await findBarriers(page)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
}

describeInBrowser('Joining', () => {
  const { server, windows } = useServerAndBrowser()
  beforeAll(async () => letOwnerIn(server))

  it('works by keyboard alone, up to the first message', async () => {
    const lobby = await server.stream('lobby')
    const link = await linkOf(server.owner, { stream_ids: [lobby.id] })
    const page = await windows.open({ path: pathOf(link) })
    await page.getByRole('heading', { name: /^Join / }).waitFor()
    // The page focuses the first field after it has loaded.
    await page.locator('input[name="email"]:focus').waitFor()
    await page.keyboard.type('kim@parley.test')
    await pressUntil('Tab', page.getByRole('textbox', { name: 'Full name' }))
    await page.keyboard.type('Kim Keys')
    await pressUntil('Tab', page.getByRole('textbox', { name: 'Password' }))
    await page.keyboard.type('short')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').first().waitFor()
    await pressUntil('Shift+Tab', page.getByRole('textbox', { name: 'Password' }))
    await page.keyboard.press('Control+A')
    await page.keyboard.type(goodPassword)
    await pressUntil('Tab', button(page, 'Join'))
    await page.keyboard.press('Enter')

    await pressUntil('Tab', button(page, 'No, thanks'))
    await page.keyboard.press('Enter')
    await page.keyboard.press('c')
    await pressUntil('Tab', page.getByRole('combobox', { name: 'Stream' }))
    await page.keyboard.type('lobby')
    await page.getByRole('option', { name: 'lobby', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await pressUntil('Tab', page.getByRole('combobox', { name: 'Topic' }))
    await page.keyboard.type('hello')
    await pressUntil('Tab', page.getByRole('textbox', { name: 'Message' }))
    await page.keyboard.type('No mouse was needed.')
    await page.keyboard.press('Enter')
    const stream = page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: /^lobby/ })
    await pressUntil('Tab', stream)
    await page.keyboard.press('Enter')
    await page.getByRole('article').getByText('No mouse was needed.').waitFor()
  })

  it.each(['expired', 'used', 'of another organization'] as const)(
    'A link that is %s shows the same page, without names',
    async (what) => {
      const link = await spentLink(what)
      const page = await windows.open({ path: pathOf(link) })
      await lost(page)
      await page.getByText('It has expired, was already used, or was revoked.').waitFor()
      // The page names neither the inviter nor the invited person, and removes the key from the address.
      const shown = (await page.locator('body').textContent()) ?? ''
      expect(shown).not.toMatch(/Owner|Una|@/)
      expect(page.url()).not.toContain(pathOf(link).split('/').filter(Boolean).at(-1))
      await expectNone(page.getByRole('textbox'))
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('link', { name: 'Log in' }).click()
      await button(page, 'Log in').waitFor()
    },
  )

  async function spentLink(what: 'expired' | 'used' | 'of another organization'): Promise<string> {
    if (what === 'of another organization') return linkOf((await server.realm('elsewhere')).owner)
    if (what === 'used') {
      const link = await invitationOf(server.owner, 'una@parley.test')
      await joined(server, link, { name: 'Una' })
      return link
    }
    const link = await linkOf(server.owner, { invite_expires_in_minutes: 1 })
    await server.db
      .updateTable('invitations')
      .set({ expires_at: new Date() })
      .where('expires_at', '<', new Date(Date.now() + 120_000))
      .execute()
    return link
  }

  it('A link for a forgotten password, made by an administrator, works once', async () => {
    const dee = await server.user('dee')
    const owners = await windows.openAs(server.owner, { path: '/#organization/users' })
    await button(owners, 'Actions for Dee').click()
    await owners.getByRole('menuitem', { name: 'Reset password' }).click()
    const dialog = owners.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const field = dialog.getByRole('textbox', { name: 'Password reset link' })
    const link = await field.inputValue()

    const page = await windows.open({ path: pathOf(link) })
    await page.getByRole('textbox', { name: 'New password' }).fill(goodPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Password changed' }).waitFor()
    await page.goto(pathOf(link))
    await lost(page)
    await page.goto('/login')
    await page.getByRole('textbox', { name: 'Email' }).fill(dee.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(passwordOf(dee))
    await button(page, 'Log in').click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await button(page, 'Log in').click()
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
  })

  it('An owner requests, downloads and deletes exports by keyboard', async () => {
    await server.stream('old days', { subscribers: [server.owner] })
    await server.owner.send('old days', 'greetings', 'Grüße aus <b>dem</b> Archiv')
    const page = await windows.openAs(server.owner)
    const section = await goToSection(page, '#organization/exports', 'Exports')
    await section.getByText('No exports yet.').waitFor()
    await section.getByRole('combobox', { name: 'Format' }).selectOption('Pages to read and search')
    await pressUntil('Tab', button(page, 'Request export'))
    await page.keyboard.press('Enter')
    await section.getByRole('cell', { name: 'In progress' }).waitFor()
    await server.door.makeExports()
    const download = section.getByRole('link', { name: /^Download: Export of / })
    await pressUntil('Tab', download)
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(await file.failure()).toBeNull()
    expect(file.suggestedFilename()).toMatch(/^parley-pages-.*\.tar\.gz$/)
    // axe reads style sheets by a request, which the pages forbid.
    const reader = await windows.open({ allow: /Connecting to 'file:.*style\.css'/ })
    await readWithoutServer(reader, await file.path())

    await pressUntil('Tab', section.getByRole('button', { name: /^Delete: Export of / }))
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Delete this export?' })
    await pressUntil('Tab', question.getByRole('button', { name: 'Delete' }))
    await page.keyboard.press('Enter')
    await section.getByRole('cell', { name: 'Deleted' }).waitFor()
    await expectNone(download)
    expect(await findBarriers(page)).toEqual([])
  })
})

describeInBrowser('Sign-up restricted to email domains', () => {
  const mailbox = useMailbox()
  const server = useOwnServer({ settings: Object.assign(mailbox.settings, defaultLimits) })
  const windows = useWindows(() => server.url)

  it('works by email, and explains why other addresses are refused', async () => {
    expectSuccess(await server.owner.post('/realm/domains', { domain: 'parley.test' }))
    expectSuccess(
      await server.owner.patch('/realm', {
        invite_required: false,
        emails_restricted_to_domains: true,
      }),
    )
    const page = await windows.open({ path: '/login' })
    await page.getByRole('link', { name: 'Sign up' }).click()
    const address = page.getByRole('textbox', { name: 'Email' })
    await address.fill('eve@elsewhere.test')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Outside your domain.').waitFor()
    expect(await address.inputValue()).toBe('eve@elsewhere.test')
    expect(await findBarriers(page)).toEqual([])

    await address.fill('new@parley.test')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await mailbox.receive(server.ctx)
    const { text } = await mailbox.next('new@parley.test')
    const [, path] = /https:\/\/chat\.parley\.test(\/accounts\/\S+)/.exec(text) ?? []
    await page.goto(path ?? '')
    await page.getByRole('heading', { name: 'Join Parley Test' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('new@parley.test')
    await page.getByRole('textbox', { name: 'Full name' }).fill('New Person')
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
    await button(page, 'Join').click()
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
  })

  it('begins with an invitation by email, which the first steps of the owner send', async () => {
    const page = await windows.open({ path: '/login' })
    await page.getByRole('textbox', { name: 'Email' }).fill(server.owner.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(ownerPassword)
    await page.keyboard.press('Enter')
    // The step is done already if somebody has joined.
    await page.getByRole('button', { name: /^Invite people/ }).click()
    await page.getByRole('textbox', { name: 'Email addresses' }).fill('ivy@parley.test')
    await button(page, 'Invite by email').click()
    await page.getByText('1 person invited by email.').waitFor()
    await button(page, 'Invite people (done)').waitFor()
    await mailbox.receive(server.ctx)
    expect((await mailbox.next('ivy@parley.test')).text).toContain('Accept the invitation')
  })

  it('lets people forget a password twice: the used link leads to another mail', async () => {
    const kit = await server.user('kit')
    const page = await windows.open({ path: '/accounts/password/reset/' })

    async function askForLink(): Promise<string> {
      await page.getByRole('textbox', { name: 'Email' }).fill(kit.email)
      await page.keyboard.press('Enter')
      const answer = page.getByRole('heading', { name: 'Check your email' })
      await expectUnframedFocus(answer)
      const mails = await mailbox.receive(server.ctx)
      const text = mails.map((mail) => mail.text).join()
      return /https:\/\/chat\.parley\.test(\/accounts\/password\/reset\/\S+)/.exec(text)?.[1] ?? ''
    }

    async function choose(password: string): Promise<void> {
      await page.getByRole('textbox', { name: 'New password' }).fill(password)
      await page.keyboard.press('Enter')
    }

    const first = await askForLink()
    await page.goto(first)
    await choose('tea')
    // One sentence says that it is short, until another password is typed.
    await page.getByRole('alert').getByText('Too short: at least 6 characters.').waitFor()
    expect(await page.getByText(/short/i).filter({ visible: true }).count()).toBe(1)
    await page.getByRole('textbox', { name: 'New password' }).fill(goodPassword)
    await expectNone(page.getByRole('alert'))
    await choose(goodPassword)
    await expectUnframedFocus(page.getByRole('heading', { name: 'Password changed' }))

    await page.goto(first)
    await lost(page)
    await page.getByText('Password reset links work once and for a limited time.').waitFor()
    await page.getByRole('link', { name: 'Send me a new link' }).click()
    await page.goto(await askForLink())
    await choose('a pot of warm tea')
    await page.getByRole('heading', { name: 'Password changed' }).waitFor()
    await server.logIn(kit.email, 'a pot of warm tea')
  })
})

/** A heading that a script focuses is read out, and has no frame. */
async function expectUnframedFocus(heading: Locator): Promise<void> {
  await heading.waitFor()
  const focused = await heading.evaluate((element) => ({
    hasFocus: element === document.activeElement,
    outline: getComputedStyle(element).outlineStyle,
  }))
  expect(focused).toEqual({ hasFocus: true, outline: 'none' })
}
