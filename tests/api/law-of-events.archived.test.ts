import { Bystanders } from '../support/bystanders'
import { expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

describe('events about an archived stream', () => {
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  it.each([false, true])('explain its end and its return, private: %s', async (inviteOnly) => {
    const { id } = await cast.peopledStream({ inviteOnly })
    const set = (is_archived: boolean) =>
      cast.expectExplained(async () =>
        expectSuccess(await cast.owner.patch(`/streams/${id}`, { is_archived })),
      )
    await set(true)
    await set(false)
    await set(true)
    for (const args of [{ new_name: `${id} away` }, { new_name: `${id}`, is_archived: false }]) {
      await cast.expectExplained(async () =>
        expectSuccess(await cast.owner.patch(`/streams/${id}`, args)),
      )
    }
    await cast.expectExplained(async () =>
      expectSuccess(
        await cast.owner.patch(`/streams/${id}`, { message_retention_days: 30, folder_id: null }),
      ),
    )
  })
})
