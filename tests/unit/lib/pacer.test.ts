import { Pacer, QuietMoments } from '../../../src/server/lib/pacer'

describe('a pacer', () => {
  it('lets work begin at once after idle time, and spreads the work that follows', async () => {
    const world = { nowMs: 0, pauses: [] as number[] }
    const pacer = new Pacer({
      perSecond: 100,
      elapsedMs: () => world.nowMs,
      pause: (ms) => Promise.resolve(world.pauses.push(ms)),
    })
    await Promise.all([pacer.turn(2), pacer.turn(1), pacer.turn(1)])
    expect(world.pauses).toEqual([20, 30])
    world.nowMs = 10_000
    await Promise.all([pacer.turn(1), pacer.turn(1)])
    expect(world.pauses).toEqual([20, 30, 10])
  })
})

describe('quiet moments', () => {
  it('come when no request has begun since the last look, or after four waits', async () => {
    const requests = { begun: 0 }
    let beginning: number[] = []
    let waits = 0
    const moments = new QuietMoments(() => {
      waits += 1
      requests.begun += beginning.shift() ?? 0
      return Promise.resolve()
    })
    const waitsWith = async (...begin: number[]): Promise<number> => {
      beginning = begin
      waits = 0
      await moments.next(requests)
      return waits
    }
    expect(await waitsWith()).toBe(1)
    expect(await waitsWith()).toBe(0)
    requests.begun += 1
    expect(await waitsWith(3, 1)).toBe(3)
    requests.begun += 1
    expect(await waitsWith(1, 1, 1, 1, 1)).toBe(4)
  })
})
