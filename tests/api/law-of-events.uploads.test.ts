import { Bystanders } from '../support/bystanders'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { picture } from '../support/pictures'
import { useTestServer } from '../support/test-server'
import { uploadedBy } from '../support/uploads'

describe('events about files', () => {
  const server = useTestServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  async function change(person: Person, path: string): Promise<void> {
    expectSuccess(await person.upload(path, await picture(), 'picture.png'))
  }

  it('explain avatars: a picture, another one, and none again', async () => {
    for (const person of [cast.alice, cast.robot]) {
      await cast.expectExplained(() => change(person, '/users/me/avatar'))
      await cast.expectExplained(() => change(person, '/users/me/avatar'))
      await cast.expectExplained(async () => expectSuccess(await person.delete('/users/me/avatar')))
    }
  })

  it('explain a new emoji and a removed one', async () => {
    await cast.expectExplained(() => change(cast.alice, '/realm/emoji/party'))
    await cast.expectExplained(async () =>
      expectSuccess(await cast.owner.delete('/realm/emoji/party')),
    )
  })

  it('explain an uploaded file, and a link to it', async () => {
    const { name } = await cast.peopledStream()
    await cast.expectExplained(async () => {
      await cast.alice.send(name, 'files', `[file](${await uploadedBy(cast.alice)})`)
    })
  })
})
