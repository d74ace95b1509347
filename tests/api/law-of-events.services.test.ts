import { Bystanders } from '../support/bystanders'
import { useTestServer } from '../support/test-server'

describe('events about outgoing webhooks', () => {
  const server = useTestServer()

  it('explain a new webhook, and a change of its service', async () => {
    const cast = await Bystanders.gather(server)
    let id = 0
    await cast.expectExplained(async () => {
      const further = { payload_url: '"https://bot.example/"' }
      id = (await server.bot(cast.alice, 'caller', 3, further)).id
    })
    await cast.expectExplained(() =>
      cast.changeBot(id, { service_payload_url: '"https://other.example/"' }),
    )
    await cast.expectExplained(() => cast.changeBot(id, { service_interface: 2, full_name: 'Me' }))
  })
})
