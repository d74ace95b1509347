import { expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

describe('a rendered link to a topic', () => {
  it('names the newest message of the topic, if it has one', async () => {
    const alice = await server.user('alice')
    const { id: streamId } = await server.stream('lunch', { subscribers: [alice] })
    await alice.send('lunch', 'Pizza', 'first')
    const newest = await alice.send('lunch', 'pizza', 'second')
    const { rendered } = expectSuccess(
      await alice.post('/messages/render', { content: '#**lunch>PIZZA** #**lunch>soup**' }),
    )
    const address = `/#narrow/channel/${streamId}-lunch/topic`
    expect(rendered).toContain(`href="${address}/PIZZA/with/${newest}"`)
    expect(rendered).toContain(`href="${address}/soup"`)
  })
})
