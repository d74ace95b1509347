import { PollThrottle } from '../../../src/server/events/poll-throttle'

const [ada, bo] = [1, 2]

describe('the throttle of polls', () => {
  let now = 1_000_000
  const throttleOf = (pollsPerMinute: number | null) =>
    new PollThrottle({ pollsPerMinute, now: () => now })

  it('lets an account use the whole budget at once, and then delays each poll until one is free', () => {
    const throttle = throttleOf(60)
    for (let poll = 0; poll < 60; poll += 1) expect(throttle.count(ada)).toBe(0)
    expect(throttle.count(ada)).toBe(1_000)
    expect(throttle.count(ada)).toBe(2_000)
    expect(throttle.count(bo)).toBe(0)
    now += 3_000
    expect(throttle.count(ada)).toBe(0)
    now += 60_000
    for (let poll = 0; poll < 60; poll += 1) expect(throttle.count(ada)).toBe(0)
  })

  it('delays no poll for longer than five seconds, and keeps no older debt', () => {
    const throttle = throttleOf(60)
    const delays = Array.from({ length: 1_000 }, () => throttle.count(ada))
    expect(Math.max(...delays)).toBe(5_000)
    now += 6_000
    expect(throttle.count(ada)).toBe(0)
  })

  it('delays nothing when it is off', () => {
    const throttle = throttleOf(null)
    for (let poll = 0; poll < 10_000; poll += 1) expect(throttle.count(ada)).toBe(0)
  })

  it('calls back once: when the worker stops, or never after a cancel', () => {
    const throttle = throttleOf(60)
    const begun: string[] = []
    throttle.after(60_000, () => begun.push('stopped'))
    throttle.after(60_000, () => begun.push('canceled')).cancel()
    throttle.drain()
    throttle.drain()
    expect(begun).toEqual(['stopped'])
  })

  it('stops waiting when the client hangs up', async () => {
    const throttle = throttleOf(60)
    const client = new AbortController()
    const waiting = throttle.wait(60_000, client.signal)
    client.abort()
    await waiting
    await throttle.wait(60_000, client.signal)
  })
})
