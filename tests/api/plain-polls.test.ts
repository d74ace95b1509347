import { Agent, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { PlainPolls } from '../../src/server/api/events/get-events-fast'
import { asBoolean, firstOf } from '../support/checked'
import type { Person } from '../support/person'
import { randomOf, sampled, sampledCount } from '../support/sample'
import { useOwnServer } from '../support/own-server'

/**
 * A run makes a share of the requests, others at each commit. `TEST_SEED=… npx jest plain-polls` repeats those of a run,
 * with the seed that its titles name; with TEST_ALL=1 all are made.
 */
const requestCount = sampledCount(3_000, 1 / 6)

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** A poll as some client may write it. */
interface Wording {
  method: string
  /** After the path. */
  query: string
  headers: Record<string, string>
}

describe('a plain poll', () => {
  const server = useOwnServer({
    settings: { HEARTBEAT_MS: '40', RATE_LIMIT: '100000', LOGIN_RATE_LIMIT: 'off' },
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  afterAll(() => agent.destroy())

  function send(path: string, { method, query, headers }: Wording): Promise<Answer> {
    const { hostname, port } = new URL(server.url)
    return new Promise((resolve, reject) => {
      const sent = request({ agent, hostname, port, method, headers, path: `${path}${query}` })
      sent.on('error', reject)
      sent.on('response', (response) => {
        const { statusCode: status, headers } = response
        text(response).then((body) => resolve({ status, headers, body }), reject)
      })
      sent.end()
    })
  }

  it(sampled('gets the answer that the general way gives'), async () => {
    const random = randomOf('plain polls')
    const [ann, bob] = await server.users('ann', 'bob')
    await server.stream('talk', { subscribers: [ann, bob] })
    const queues = [await ann.register(), await ann.register({ event_types: ['message'] })]
    const ofBob = await bob.register()
    const hook = await server.bot(ann, 'hook', 2)
    for (const content of ['one', 'zwölf 😀', 'three'.repeat(2_000)]) {
      await bob.post('/messages', { type: 'stream', to: 'talk', topic: 'x', content })
    }

    const basic = ({ email, apiKey }: Pick<Person, 'email' | 'apiKey'>): string =>
      `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
    const own = queues.map(({ queue_id: id }) => id)
    const usually = <T>(usual: T, ...others: T[]): T =>
      random.chance(0.7) ? usual : random.pick(others)

    function word(): Wording {
      const id = usually(
        random.pick(own),
        ofBob.queue_id,
        '1:0',
        '1:9',
        '12',
        'x:0',
        '',
        `${own[0]}+`,
      )
      const cursor = usually(
        String(random.between(-1, 3)),
        '-2',
        '01',
        '+1',
        '1.0',
        '',
        'x',
        '1e2',
        '"1"',
      )
      const parts = [
        `queue_id=${usually(encodeURIComponent(id), id.replace('+', '%20'))}`,
        `last_event_id=${usually(cursor, encodeURIComponent(`${cursor} `))}`,
        ...usually<string[]>(
          [],
          ['dont_block=false'],
          ['dont_block=true'],
          ['dont_block=0'],
          ['x=1'],
        ),
      ]
      const query = usually(parts, parts.toReversed(), parts.slice(0, 1), [
        ...parts,
        firstOf(parts),
      ])
      return {
        method: usually('GET', 'GET', 'GET', 'GET', 'HEAD', 'PUT', 'OPTIONS'),
        query: `?${query.join('&')}`,
        headers: {
          ...usually<Record<string, string>>(
            { Authorization: basic(ann) },
            {},
            { Authorization: basic(bob) },
            { Authorization: basic(hook) },
            { Authorization: basic({ email: ann.email, apiKey: 'x' }) },
            { Authorization: 'Bearer x' },
          ),
          ...usually<Record<string, string>>(
            {},
            { Host: 'nowhere.localhost' },
            { Connection: 'close' },
            { 'Accept-Encoding': 'gzip' },
            { Origin: 'https://elsewhere.example' },
            { 'X-Requested-With': 'XMLHttpRequest' },
            { 'User-Agent': 'tester/1.0' },
          ),
        },
      }
    }

    const serve = jest.spyOn(PlainPolls.prototype, 'serve')
    const plainOnes = (): number => serve.mock.results.filter(({ value }) => value === true).length
    let plain = 0
    for (let number = 0; number < requestCount; number++) {
      serve.mockClear()
      const wording = word()
      // A slash more means the same, and is unusual.
      const early = random.chance(0.5) ? await send('/api/v1/events', wording) : undefined
      const general = await send('/api/v1//events', wording)
      const answer = early ?? (await send('/api/v1/events', wording))
      expect(plainOnes()).toBeLessThanOrEqual(1)
      plain += plainOnes()
      expect({ wording, ...comparable(answer) }).toEqual({ wording, ...comparable(general) })
    }
    expect(plain).toBeGreaterThan(requestCount / 10)
  })

  it('is plain, too, on a worker that has not met its account', async () => {
    const cat = await server.user('cat')
    const { queue_id: id } = await cat.register({ event_types: ['message'] })
    const serve = jest.spyOn(PlainPolls.prototype, 'serve')
    const poll = (apiKey: string): Promise<Answer> => {
      const words = Buffer.from(`${cat.email}:${apiKey}`).toString('base64')
      const query = `?queue_id=${encodeURIComponent(id)}&last_event_id=-1`
      return send('/api/v1/events', {
        method: 'GET',
        query,
        headers: { Authorization: `Basic ${words}` },
      })
    }
    server.ctx.caches.requesters.forgetAll()
    serve.mockClear()
    const { status, body } = await poll(cat.apiKey)
    expect([status, JSON.parse(body)]).toMatchObject([200, { events: [{ type: 'heartbeat' }] }])
    const refused = await poll('x'.repeat(32))
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([401, { result: 'error' }])
    expect(serve.mock.results.map(({ value }) => asBoolean(value))).toEqual([true, true])
    expect(server.ctx.pollSlots).toMatchObject({ count: 0 })
  })
})

/** The part of an answer that must be equal both ways. */
function comparable({ status, headers, body }: Answer): object {
  const { date: _date, 'x-request-id': id, ...others } = headers
  const remaining = Number(others['x-ratelimit-remaining'])
  return {
    status,
    body,
    headers: {
      ...others,
      'x-request-id': typeof id,
      'x-ratelimit-remaining': Number.isNaN(remaining) ? undefined : 'some',
      'x-ratelimit-reset': typeof others['x-ratelimit-reset'],
    },
  }
}
