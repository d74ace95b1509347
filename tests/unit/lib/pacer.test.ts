import { Pacer } from '../../../src/server/lib/pacer'

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
