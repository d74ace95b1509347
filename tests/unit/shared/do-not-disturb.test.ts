import { quietUntil } from '../../../src/shared/rules/do-not-disturb'
import type { DoNotDisturb } from '../../../src/shared/rules/do-not-disturb'

// Source: docs/protocol/notifications.md#do-not-disturb.
describe('The end of the quiet time', () => {
  const everyDay = [1, 2, 3, 4, 5, 6, 7]
  const weekdays = [1, 2, 3, 4, 5]
  const night = { days: everyDay, from: '22:00', to: '07:00' }
  const endOf = (now: string, settings: Partial<DoNotDisturb>) =>
    quietUntil(
      { dnd_until: 0, dnd_schedule: [], timezone: 'Europe/Berlin', ...settings },
      new Date(now),
    )?.toISOString()

  it.each<[string, string, Partial<DoNotDisturb>, string | undefined]>([
    ['nothing set', '2026-01-05T12:00:00Z', {}, undefined],
    [
      'until a time',
      '2026-01-05T12:00:00Z',
      { dnd_until: 1_767_618_000 },
      '2026-01-05T13:00:00.000Z',
    ],
    ['until a past time', '2026-01-05T14:00:00Z', { dnd_until: 1_767_618_000 }, undefined],
    // Berlin is an hour ahead of UTC in winter.
    [
      'before midnight',
      '2026-01-05T21:30:00Z',
      { dnd_schedule: [night] },
      '2026-01-06T06:00:00.000Z',
    ],
    [
      'after midnight',
      '2026-01-06T00:30:00Z',
      { dnd_schedule: [night] },
      '2026-01-06T06:00:00.000Z',
    ],
    ['at the end', '2026-01-06T06:00:00Z', { dnd_schedule: [night] }, undefined],
    ['in the day', '2026-01-06T12:00:00Z', { dnd_schedule: [night] }, undefined],
    [
      'in UTC',
      '2026-01-06T06:30:00Z',
      { dnd_schedule: [night], timezone: '' },
      '2026-01-06T07:00:00.000Z',
    ],
    [
      'in a zone that this machine does not know, as in UTC',
      '2026-01-06T06:30:00Z',
      { dnd_schedule: [night], timezone: 'Mars/Olympus' },
      '2026-01-06T07:00:00.000Z',
    ],
    [
      'the night after Friday, which began on a weekday',
      '2026-01-10T01:00:00Z',
      { dnd_schedule: [{ ...night, days: weekdays }] },
      '2026-01-10T06:00:00.000Z',
    ],
    [
      'the night after Saturday, which did not',
      '2026-01-11T01:00:00Z',
      { dnd_schedule: [{ ...night, days: weekdays }] },
      undefined,
    ],
    [
      'a night in which clocks go forward',
      '2026-03-28T22:00:00Z',
      { dnd_schedule: [night] },
      '2026-03-29T05:00:00.000Z',
    ],
    [
      'a night in which clocks go back',
      '2026-10-24T21:00:00Z',
      { dnd_schedule: [night] },
      '2026-10-25T06:00:00.000Z',
    ],
    [
      'periods that follow each other',
      '2026-01-05T21:30:00Z',
      { dnd_schedule: [night, { days: [2], from: '07:00', to: '09:30' }] },
      '2026-01-06T08:30:00.000Z',
    ],
  ])('is found: %s', (_, now, settings, end) => {
    expect(endOf(now, settings)).toBe(end)
  })
})
