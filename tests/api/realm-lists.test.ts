import { Bystanders } from '../support/bystanders'
import { firstOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'

describe('lists of an organization', () => {
  const server = useTestServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  const add = (domain: string, more: object = {}) =>
    server.owner.post('/realm/domains', { domain, ...more })
  const domains = async () => expectSuccess(await cast.guest.get('/realm/domains'))['domains']

  describe('domains', () => {
    it('are added, changed and removed by owners, and everybody is told', async () => {
      await cast.expectExplained(async () => {
        expectSuccess(await add('Acme.test'))
        expectSuccess(await add('other.test', { allow_subdomains: true }))
      })
      await cast.expectExplained(async () => {
        const change = { allow_subdomains: true }
        expectSuccess(await server.owner.patch('/realm/domains/ACME.test', change))
      })
      expect(await domains()).toEqual([
        { domain: 'acme.test', allow_subdomains: true },
        { domain: 'other.test', allow_subdomains: true },
      ])
      await cast.expectExplained(async () =>
        expectSuccess(await server.owner.delete('/realm/domains/other.test')),
      )
    })

    it('restrict no address once the last is removed', async () => {
      expectSuccess(await server.owner.patch('/realm', { emails_restricted_to_domains: true }))
      await cast.expectExplained(async () =>
        expectSuccess(await server.owner.delete('/realm/domains/acme.test')),
      )
      expect(await server.owner.register({ fetch_event_types: ['realm'] })).toMatchObject({
        realm_emails_restricted_to_domains: false,
      })
    })

    it.each([
      ['', "Domain can't be empty."],
      ['acme', 'Domain must have at least one dot (.)'],
      ['.acme.test', 'Domain cannot start or end with a dot (.)'],
      ['acme..test', "Consecutive '.' are not allowed."],
      ['-acme.test', "Subdomains cannot start or end with a '-'."],
      ['ac me.test', "Domain can only have letters, numbers, '.' and '-'s."],
    ])('are well-formed, unlike %p', async (domain, fault) => {
      expectError(await add(domain), 400, { msg: `Invalid domain: ${fault}` })
    })

    it('are unique, and keep their place when they are changed', async () => {
      expectSuccess(await add('once.test'))
      expectError(await add('ONCE.test'), 400, {
        msg: 'The domain once.test is already a part of your organization.',
      })
      const msg = 'No entry found for domain gone.test.'
      expectError(await server.owner.delete('/realm/domains/gone.test'), 400, { msg })
      const change = { allow_subdomains: true }
      expectError(await server.owner.patch('/realm/domains/gone.test', change), 400, { msg })
      expectError(await cast.admin.post('/realm/domains', { domain: 'a.test' }), 400, {
        msg: 'Must be an organization owner',
      })
    })
  })

  describe('playgrounds', () => {
    const python = { name: 'Try it', pygments_language: 'Python' }
    const url_template = 'https://python.test/{?code}'

    it('are added and removed by administrators, and everybody is told', async () => {
      await cast.expectExplained(async () =>
        expectSuccess(await cast.admin.post('/realm/playgrounds', { ...python, url_template })),
      )
      const state = await cast.guest.register({ fetch_event_types: ['realm_playgrounds'] })
      const playground = firstOf(shapedLike(state['realm_playgrounds'], [{ id: 0 }]))
      expect(playground).toEqual({ id: playground.id, ...python, url_template })
      expectError(await cast.admin.post('/realm/playgrounds', { ...python, url_template }), 400)
      expectError(await cast.bob.delete(`/realm/playgrounds/${playground.id}`), 400, {
        msg: 'Must be an organization administrator',
      })
      await cast.expectExplained(async () =>
        expectSuccess(await cast.admin.delete(`/realm/playgrounds/${playground.id}`)),
      )
      expectError(await cast.admin.delete(`/realm/playgrounds/${playground.id}`), 400, {
        msg: 'Invalid playground',
      })
    })

    it.each([
      ['https://p.test/', 'Missing the required variable "code" in the URL template'],
      [
        'https://p.test/{code}/{more}',
        '"code" should be the only variable present in the URL template',
      ],
      ['https://p.test/{code', 'Invalid URL template.'],
      ['javascript:alert({code})', 'Invalid URL template.'],
    ])('take no template like %s', async (template, msg) => {
      const args = { ...python, url_template: template }
      expectError(await cast.admin.post('/realm/playgrounds', args), 400, { msg })
    })
  })

  describe('hints', () => {
    it('are shown until somebody has seen them', async () => {
      const path = '/users/me/onboarding_steps'
      const args = { onboarding_step: 'intro_inbox_view_modal' }
      const hint = { type: 'one_time_notice', name: args.onboarding_step }
      const left = async () =>
        (await cast.alice.register({ fetch_event_types: ['onboarding_steps'] }))['onboarding_steps']
      expect(await left()).toContainEqual(hint)
      await cast.expectExplained(async () => expectSuccess(await cast.alice.post(path, args)))
      expectSuccess(await cast.alice.post(path, args))
      expect(await left()).not.toContainEqual(hint)
      expectError(await cast.alice.post(path, { onboarding_step: 'fly' }), 400, {
        msg: 'Unknown onboarding_step: fly',
      })
    })
  })

  describe('commands', () => {
    it.each([
      ['/ping', ''],
      ['/dark', 'Changed to dark theme! To revert, type `/light`.'],
      ['/night', 'You are still using dark theme.'],
      ['/light', 'Changed to light theme! To revert, type `/dark`.'],
      ['/fluid-width', 'Changed to fluid-width layout! To revert, type `/fixed-width`.'],
      ['/fixed-width', 'Changed to fixed-width layout! To revert, type `/fluid-width`.'],
    ])('include %s', async (command, msg) => {
      await cast.expectExplained(async () => {
        const response = await cast.alice.post('/zcommand', { command })
        expect(response.body).toEqual({ result: 'success', msg })
      })
    })

    it.each([
      ['dark', 'There should be a leading slash in the zcommand.'],
      ['/fly', 'No such command: fly'],
      ['/constructor', 'No such command: constructor'],
    ])('do not include %s', async (command, msg) => {
      expectError(await cast.alice.post('/zcommand', { command }), 400, { msg })
    })
  })

  it.each([
    ['ab', 'Subdomain needs to have length 3 or greater.'],
    ['-abc', "Subdomain cannot start or end with a '-'."],
    ['ABC', "Subdomain can only have lowercase letters, numbers, and '-'s."],
    ['taken', 'Subdomain is already in use. Please choose a different one.'],
    ['free', 'available'],
  ])('The answer about the subdomain %s is: %s', async (subdomain, msg) => {
    const name = subdomain === 'taken' ? (await server.realm('taken')).subdomain : subdomain
    const response = await server.call('get', `/realm/subdomain/${name}`)
    expect(response.body).toEqual({ result: 'success', msg })
  })
})
