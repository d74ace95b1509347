import { pino } from 'pino'
import request from 'supertest'
import { watchEventLoop } from '../../src/server/lib/event-loop'
import { asRecord, parsed, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { untilHolds } from '../support/until'
import { useOwnServer } from '../support/own-server'

describe('the event loop', () => {
  const server = useOwnServer()
  afterEach(() => jest.restoreAllMocks())

  it('is watched: the log names the call that blocks it, and a metric counts the block', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({}, { write: (line: string) => lines.push(asRecord(parsed(line))) })
    const alice = await server.user('alice')
    await server.stream('work', { subscribers: [alice] })
    const queue = await alice.register({ event_types: ['realm_emoji'] })
    const polling = alice.poll(queue)
    const { metrics, renderer, events } = server.ctx
    await untilHolds('the poll waits', () => events.parkedPolls === 1)
    const render = renderer.render.bind(renderer)
    jest.spyOn(renderer, 'render').mockImplementation(async (...text) => {
      const until = performance.now() + 400
      while (performance.now() < until);
      return render(...text)
    })

    const watch = watchEventLoop({ log, metrics })
    await alice.send('work', 'a', 'b')
    expectSuccess(await alice.get('/users/me'))
    watch.stop()
    expectSuccess(await alice.delete('/events', { queue_id: queue.queue_id }))
    await polling.catch(() => undefined)

    const blocked = lines.filter(({ msg }) => msg === 'event loop was blocked')
    const named = blocked.flatMap(({ requests }) => shapedLike(requests, [{ call: '' }]))
    const calls = named.map(({ call }) => call)
    expect(calls).toContain('POST /api/v1/messages')
    expect(calls).not.toContain('GET /api/v1/events')
    expect(blocked[0]?.['ms']).toBeGreaterThanOrEqual(250)
    const { text } = await request(server.url).get('/metrics')
    const total = Number(/^parley_event_loop_delay_seconds_count\S* (\d+)$/m.exec(text)?.[1])
    const quick = Number(/^parley_event_loop_delay_\S*le="0.25"\S* (\d+)$/m.exec(text)?.[1])
    expect(total - quick).toBeGreaterThan(0)
  })
})
