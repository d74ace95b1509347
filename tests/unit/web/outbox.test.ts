import { RefusedError, UnreachableError } from '../../../src/web/data/api/errors'
import { narrowTo } from '../../../src/web/data/narrow/narrow'
import { createOutbox } from '../../../src/web/data/send/outbox'
import type { Outbox, PendingMessage } from '../../../src/web/data/send/outbox'
import { createShelf } from '../../../src/web/data/send/shelf'
import type { BrowserStorage } from '../../../src/web/data/storage/browser-storage'
import { createStorage } from './support/storage'

const deploys = { kind: 'topic', streamId: 5, topic: 'deploys' } as const

const refusal = (status: number, msg: string, more = {}) =>
  RefusedError.of(status, { result: 'error', code: 'BAD_REQUEST', msg, ...more })

/** A fake server with scripted failures; like the real one, it identifies messages by queue and local id. */
class Server {
  readonly stored = new Map<string, { id: number; content: string }>()
  readonly asked: PendingMessage[] = []
  /** Failures of the next attempts: before the message is stored, or after. */
  readonly troubles: ('before' | 'after' | Error)[] = []

  send(message: PendingMessage): Promise<number> {
    this.asked.push(message)
    const trouble = this.troubles.shift()
    if (trouble instanceof Error) return Promise.reject(trouble)
    if (trouble === 'before') return Promise.reject(new UnreachableError())
    const key = `${message.queueId} ${message.key}`
    const known = this.stored.get(key) ?? { id: this.stored.size + 1, content: message.content }
    this.stored.set(key, known)
    return trouble === 'after' ? Promise.reject(new UnreachableError()) : Promise.resolve(known.id)
  }

  get contents(): string[] {
    return [...this.stored.values()].map(({ content }) => content)
  }
}

