import { Pace } from '../../../src/server/moving/import/job/pace'

/** A pace with a clock and a number of events that the test moves. */
function makePace() {
  const world = { nowMs: 0, events: 100, looks: 0, pauses: new Array<number>() }
  const pace = new Pace({
    countEvents: () => {
      world.looks++
      return Promise.resolve(world.events)
    },
    elapsedMs: () => world.nowMs,
    pause: (ms) => {
      world.pauses.push(ms)
      world.nowMs += ms
      return Promise.resolve()
    },
  })
  const batch = (ms: number, events = 0): Promise<string> =>
    pace.run(() => {
      world.nowMs += ms
      world.events += events
      return Promise.resolve('written')
    })
  return { pace, world, batch }
}

describe('pace of an import', () => {
  it('is full without other events', async () => {
    const { pace, world, batch } = makePace()
    for (let count = 0; count < 20; count++) expect(await batch(300)).toBe('written')
    expect(world.pauses).toEqual([])
    expect(pace.sizeOf(1_000)).toBe(1_000)
  })

  it('has smaller batches and a pause after each while people are active', async () => {
    const { pace, world, batch } = makePace()
    await batch(300)
    await batch(1_000, 50)
    expect(pace.sizeOf(1_000)).toBe(250)
    expect(world.pauses).toEqual([1_000])
    await batch(200, 10)
    expect(world.pauses).toEqual([1_000, 400])
  })

  it('has small batches where the database shares the event loop of a worker', async () => {
    const countEvents = () => Promise.resolve(0)
    const pace = new Pace({ isInEventLoop: true, countEvents })
    expect(pace.sizeOf(1_000)).toBe(63)
    expect(pace.sizeOf(100)).toBe(7)
    let isServed = false
    setImmediate(() => (isServed = true))
    await pace.run(() => Promise.resolve())
    expect(isServed).toBe(true)
  })

  it('is full again after people have stopped', async () => {
    const { pace, world, batch } = makePace()
    await batch(300)
    await batch(1_000, 50)
    await batch(500)
    await batch(500)
    expect(pace.sizeOf(1_000)).toBe(1_000)
    const pauses = world.pauses.length
    await batch(500)
    expect(world.pauses).toHaveLength(pauses)
  })

  it('is full beside the progress that the import itself tells of', async () => {
    const { pace, world, batch } = makePace()
    for (let count = 0; count < 10; count++) {
      await batch(1_000, 1)
      await batch(1_000)
    }
    expect(world.pauses).toEqual([])
    expect(pace.sizeOf(1_000)).toBe(1_000)
  })

  it('pauses for a second at most', async () => {
    const { world, batch } = makePace()
    await batch(300)
    await batch(60_000, 5_000)
    expect(world.pauses).toEqual([1_000])
  })

  it('is looked up once a second at most', async () => {
    const { world, batch } = makePace()
    for (let count = 0; count < 100; count++) await batch(100)
    expect(world.looks).toBe(10)
  })
})
