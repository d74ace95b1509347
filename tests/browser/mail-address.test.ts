import { untilHolds } from '../support/until'
import type { Person } from '../support/person'
import { describeInBrowser } from './support/browser'
import { useOwnServerAndBrowser } from './support/own-browser'
import { expectNone } from './support/waits'

// Source: docs/protocol/mail-in.md#address-call.
describeInBrowser('The email address of a stream', () => {
  const { server, windows } = useOwnServerAndBrowser({
    MAIL_IN_ADDRESS: '%s@chat.parley.test',
  })

  it('is shown in its personal settings on demand', async () => {
    const [ada] = await server.users('ada')
    const stream = await server.stream('mailed', { subscribers: [ada] })
    const page = await windows.openAs(ada, { path: `/#streams/${stream.id}/mailed/personal` })
    await page.getByRole('button', { name: 'Show the email address' }).click()
    const field = page.getByLabel('Email address of this stream')
    expect(await field.inputValue()).toMatch(/^mailed\.[0-9a-f]{32}@chat\.parley\.test$/)
    await page.getByRole('button', { name: 'Copy the email address' }).waitFor()
    const box = (name: string) => page.getByRole('checkbox', { name })
    await box('Show mail as code').check()
    await box('Mentions in mail notify').check()
    await untilHolds('both options are in the address', async () =>
      /^mailed\.[0-9a-f]{32}\.as-code\.mentions@/.test(await field.inputValue()),
    )
    await box('Show mail as code').uncheck()
    await untilHolds('one option is in the address', async () =>
      /^mailed\.[0-9a-f]{32}\.mentions@/.test(await field.inputValue()),
    )
  })
})

// Sources: docs/protocol/mail-in.md#bounces, docs/protocol/mail.md#login-mail.
describeInBrowser('The settings for mails', () => {
  const { server, windows } = useOwnServerAndBrowser({
    MAIL_IN_ADDRESS: '%s@chat.parley.test',
  })
  const settingsOf = async (person: Person) =>
    (await person.call('POST /register', { fetch_event_types: ['user_settings'] })).user_settings

  it('say that mail to the address is refused, until it is sent there again', async () => {
    const [ada] = await server.users('ada1')
    await server.db
      .insertInto('bounced_addresses')
      .values({
        ...{
          realm_id: server.realmId,
          address: ada.email,
          bounces: 3,
          reason: '5.1.1 no such user',
        },
        ...{ first_at: new Date(), last_at: new Date(), undeliverable_at: new Date() },
      })
      .execute()
    const page = await windows.openAs(ada, { path: '/#settings/notifications' })
    const notice = page.getByRole('alert').filter({ hasText: ada.email })
    await notice.getByText('5.1.1 no such user').waitFor()
    expect(
      await notice.getByRole('link', { name: 'Change the address' }).getAttribute('href'),
    ).toBe('#settings/account')
    await notice.getByRole('button', { name: 'Send emails there again' }).click()
    await page.getByText('Emails are sent to your address again.').first().waitFor()
    await expectNone(notice)
    expect(await server.db.selectFrom('bounced_addresses').selectAll().execute()).toEqual([])
    await page.reload()
    await page.getByRole('checkbox', { name: 'Weekly digest' }).waitFor()
    await expectNone(notice)
  })

  it('turn digests and mails about log-ins off', async () => {
    const [ada] = await server.users('ada2')
    const page = await windows.openAs(ada, { path: '/#settings/notifications' })
    const names = {
      enable_digest_emails: 'Weekly digest',
      enable_login_emails: 'Email about each new log-in',
    } as const
    for (const [setting, name] of Object.entries(names)) {
      const key = setting as keyof typeof names
      const box = page.getByRole('checkbox', { name })
      expect(await box.isChecked()).toBe((await settingsOf(ada))?.[key])
      await box.click()
      const wanted = await box.isChecked()
      await untilHolds('it is stored', async () => (await settingsOf(ada))?.[key] === wanted)
    }
  })
})
