import { expectSuccess } from '../support/expectations'
import { IdentityProvider } from '../support/identity-provider'
import { describeInBrowser } from './support/browser'
import { useOwnServerAndBrowser } from './support/own-browser'

describeInBrowser('The login page with an identity provider', () => {
  const { server, windows } = useOwnServerAndBrowser({
    OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1',
    SECRETS_KEY: 'a key of the tests with more than 32 characters',
  })
  const provider = new IdentityProvider()

  beforeAll(async () => {
    await provider.open()
    expectSuccess(
      await server.owner.post('/realm/identity_providers', {
        ...{ slug: 'acme', kind: 'oidc', display_name: 'Acme', secret: provider.secret },
        options: provider.options,
      }),
    )
  })
  afterAll(() => provider.close())

  it('leads through the provider to the page that was asked for', async () => {
    const [ada] = await server.users('ada')
    const { id } = await server.stream('quay', { subscribers: [ada] })
    await ada.send('quay', 'boats', 'Moored.')
    provider.person = { sub: 'ada', email: ada.email, email_verified: true }
    const page = await windows.open({ path: `/#narrow/channel/${id}-quay/topic/boats` })
    await page.getByRole('link', { name: 'Continue with Acme' }).click()
    await page.getByRole('article').filter({ hasText: 'Moored.' }).waitFor()
    // The next visit finds the session.
    await page.reload()
    await page.getByRole('article').filter({ hasText: 'Moored.' }).waitFor()
  })

  it('leads a newcomer to a form without a password, with the name that the provider knows', async () => {
    await server.changeRealm({ settings: { invite_required: false } })
    provider.person = { sub: 'kim', email: 'kim@new.test', email_verified: true, name: 'Kim Kay' }
    const page = await windows.open({ path: '/login' })
    await page.getByRole('link', { name: 'Continue with Acme' }).click()
    const name = page.getByRole('textbox', { name: 'Full name' })
    await name.waitFor()
    expect(await name.inputValue()).toBe('Kim Kay')
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('kim@new.test')
    expect(await page.getByLabel('Password').count()).toBe(0)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('main').getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  })

  it('comes back from a refusal, which is a sentence', async () => {
    provider.misbehavior = { error: { error: 'access_denied' } }
    const page = await windows.open({ path: '/login', allow: /status of 403/ })
    await page.getByRole('link', { name: 'Continue with Acme' }).click()
    await page.getByRole('alert').filter({ hasText: 'Acme did not log you in' }).waitFor()
    await page.getByRole('link', { name: 'Back to the login page' }).click()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    provider.misbehavior = {}
  })
})
