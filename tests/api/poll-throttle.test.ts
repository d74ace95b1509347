import { maybe, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Arguments, Person, Queue } from '../support/person'
import { useOwnServer } from '../support/own-server'

describe('polls beyond the budget of their account', () => {
  const server = useOwnServer({
    settings: { RATE_LIMIT: '20', POLL_RATE_LIMIT: '240', MAX_POLLS_PER_USER: '3' },
  })

  /** The form of most clients, and a form that takes the general way. */
  const wordings = {
    plain: {},
    unusual: { user_client: 'tester' },
  }

  /** Makes the next poll of an account wait for about half a second. */
  function useUp({ id }: Person): void {
    while (server.ctx.pollThrottle.count(id) < 500);
  }

  it.each(Object.entries(wordings))(
    'are answered later, with all events that came meanwhile: %s',
    async (wording, args) => {
      const [ada, bo] = await server.users(`ada-${wording}`, `bo-${wording}`)
      await server.stream(wording, { subscribers: [ada, bo] })
      const queue = await ada.register({ event_types: ['message'] })
      useUp(ada)

      const delays: number[] = []
      const count = server.ctx.pollThrottle.count.bind(server.ctx.pollThrottle)
      const counted = jest.spyOn(server.ctx.pollThrottle, 'count').mockImplementation((id) => {
        const delayMs = count(id)
        if (id === ada.id) delays.push(delayMs)
        return delayMs
      })
      const first = await bo.send(wording, 'talk', 'one')
      const answer = ada.poll(queue, args)
      while (delays.length === 0) await new Promise(setImmediate)
      counted.mockRestore()
      const second = await bo.send(wording, 'talk', 'two')

      expect(delays[0]).toBeGreaterThan(0)
      expect((await answer).map(({ message }) => message)).toMatchObject([
        { id: first },
        { id: second },
      ])
    },
  )

  it('leave the budget of other calls to the account, whatever others send', async () => {
    const [cy] = await server.users('cy')
    const queue = await cy.register()
    const { headers } = await cy.get('/users/me')
    const left = Number(headers['x-ratelimit-remaining'])
    useUp(cy)
    const poll = await cy.get('/events', { ...cursorOf(queue), dont_block: true })
    expectSuccess(poll)
    expect(poll.headers).not.toHaveProperty('x-ratelimit-limit')
    expectSuccess(await cy.post('/events/acknowledge', cursorOf(queue)))
    const after = await cy.get('/users/me')
    expect(after.headers['x-ratelimit-remaining']).toBe(String(left - 1))
  })

  it.each(Object.entries(wordings))(
    'give way to a newer one of the same queue: %s',
    async (wording, args) => {
      const [dan] = await server.users(`dan-${wording}`)
      const queue = await dan.register()
      useUp(dan)
      // More polls than may wait at once: each takes over the slot of the poll before.
      const polls = Array.from({ length: 5 }, async () =>
        dan.get('/events', { ...cursorOf(queue), ...args }),
      )
      await Promise.race(polls)
      expectSuccess(await dan.delete('/events', { queue_id: queue.queue_id }))
      const answers = await Promise.all(polls)
      const ended = answers.filter(({ body }) => {
        const { result, code } = shapedLike(body, { result: '', code: maybe('') })
        return result === 'success' || code === 'BAD_EVENT_QUEUE_ID'
      })
      expect(ended).toHaveLength(5)
    },
  )
})

function cursorOf({ queue_id, last_event_id }: Queue): Arguments {
  return { queue_id, last_event_id }
}
