import {
  fieldValueOf,
  readFieldValue,
  reminderChoices,
  secondsAt,
  sendingChoices,
  wallTimeAt,
} from '../../../src/web/data/later/times'
import type { LaterChoice } from '../../../src/web/data/later/times'

const berlin = 'Europe/Berlin'
const seconds = (iso: string) => Date.parse(iso) / 1000

/** The choices by kind, as fields in the zone show them. */
function shown(choices: readonly LaterChoice[], zone: string) {
  return Object.fromEntries(choices.map(({ kind, at }) => [kind, fieldValueOf(at, zone)]))
}

describe('The times for sending later', () => {
  it('follow the time zone', () => {
    // A Thursday, 14:30:20 in Berlin and 22:30:20 in Tokyo.
    const now = seconds('2026-11-26T13:30:20Z')
    expect(shown(sendingChoices(now, berlin), berlin)).toEqual({
      hour: '2026-11-26T15:31',
      evening: '2026-11-26T18:00',
      tomorrow: '2026-11-27T09:00',
      monday: '2026-11-30T09:00',
    })
    expect(shown(sendingChoices(now, 'Asia/Tokyo'), 'Asia/Tokyo')).toEqual({
      hour: '2026-11-26T23:31',
      tomorrow: '2026-11-27T09:00',
      monday: '2026-11-30T09:00',
    })
  })

  it('offer the evening until it begins', () => {
    const kinds = (iso: string) => sendingChoices(seconds(iso), 'UTC').map(({ kind }) => kind)
    expect(kinds('2026-11-26T17:59:59Z')).toContain('evening')
    expect(kinds('2026-11-26T18:00:00Z')).not.toContain('evening')
  })

  it('mean next week by Monday on a Monday, and name the same morning once on a Sunday', () => {
    expect(shown(sendingChoices(seconds('2026-11-30T06:00:00Z'), 'UTC'), 'UTC')).toMatchObject({
      tomorrow: '2026-12-01T09:00',
      monday: '2026-12-07T09:00',
    })
    const sunday = shown(sendingChoices(seconds('2026-11-29T06:00:00Z'), 'UTC'), 'UTC')
    expect(sunday['tomorrow']).toBe('2026-11-30T09:00')
    expect(sunday).not.toHaveProperty('monday')
  })

  it('are nine o’clock on both sides of a change of the clocks, and over the end of a year', () => {
    // The clocks of Berlin change in the nights to 2026-03-29 and 2026-10-25.
    const spring = sendingChoices(seconds('2026-03-28T12:00:00Z'), berlin)
    expect(spring.find(({ kind }) => kind === 'tomorrow')?.at).toBe(seconds('2026-03-29T07:00:00Z'))
    const autumn = sendingChoices(seconds('2026-10-24T12:00:00Z'), berlin)
    expect(autumn.find(({ kind }) => kind === 'tomorrow')?.at).toBe(seconds('2026-10-25T08:00:00Z'))
    const year = sendingChoices(seconds('2026-12-31T12:00:00Z'), berlin)
    expect(shown(year, berlin)).toMatchObject({
      tomorrow: '2027-01-01T09:00',
      monday: '2027-01-04T09:00',
    })
  })

  it('begin with 20 minutes for reminders', () => {
    const now = seconds('2026-11-26T13:30:20Z')
    expect(shown(reminderChoices(now, berlin), berlin)).toEqual({
      soon: '2026-11-26T14:51',
      hour: '2026-11-26T15:31',
      tomorrow: '2026-11-27T09:00',
      monday: '2026-11-30T09:00',
    })
  })
})

describe('A picked time', () => {
  it.each([
    ['2026-07-01T09:30', berlin, '2026-07-01T07:30:00Z'],
    ['2026-12-01T09:30', berlin, '2026-12-01T08:30:00Z'],
    ['2026-12-01T09:30', 'America/New_York', '2026-12-01T14:30:00Z'],
    ['2026-12-01T09:30', 'Asia/Kathmandu', '2026-12-01T03:45:00Z'],
    ['2026-12-01T09:30', 'Pacific/Apia', '2026-11-30T20:30:00Z'],
    // Clocks skip this time, and show this one twice.
    ['2026-03-29T02:30', berlin, '2026-03-29T01:30:00Z'],
    ['2026-10-25T02:30', berlin, '2026-10-25T00:30:00Z'],
    ['2026-10-25T03:30', berlin, '2026-10-25T02:30:00Z'],
  ])('%s in %s is %s', (value, zone, iso) => {
    expect(readFieldValue(value, zone)).toBe(seconds(iso))
  })

  it('is shown as it was picked', () => {
    for (const value of ['2026-03-29T03:00', '2026-10-25T01:59', '2028-02-29T23:59']) {
      expect(fieldValueOf(readFieldValue(value, berlin) ?? 0, berlin)).toBe(value)
    }
  })

  it('is undefined for an empty field', () => {
    expect(readFieldValue('', berlin)).toBeUndefined()
  })

  it('is a time of the device without a zone', () => {
    const now = seconds('2026-11-26T13:30:00Z')
    expect(secondsAt(wallTimeAt(now, undefined), undefined)).toBe(now)
  })
})
