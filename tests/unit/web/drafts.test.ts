import { batch, signal } from '@preact/signals-core'
import { RefusedError, UnreachableError } from '../../../src/web/data/api/errors'
import { createDrafts } from '../../../src/web/data/send/drafts'
import type { Drafts, DraftsOnServer, KeptDraft } from '../../../src/web/data/send/drafts'
import { createShelf } from '../../../src/web/data/send/shelf'
import type { Draft } from '../../../src/web/data/records/state'
import { untilHolds } from '../../support/until'
import { createStorage } from './support/storage'

const deploys = { kind: 'topic', streamId: 5, topic: 'deploys' } as const

/** A fake server with drafts, and the drafts that its events have reported. */
class Server implements DraftsOnServer {
  readonly told = signal<readonly Draft[]>([])
  isAway = false
  /** Whether the next answer is lost. */
  losesAnswer = false
  /** Whether the events of deletions are still on their way. */
  isLate = false
  /** Ids that the server was asked to delete. */
  readonly removals: number[] = []
  /** Additions wait for it. */
  admission: Promise<void> | undefined
  private lastId = 0

  async add(draft: Omit<Draft, 'id'>): Promise<number> {
    this.answer()
    await this.admission
    const id = (this.lastId += 1)
    this.told.value = [{ ...draft, id }, ...this.told.peek()]
    this.loseAnswer()
    return Promise.resolve(id)
  }

  async change(id: number, draft: Omit<Draft, 'id'>): Promise<void> {
    this.answer()
    this.told.value = this.told.peek().map((each) => (each.id === id ? { ...draft, id } : each))
    return Promise.resolve()
  }

  async remove(id: number): Promise<void> {
    this.answer()
    this.removals.push(id)
    if (!this.isLate) this.told.value = this.told.peek().filter((each) => each.id !== id)
    this.loseAnswer()
    return Promise.resolve()
  }

  get contents(): string[] {
    return this.told.peek().map(({ content }) => content)
  }

  private answer(): void {
    if (this.isAway) throw new UnreachableError()
  }

  private loseAnswer(): void {
    if (!this.losesAnswer) return
    this.losesAnswer = false
    throw new UnreachableError()
  }
}

