import { roles } from '../../src/shared/rules/roles'
import { expectSuccess } from '../support/expectations'
import { IdentityProvider } from '../support/identity-provider'
import { directoryNeeds, LdapDirectory } from '../support/ldap-directory'
import { SamlIdp } from '../support/saml-idp'
import { describeWith } from '../support/services'
import { describeInBrowser } from './support/browser'
import { useOwnServerAndBrowser } from './support/own-browser'

describeInBrowser('The login page with an identity provider', () => {
  const { server, windows } = useOwnServerAndBrowser({
    OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1,localhost',
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

  it('leads through a SAML provider at another site, which owners have added by its metadata', async () => {
    const idp = new SamlIdp('https://idp.test/metadata')
    await idp.open()
    try {
      const [paul, otto] = await server.users('paul', 'otto')
      expectSuccess(await server.owner.patch(`/users/${otto.id}`, { role: roles.owner }))
      const page = await windows.openAs(otto, { path: '/#organization/identity-providers' })
      await page.getByRole('button', { name: 'Add an identity provider' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Provider' }).selectOption('SAML 2.0')
      const fill = (name: string, text: string) =>
        dialog.getByRole('textbox', { name, exact: true }).fill(text)
      await fill('Name in addresses', 'office')
      await fill('Name on the button', 'Office')
      await dialog.getByRole('button', { name: 'Add an identity provider' }).click()
      await dialog.getByText('saml needs the option entity_id.').waitFor()
      await fill('Metadata of the provider (XML)', idp.metadata)
      await dialog.getByRole('button', { name: 'Add an identity provider' }).click()
      const row = page.getByRole('listitem', { name: 'Office' })
      await row.getByText(`${server.url}/complete/office/metadata.xml`).waitFor()
      await row.getByRole('button', { name: 'Edit' }).click()
      const entityId = dialog.getByRole('textbox', { name: 'Entity ID of the provider' })
      expect(await entityId.inputValue()).toBe(idp.entityId)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })

      idp.person = { nameId: 'paul', attributes: { email: paul.email } }
      const login = await windows.open({ path: '/login?next=/%23recent' })
      await login.getByRole('link', { name: 'Continue with Office' }).click()
      await login.getByRole('button', { name: 'Log in' }).click()
      await login.getByRole('heading', { name: 'Recent conversations', level: 1 }).waitFor()
    } finally {
      await idp.close()
    }
  })

  it('has a provider as soon as an owner has added and tested it in the settings', async () => {
    const olga = await server.user('olga')
    expectSuccess(await server.owner.patch(`/users/${olga.id}`, { role: roles.owner }))
    const page = await windows.openAs(olga, { path: '/#organization/identity-providers' })
    await page.getByRole('button', { name: 'Add an identity provider' }).click()
    const dialog = page.getByRole('dialog')
    const fill = (name: string, text: string) =>
      dialog.getByRole('textbox', { name, exact: true }).fill(text)
    // The boxes of a new provider stand as the server takes them without an answer.
    const kind = dialog.getByRole('combobox', { name: 'Provider' })
    const trust = dialog.getByRole('checkbox', { name: /^Trust email addresses/ })
    await kind.selectOption('Microsoft Entra')
    await trust.and(page.locator(':checked')).waitFor()
    await kind.selectOption('JSON Web Token (JWT)')
    await fill('Name in addresses', 'portal')
    await fill('Name on the button', 'Portal')
    await fill('Signature algorithms', 'HS256, HS512')
    await dialog.getByLabel('Client secret').fill('short')
    await dialog.getByRole('button', { name: 'Add an identity provider' }).click()
    await dialog.getByText('HS256 needs a secret of 64 characters or more.').waitFor()
    await kind.selectOption('OpenID Connect (Keycloak, Authentik and others)')
    await trust.and(page.locator(':not(:checked)')).waitFor()
    await fill('Name in addresses', 'works')
    await fill('Name on the button', 'Works')
    await fill('Client ID', 'parley')
    await dialog.getByLabel('Client secret').fill(provider.secret)
    // A refusal comes to its field.
    await dialog.getByRole('button', { name: 'Add an identity provider' }).click()
    await dialog.getByText('oidc needs the option issuer.').waitFor()
    await fill('Issuer', provider.url)
    await dialog.getByRole('button', { name: 'Add an identity provider' }).click()
    const row = page.getByRole('listitem', { name: 'Works' })
    await row.getByText(`${server.url}/complete/works/`).waitFor()
    await row.getByRole('button', { name: 'Test it' }).click()
    await page.getByRole('status').filter({ hasText: 'The provider answers' }).waitFor()
    await page.keyboard.press('Escape')

    await row.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByRole('checkbox', { name: 'People can log in with it' }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Off').waitFor()
    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
  })

  it('gives a role by a rule that an owner has tried before', async () => {
    const [odo, rita] = await server.users('odo', 'rita')
    expectSuccess(await server.owner.patch(`/users/${odo.id}`, { role: roles.owner }))
    const page = await windows.openAs(odo, { path: '/#organization/identity-providers' })
    const row = page.getByRole('listitem', { name: 'Acme' })
    await row.getByRole('button', { name: 'Rules' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add a rule' }).click()
    const rule = dialog.getByRole('listitem', { name: 'Rule 1' })
    await rule.getByRole('textbox', { name: 'Claim' }).fill('groups')
    await rule.getByRole('textbox', { name: 'Value' }).fill('helpers')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('A rule is incomplete.').waitFor()
    await rule.getByRole('combobox', { name: 'Choice' }).selectOption('Moderator')
    const person = { sub: 'rita-1', email: rita.email, email_verified: true, groups: ['Helpers'] }
    await dialog.getByRole('textbox', { name: 'Token' }).fill(JSON.stringify(person))
    await dialog.getByRole('button', { name: 'Try it' }).click()
    await dialog.getByText('This logs in rita.').waitFor()
    await dialog.getByText('Rules that fit: 1').waitFor()
    await dialog.getByText('New role: Moderator').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })

    provider.person = person
    const login = await windows.open({ path: '/login' })
    await login.getByRole('link', { name: 'Continue with Acme' }).click()
    await login.getByRole('main').getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    const { user } = await rita.call('GET /users/{user_id}', { user_id: rita.id })
    expect(user.role).toBe(roles.moderator)
  })

  it('shows an owner the new token of a directory once, and revokes it', async () => {
    const olaf = await server.user('olaf')
    expectSuccess(await server.owner.patch(`/users/${olaf.id}`, { role: roles.owner }))
    const page = await windows.openAs(olaf, { path: '/#organization/identity-providers' })
    await page.getByRole('button', { name: 'Create a token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name of the token' }).fill('Okta')
    await dialog.getByRole('button', { name: 'Create a token' }).click()
    await dialog.getByText('It is not shown again.').waitFor()
    const token = await dialog.locator('code').first().textContent()
    await dialog.getByText(`${server.url}/scim/v2`).waitFor()
    const ask = () =>
      fetch(`${server.url}/scim/v2/Users`, { headers: { authorization: `Bearer ${token ?? ''}` } })
    expect((await ask()).status).toBe(200)
    await dialog.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('listitem', { name: 'Okta' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await ask()).status).toBe(401)
  })

  describeWith(directoryNeeds, 'The login page with a directory', () => {
    let directory: LdapDirectory
    beforeAll(async () => {
      directory = await LdapDirectory.start()
    })
    afterAll(() => directory?.remove())

    it('takes the name of a person, once an owner has added, tested and synced the directory', async () => {
      const oona = await server.user('oona')
      expectSuccess(await server.owner.patch(`/users/${oona.id}`, { role: roles.owner }))
      await directory.addPerson('lena', { title: 'Harbor master' })
      const page = await windows.openAs(oona, { path: '/#organization/identity-providers' })
      await page.getByRole('button', { name: 'Add an identity provider' }).click()
      const dialog = page.getByRole('dialog')
      await dialog
        .getByRole('combobox', { name: 'Provider' })
        .selectOption('LDAP (Active Directory, OpenLDAP, FreeIPA)')
      const fill = (name: string, text: string) =>
        dialog.getByRole('textbox', { name, exact: true }).fill(text)
      await fill('Name in addresses', 'ldap')
      await fill('Name on the button', 'Harbor')
      await fill('Address of the directory', directory.secureUrl)
      await fill('Certificate authority', directory.certificate)
      await fill('Name (DN) to search with', directory.searchDn)
      await dialog.getByLabel('Password of that name').fill(directory.searchPassword)
      await fill('Entry (DN) below which people are', directory.base)
      await fill('Attribute with the login name', 'uid')
      await dialog.getByRole('checkbox', { name: 'Create accounts for everyone' }).check()
      await dialog.getByRole('button', { name: 'Add an identity provider' }).click()
      const row = page.getByRole('listitem', { name: 'Harbor' })
      await row.getByRole('button', { name: 'Test it' }).click()
      await dialog.getByText('The filter finds one person.').waitFor()
      await dialog.getByRole('textbox', { name: 'Login name of a person' }).fill('lena')
      await dialog.getByRole('button', { name: 'Show attributes' }).click()
      await dialog.getByText('Harbor master').waitFor()
      await page.keyboard.press('Escape')
      await row.getByRole('button', { name: 'Sync now' }).click()
      await row.getByText('People found: 1. Accounts created: 1').waitFor()

      const login = await windows.open({ path: '/login' })
      await login.getByRole('textbox', { name: 'Username or email' }).fill('lena')
      await login.getByLabel('Password', { exact: true }).fill('lena password')
      await login.getByRole('button', { name: 'Log in', exact: true }).click()
      await login.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    })
  })
})