describe('the outbox', () => {
  let server: Server
  let storage: BrowserStorage
  let ended: AbortController
  let now: number
  let queueId: string

  function open(): Outbox {
    return createOutbox({
      shelf: createShelf<PendingMessage>('outbox.1', storage, ended.signal),
      queueId: () => queueId,
      send: (message) => server.send(message),
      findSent: ({ content }) =>
        Promise.resolve([...server.stored.values()].find((one) => one.content === content)?.id),
      isHeld: () => false,
      onSent: () => undefined,
      tooOld: 'Too old.',
      ended: ended.signal,
      now: () => now,
    })
  }

  const states = (outbox: Outbox) =>
    outbox.in(narrowTo(deploys)).map(({ content, status }) => `${content}: ${status}`)

  /** Resolves when no call is in flight. */
  async function settled(): Promise<void> {
    await new Promise(setImmediate)
  }

  beforeEach(() => {
    server = new Server()
    storage = createStorage()
    ended = new AbortController()
    now = 1_700_000_000
    queueId = '1:1'
  })
  afterEach(() => {
    ended.abort()
  })

  it('sends in order, and shows a message until its event arrives', async () => {
    const outbox = open()
    outbox.post(deploys, 'one')
    outbox.post(deploys, 'two')
    expect(states(outbox)).toEqual(['one: sending', 'two: sending'])
    await settled()
    expect(server.contents).toEqual(['one', 'two'])
    expect(states(outbox)).toEqual(['one: sent', 'two: sent'])

    outbox.hear(1, undefined, deploys)
    outbox.hear(9, server.asked[1]?.key, deploys)
    expect(states(outbox)).toEqual([])
  })

  it('repeats with the same local id until there is an answer', async () => {
    server.troubles.push('after', 'before')
    const outbox = open()
    outbox.post(deploys, 'once')
    outbox.post(deploys, 'later')
    await settled()
    expect(states(outbox)).toEqual(['once: waiting', 'later: sending'])
    outbox.wake()
    await settled()
    outbox.wake()
    await settled()
    expect(server.contents).toEqual(['once', 'later'])
    expect(new Set(server.asked.slice(0, 3).map(({ key }) => key)).size).toBe(1)
  })

  it('survives a reload: waiting messages keep their local id', async () => {
    server.troubles.push('after')
    open().post(deploys, 'once')
    await settled()
    ended.abort()

    ended = new AbortController()
    queueId = '1:2'
    const outbox = open()
    expect(states(outbox)).toEqual(['once: waiting'])
    outbox.wake()
    await settled()
    expect(server.asked.map((message) => message.queueId)).toEqual(['1:1', '1:1'])
    expect(server.contents).toEqual(['once'])
  })

  it('does not send again what another tab has sent', async () => {
    server.troubles.push('before')
    const one = open()
    one.post(deploys, 'hello')
    await settled()
    const late = open()
    expect(states(late)).toEqual(['hello: waiting'])
    one.wake()
    await settled()
    one.hear(1, one.all.peek()[0]?.key, undefined)
    // The storage's event of the removal has not arrived yet.
    expect(states(late)).toEqual(['hello: waiting'])
    late.wake()
    await settled()
    expect(server.asked).toHaveLength(2)
    expect(states(late)).toEqual([])
    expect(states(open())).toEqual([])
  })

  it('names the message that was sent last from this page, where it is shown', () => {
    const outbox = open()
    expect(outbox.latestIn(narrowTo(deploys))).toBeUndefined()
    outbox.post(deploys, 'hello')
    const [message] = outbox.all.peek()
    expect(outbox.latestIn(narrowTo(deploys))).toBe(message?.key)
    expect(outbox.latestIn(narrowTo({ ...deploys, topic: 'lunch' }))).toBeUndefined()
    expect(open().latestIn(narrowTo(deploys))).toBeUndefined()
  })

  it('marks a refused message as failed, and goes on with the next', async () => {
    server.troubles.push(refusal(400, 'Not there.'))
    const outbox = open()
    outbox.post(deploys, 'refused')
    outbox.post(deploys, 'fine')
    await settled()
    expect(server.contents).toEqual(['fine'])
    const [failed] = outbox.in(narrowTo(deploys))
    expect(failed).toMatchObject({ content: 'refused', status: 'failed', refusal: 'Not there.' })

    outbox.retry(failed?.key ?? '')
    await settled()
    expect(server.contents).toEqual(['fine', 'refused'])
  })

  it('waits when the server limits its rate or has ended the session', async () => {
    server.troubles.push(
      refusal(429, 'Too many.', { 'retry-after': 60 }),
      refusal(401, 'Not logged in.'),
    )
    const outbox = open()
    outbox.post(deploys, 'patient')
    await settled()
    expect(states(outbox)).toEqual(['patient: waiting'])
    outbox.wake()
    await settled()
    expect(states(outbox)).toEqual(['patient: waiting'])
    outbox.wake()
    await settled()
    expect(server.contents).toEqual(['patient'])
  })

  it('marks a message as failed after repeated server errors', async () => {
    server.troubles.push(...Array.from({ length: 5 }, () => refusal(500, 'Internal error.')))
    const outbox = open()
    outbox.post(deploys, 'unlucky')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await settled()
      outbox.wake()
    }
    await settled()
    expect(states(outbox)).toEqual(['unlucky: failed'])
  })

  it('looks for an expired message on the server before sending it again', async () => {
    server.troubles.push('after', 'before')
    open().post(deploys, 'arrived')
    await settled()
    ended.abort()
    ended = new AbortController()
    now += 30 * 60 * 60
    const outbox = open()
    outbox.wake()
    await settled()
    const [old] = outbox.in(narrowTo(deploys))
    expect(old).toMatchObject({ status: 'failed', refusal: 'Too old.' })
    outbox.retry(old?.key ?? '')
    await settled()
    expect(states(outbox)).toEqual([])
    expect(server.contents).toEqual(['arrived'])
  })

  it('shows a message once if the event from another queue precedes the answer', async () => {
    server.troubles.push('before')
    open().post(deploys, 'twice?')
    await settled()
    ended.abort()
    ended = new AbortController()
    queueId = '1:2'
    let answer = (_id: number) => {}
    const sending = new Promise<number>((resolve) => (answer = resolve))
    server.send = () => sending
    const outbox = open()
    outbox.wake()
    outbox.hear(7, undefined, deploys)
    expect(states(outbox)).toEqual([])
    answer(8)
    await settled()
    // The event was of a different message.
    expect(states(outbox)).toEqual(['twice?: sent'])
  })

  it('takes a message out for editing', async () => {
    server.troubles.push(refusal(400, 'No.'))
    const outbox = open()
    outbox.post(deploys, 'to change')
    await settled()
    const [failed] = outbox.in(narrowTo(deploys))
    expect(outbox.takeOut(failed?.key ?? '')).toMatchObject({ content: 'to change' })
    expect(open().all.value).toEqual([])
  })
})
