import { Pacer, quietMoment } from '../../../src/server/lib/pacer'

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

describe('a quiet moment', () => {
  /** Waits beside requests, of which `begins` answers the number that begins in each moment. */
  async function momentsOf(begins: (moment: number) => number): Promise<number> {
    const requests = { begun: 0 }
    let moments = 0
    await quietMoment(requests, () => {
      requests.begun += begins(moments)
      moments += 1
      return Promise.resolve()
    })
    return moments
  }

  it('ends when no request has begun in it, or after four', async () => {
    expect(await momentsOf(() => 0)).toBe(1)
    expect(await momentsOf((moment) => (moment < 2 ? 3 : 0))).toBe(3)
    expect(await momentsOf(() => 1)).toBe(4)
  })
})
