import { Bystanders } from '../support/bystanders'
import { expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

describe('events about names, pictures and profiles of people', () => {
  const server = useTestServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  const explained = (action: () => Promise<unknown>) => cast.expectExplained(action)
  const choose = (who: Person, settings: Arguments) =>
    explained(async () => expectSuccess(await who.patch('/settings', settings)))

  it.each([2, 3, 4, 5, 1])('explain the visibility %i of an address', async (visibility) => {
    await choose(cast.alice, { email_address_visibility: visibility })
    await choose(cast.admin, { email_address_visibility: visibility })
    await explained(() => cast.changeUser(cast.bob.id, { role: 200 }))
    await explained(() => cast.changeUser(cast.bob.id, { role: 400 }))
  })

  it('explain new and leaving people with hidden addresses', async () => {
    await choose(cast.alice, { email_address_visibility: 3 })
    const gone = await server.user('gone')
    expectSuccess(await gone.patch('/settings', { email_address_visibility: 5 }))
    await explained(async () => expectSuccess(await cast.owner.delete(`/users/${gone.id}`)))
    await explained(async () =>
      expectSuccess(await cast.owner.post(`/users/${gone.id}/reactivate`)),
    )
    await explained(() => server.bot(cast.alice, 'hers'))
    await choose(cast.alice, { email_address_visibility: 1 })
  })

  it('explain profile fields', async () => {
    const path = '/realm/profile_fields'
    const field = { name: 'Bio', field_type: 1 }
    const tea = { text: 'Tea', order: '1' }
    const coffee = { text: 'Coffee', order: '2' }
    await explained(async () => expectSuccess(await cast.admin.post(path, field)))
    const [bio] = await fieldIds()
    await explained(async () => {
      const drink = { name: 'Drink', field_type: 3, field_data: { tea, coffee } }
      expectSuccess(await cast.admin.post(path, drink))
    })
    const [, drink] = await fieldIds()
    const data = [
      { id: bio, value: '*short*' },
      { id: drink, value: 'coffee' },
    ]
    for (const who of [cast.alice, cast.guest]) {
      await explained(async () =>
        expectSuccess(await who.patch('/users/me/profile_data', { data })),
      )
    }
    await explained(async () =>
      expectSuccess(await cast.admin.patch(`${path}/${drink}`, { field_data: { tea } })),
    )
    await explained(async () =>
      expectSuccess(await cast.admin.patch(path, { order: [drink, bio] })),
    )
    await explained(async () =>
      expectSuccess(await cast.alice.delete('/users/me/profile_data', { data: [bio] })),
    )
    await explained(async () => expectSuccess(await cast.admin.delete(`${path}/${bio}`)))
  })

  const fieldIds = async () => {
    const body = await cast.admin.call('GET /realm/profile_fields')
    return body.custom_fields.map(({ id }) => id)
  }

  it('explain the settings that new accounts begin with', async () => {
    const path = '/realm/user_settings_defaults'
    await explained(async () =>
      expectSuccess(
        await cast.admin.patch(path, { enter_sends: false, email_address_visibility: 3 }),
      ),
    )
    await explained(() => server.user('newcomer'))
    await explained(async () =>
      expectSuccess(
        await cast.admin.patch(path, { enter_sends: true, email_address_visibility: 1 }),
      ),
    )
  })

  it('explain settings of level 371', async () => {
    await choose(cast.alice, {
      web_font_size_px: 20,
      web_animate_image_previews: 'never',
      automatically_follow_topics_policy: 1,
      allow_private_data_export: true,
    })
  })
})
