import { getActingOwner } from '../../src/server/chat/actions/realms/find-realm'
import { giveAddress } from '../../src/server/chat/actions/users/change-address'
import { Bystanders } from '../support/bystanders'
import { asRecord } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

/** Calls the action of `parley change-email`. */
describe('a new address of an account', () => {
  const server = useOwnServer({ settings: { GRAVATAR: 'on' } })
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  const give = async (person: Person | string, address: string) =>
    giveAddress(
      server.ctx,
      await getActingOwner(server.ctx, ''),
      typeof person === 'string' ? person : person.id,
      address,
    )

  it('logs in with the same key, and the old address logs in no more', async () => {
    const ada = await server.user('ada')
    await cast.expectExplained(() => give(ada, ' ada@new.test '))
    const again = await server.logIn('ada@new.test', 'password of ada')
    expect(again.apiKey).toBe(ada.apiKey)
    await expect(server.logIn(ada.email, 'password of ada')).rejects.toThrow()
    await server.user('ada')
  })

  it('is published to all clients, also of the account, with the changed picture', async () => {
    const bea = await server.user('bea')
    const queue = await bea.register({ event_types: ['realm_user'] })
    await give(bea, 'bea@new.test')
    const again = await server.logIn('bea@new.test', 'password of bea')
    const told = await again.pollUntil(queue, (event) => 'avatar_url' in asRecord(event['person']))
    expect(told.map(({ person }) => person)).toMatchObject([
      { user_id: bea.id, delivery_email: 'bea@new.test' },
      { user_id: bea.id, new_email: 'bea@new.test' },
      { user_id: bea.id, avatar_version: 2 },
    ])
  })

  it('stays hidden if the old address was hidden', async () => {
    const cy = await server.user('cy')
    expectSuccess(await cy.patch('/settings', { email_address_visibility: 4 }))
    const before = expectSuccess(await cast.alice.get(`/users/${cy.id}`))['user']
    await cast.expectExplained(() => give(cy, 'cy@new.test'))
    const after = expectSuccess(await cast.alice.get(`/users/${cy.id}`))['user']
    // Its picture may be another one.
    const picture = { avatar_url: expect.any(String), avatar_version: 2 }
    expect(after).toEqual({ ...asRecord(before), ...picture })
    await server.logIn('cy@new.test', 'password of cy')
  })

  it('may differ in letter case alone', async () => {
    const di = await server.user('di')
    expect((await give(di, 'DI@parley.test')).email).toBe('DI@parley.test')
  })

  it('is in the audit log', async () => {
    const eva = await server.user('eva')
    await give('eva@parley.test', 'eva@new.test')
    const { entries } = expectSuccess(
      await server.owner.get('/audit_log', { act: 'user_email_changed', limit: 1 }),
    )
    expect(entries).toMatchObject([
      {
        affected_id: eva.id,
        before: { email: 'eva@parley.test' },
        after: { email: 'eva@new.test' },
      },
    ])
  })

  it.each([
    ['taken', 'ALICE@parley.test', /^Email 'ALICE@parley.test' already in use$/],
    ['hidden and taken', 'fay@parley.test', /already in use/],
    ['no address', 'nobody', /^Enter a valid email address\.$/],
  ])('is refused if it is %s', async (_name, address, told) => {
    if (address.startsWith('fay')) {
      const fay = await server.user('fay')
      expectSuccess(await fay.patch('/settings', { email_address_visibility: 4 }))
    }
    await expect(give(cast.bob, address)).rejects.toThrow(told)
  })

  it('is refused to bots, and outside the domains of the organization', async () => {
    await expect(give(cast.robot, 'robot@new.test')).rejects.toThrow(/bot does not change/)
    expectSuccess(await server.owner.post('/realm/domains', { domain: 'parley.test' }))
    expectSuccess(await server.owner.patch('/realm', { emails_restricted_to_domains: true }))
    await expect(give(cast.bob, 'bob@elsewhere.test')).rejects.toThrow('Outside your domain.')
  })
})
