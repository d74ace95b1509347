import { roles } from '../../src/shared/rules/roles'
import { elementAt } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { browserAt, invitationOf, linkOf, tryToJoin } from '../support/joining'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

/*
 * Events about invitations carry no data: a client whose list changes needs the event to fetch the list again.
 * Source: docs/protocol/sign-up.md#invites-changed.
 */
describe('the law of events for invitations', () => {
  const server = useTestServer()
  let admin: Person
  let alice: Person
  let bob: Person
  let count = 0

  beforeAll(async () => {
    admin = await server.user('admin', 'administrator')
    ;[alice, bob] = await server.users('alice', 'bob')
  })

  const address = () => `invited${(count += 1)}@parley.test`
  const shown = async (person: Person) => JSON.stringify((await person.get('/invites')).body)
  const idOf = async (link?: string) => {
    const { invites } = await admin.call('GET /invites')
    return (
      link
        ? invites.find((invite) => invite.is_multiuse && invite.link_url === link)
        : invites.at(-1)
    )?.id
  }

  /** People whose list changes get the event; otherwise only administrators and inviters may get it. */
  async function expectTold(people: readonly Person[], act: () => Promise<unknown>): Promise<void> {
    const before = await Promise.all(people.map(shown))
    const queues = await Promise.all(
      people.map((person) => person.register({ event_types: ['invites_changed'] })),
    )
    await act()
    const after = await Promise.all(people.map(shown))
    for (const [index, person] of people.entries()) {
      const queue = elementAt(queues, index)
      const events = await person.pollNow(queue)
      expect(events.map(({ id: _id, ...event }) => event)).toEqual(
        before[index] === after[index] ? [] : [{ type: 'invites_changed' }],
      )
    }
  }
  const everybody = () => [server.owner, admin, alice, bob]

  it('holds while they are made, sent again and revoked', async () => {
    await expectTold(everybody(), () => invitationOf(alice, address()))
    const id = await idOf()
    await expectTold(everybody(), async () =>
      expectSuccess(await alice.post(`/invites/${id}/resend`)),
    )
    await expectTold(everybody(), async () => expectSuccess(await admin.delete(`/invites/${id}`)))
    let link = ''
    await expectTold(everybody(), async () => {
      link = await linkOf(admin)
    })
    const linkId = await idOf(link)
    await expectTold(everybody(), async () =>
      expectSuccess(await server.owner.delete(`/invites/multiuse/${linkId}`)),
    )
  })

  it('holds when an invitation replaces another of its address, and when it is used', async () => {
    const email = address()
    await invitationOf(alice, email)
    let link = ''
    await expectTold([alice, admin], async () => (link = await invitationOf(alice, email)))
    await expectTold(everybody(), async () =>
      expectSuccess(await tryToJoin(browserAt(server), link, { name: 'Newcomer' })),
    )
    const shared = await linkOf(admin)
    const filled = { name: 'Another', email: address() }
    await expectTold(everybody(), async () =>
      expectSuccess(await tryToJoin(browserAt(server), shared, filled)),
    )
  })

  it('holds when the inviter gets another role, or is deactivated', async () => {
    const eve = await server.user('eve', 'administrator')
    await linkOf(eve, { invite_as: roles.administrator })
    await invitationOf(eve, address())
    await invitationOf(alice, address())
    const setRole = async (role: number) =>
      expectSuccess(await server.owner.patch(`/users/${eve.id}`, { role }))
    await expectTold(everybody(), () => setRole(roles.member))
    await expectTold([eve], () => setRole(roles.administrator))
    await expectTold([eve], () => setRole(roles.moderator))
    await expectTold(everybody(), async () =>
      expectSuccess(await server.owner.delete(`/users/${eve.id}`)),
    )
  })
})
