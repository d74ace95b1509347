import { systemGroups } from '../../src/shared/rules/system-groups'
import { Bystanders } from '../support/bystanders'
import { asNumber } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Answer } from '../support/plain-call'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const { members, moderators, nobody } = systemGroups
const only = (...people: Person[]) => ({
  direct_members: people.map(({ id }) => id).sort((a, b) => a - b),
  direct_subgroups: new Array<number>(),
})

describe('events about permissions of streams', () => {
  let bystanders: Bystanders
  const ok = async (call: Promise<Answer>) => expectSuccess(await call)
  beforeAll(async () => {
    bystanders = await Bystanders.gather(server)
  })

  it.each([false, true])('explain changes of permissions, private: %s', async (inviteOnly) => {
    const { id, name } = await bystanders.peopledStream({ inviteOnly })
    const { alice, bob, guest, robot } = bystanders
    if (inviteOnly) await bystanders.letOwnerIn(name)
    const set = (property: string, value: unknown) =>
      bystanders.expectExplained(() =>
        ok(bystanders.owner.patch(`/streams/${id}`, { [property]: { new: value } })),
      )
    await set('can_send_message_group', only(alice, bob))
    await set('can_subscribe_group', only(bob, guest))
    await set('can_administer_channel_group', only(bob, robot))
    await set('can_subscribe_group', nobody.id)
    await set('can_administer_channel_group', members.id)
    await set('can_administer_channel_group', nobody.id)
  })

  it('explain members of groups that come and go', async () => {
    const { id, name } = await bystanders.peopledStream({ inviteOnly: true })
    await bystanders.letOwnerIn(name)
    const made = { name: 'crew', description: '', members: [] }
    const answer = await ok(bystanders.owner.post('/user_groups/create', made))
    const group = asNumber(answer['group_id'])
    const change = { can_add_subscribers_group: { new: group } }
    const { bob, guest, owner } = bystanders
    await bystanders.expectExplained(() => ok(owner.patch(`/streams/${id}`, change)))
    const tie = (args: Arguments) =>
      bystanders.expectExplained(() => ok(owner.post(`/user_groups/${group}/members`, args)))
    await tie({ add: [bob.id, guest.id] })
    await bystanders.expectExplained(() => bystanders.subscribe(bob, { subscriptions: [{ name }] }))
    await bystanders.expectExplained(() => bystanders.unsubscribe(bob, { subscriptions: [name] }))
    await tie({ delete: [bob.id] })
  })

  it('explain roles that name somebody', async () => {
    const { id, name } = await bystanders.peopledStream({ inviteOnly: true })
    await bystanders.letOwnerIn(name)
    const { bob, owner } = bystanders
    const change = { can_subscribe_group: { new: moderators.id } }
    await bystanders.expectExplained(() => ok(owner.patch(`/streams/${id}`, change)))
    const role = (role: number) =>
      bystanders.expectExplained(() => bystanders.changeUser(bob.id, { role }))
    await role(300)
    await role(400)
  })
})
