import { describeInBrowser, useOwnServerAndBrowser } from './support/browser'

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
  })
})