describe('drafts', () => {
  let server: Server
  let storage: ReturnType<typeof createStorage>
  let ended: AbortController
  let now: number
  const isSynchronized = signal(true)

  function open(): Drafts {
    return createDrafts({
      shelf: createShelf<KeptDraft>('drafts.1', storage, ended.signal),
      readServer: () => server.told.value,
      isSynchronized: () => isSynchronized.value,
      server,
      ended: ended.signal,
      now: () => (now += 1),
    })
  }

  const contents = (drafts: Drafts) => drafts.all.value.map(({ content }) => content)

  async function synchronized(drafts: Drafts): Promise<void> {
    drafts.flush()
    await new Promise(setImmediate)
  }

  beforeEach(() => {
    server = new Server()
    storage = createStorage()
    ended = new AbortController()
    now = 1_700_000_000
    isSynchronized.value = true
  })
  afterEach(() => {
    ended.abort()
  })

  it('are saved here at once, and on the server as one draft after a pause', async () => {
    const drafts = open()
    drafts.save('a', deploys, 'half')
    expect(contents(drafts)).toEqual(['half'])
    await synchronized(drafts)
    drafts.save('a', deploys, 'half a thought')
    await synchronized(drafts)
    expect(server.contents).toEqual(['half a thought'])
    expect(drafts.count.value).toBe(1)
  })

  it('survive a reload, also while the server is unreachable', async () => {
    server.isAway = true
    const before = open()
    before.save('a', deploys, 'on the train')
    await synchronized(before)
    ended.abort()
    ended = new AbortController()
    const drafts = open()
    expect(contents(drafts)).toEqual(['on the train'])
    server.isAway = false
    await synchronized(drafts)
    expect(server.contents).toEqual(['on the train'])
  })

  it('are added once, even if the answer is lost', async () => {
    server.losesAnswer = true
    const drafts = open()
    drafts.save('a', deploys, 'once')
    await synchronized(drafts)
    await synchronized(drafts)
    expect(server.contents).toEqual(['once'])
    expect(contents(drafts)).toEqual(['once'])
  })

  it('follow changes by other clients', async () => {
    const drafts = open()
    drafts.save('a', deploys, 'mine')
    await synchronized(drafts)
    const [first] = server.told.peek()
    server.told.value = first ? [{ ...first, content: 'changed there' }] : []
    expect(contents(drafts)).toEqual(['changed there'])
    server.told.value = []
    expect(contents(drafts)).toEqual([])
  })

  it('are deleted on the server once it is reachable again', async () => {
    const drafts = open()
    drafts.save('a', deploys, 'gone')
    await synchronized(drafts)
    server.isAway = true
    drafts.remove('a')
    await synchronized(drafts)
    expect(contents(drafts)).toEqual([])
    expect(server.contents).toEqual(['gone'])
    server.isAway = false
    await synchronized(drafts)
    expect(server.contents).toEqual([])
  })

  it('are deleted on the server by one of two tabs', async () => {
    const drafts = open()
    drafts.save('a', deploys, 'gone')
    await synchronized(drafts)
    server.isAway = true
    drafts.remove('a')
    await synchronized(drafts)
    const otherTab = open()
    server.isAway = false
    server.isLate = true
    await synchronized(drafts)
    await synchronized(otherTab)
    expect(server.removals).toEqual([1])
  })

  it('are deleted on the server once, even if the answer is lost and the page is reloaded', async () => {
    const before = open()
    before.save('a', deploys, 'gone')
    await synchronized(before)
    server.losesAnswer = true
    before.remove('a')
    await synchronized(before)
    ended.abort()
    ended = new AbortController()
    await synchronized(open())
    expect(server.removals).toEqual([1])
    expect(storage.length).toBe(0)
  })

  it('are deleted on the server if they are sent as messages during their upload', async () => {
    let admit = () => undefined as void
    server.admission = new Promise((resolve) => (admit = resolve))
    const drafts = open()
    drafts.save('a', deploys, 'hello')
    await synchronized(drafts)
    drafts.remove('a')
    admit()
    await untilHolds('the draft is gone', () => storage.length === 0)
    expect(server.contents).toEqual([])
    expect(contents(drafts)).toEqual([])
  })

  it('are one on the server if the answer is lost while the writer types on', async () => {
    server.losesAnswer = true
    const drafts = open()
    drafts.save('a', deploys, 'half')
    await synchronized(drafts)
    drafts.save('a', deploys, 'half a thought')
    await synchronized(drafts)
    expect(server.contents).toEqual(['half a thought'])
    server.losesAnswer = true
    drafts.save('b', deploys, 'hello')
    await synchronized(drafts)
    drafts.save('b', deploys, 'hello to all')
    drafts.remove('b')
    await synchronized(drafts)
    expect(server.contents).toEqual(['half a thought'])
  })

  it('are sent to the server although the storage of the browser is full', async () => {
    const drafts = open()
    drafts.save('a', deploys, 'half')
    await synchronized(drafts)
    storage.setItem = () => undefined
    drafts.save('a', deploys, 'half a thought')
    drafts.save('b', deploys, 'another')
    await synchronized(drafts)
    expect(server.contents).toEqual(['another', 'half a thought'])
  })

  it('are deleted by deleting their text', async () => {
    const drafts = open()
    drafts.save('a', deploys, 'x')
    await synchronized(drafts)
    drafts.save('a', deploys, ' ')
    await synchronized(drafts)
    expect(server.contents).toEqual([])
    expect(contents(drafts)).toEqual([])
  })

  it('stay here if synchronization is off, or the server refuses them', async () => {
    const drafts = open()
    drafts.save('a', deploys, 'private thought')
    await synchronized(drafts)
    await server.add({ type: '', to: [], topic: '', content: 'from a phone', timestamp: now + 5 })
    batch(() => {
      isSynchronized.value = false
      server.told.value = []
    })
    expect(contents(drafts)).toEqual(['from a phone', 'private thought'])

    isSynchronized.value = true
    server.add = () =>
      Promise.reject(RefusedError.of(400, { code: 'BAD_REQUEST', msg: 'Too many drafts' }))
    drafts.save('b', deploys, 'one too many')
    drafts.save('c', deploys, 'x'.repeat(10_001))
    await synchronized(drafts)
    expect(contents(drafts)).toHaveLength(4)
    expect(contents(drafts)).toContain('one too many')
  })
})
