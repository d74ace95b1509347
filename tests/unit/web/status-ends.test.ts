import { statusEndsAt } from '../../../src/web/features/frame/status-ends'

const seconds = (time: string) => Date.parse(time) / 1_000

describe('The end of a status', () => {
  // A Saturday, the day before clocks are set back in Berlin.
  const now = seconds('2026-10-24T21:30:00Z')
  const zone = 'Europe/Berlin'

  it.each([
    ['halfHour', '2026-10-24T22:00:00Z'],
    ['hour', '2026-10-24T22:30:00Z'],
    ['today', '2026-10-24T22:00:00Z'],
    ['week', '2026-10-25T23:00:00Z'],
  ] as const)('is for %s at %s', (kind, expected) => {
    expect(statusEndsAt(kind, now, zone)).toBe(seconds(expected))
  })

  it('does not exist for a status that stays', () => {
    expect(statusEndsAt('never', now, zone)).toBeUndefined()
  })
})
