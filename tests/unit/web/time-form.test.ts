import { dayName } from '../../../src/web/texts/days'
import { dayNumber, timeForm } from '../../../src/web/texts/time-form'
import { timeOfDay } from '../../../src/web/texts/times'

const inZone = (zone: string, language = 'en') => (timeForm.value = { zone, language })

/** 2026-03-01, half past midnight in Berlin; the day before in New York. */
const night = Date.UTC(2026, 1, 28, 23, 30) / 1000

describe('Times in the zone that the reader chose', () => {
  afterEach(() => {
    timeForm.value = { zone: undefined, language: undefined }
  })

  it('have the days of that zone', () => {
    inZone('Europe/Berlin')
    const inBerlin = dayNumber(night)
    inZone('America/New_York')
    expect(dayNumber(night)).toBe(inBerlin - 1)
    const now = new Date((night + 12 * 3600) * 1000)
    expect(dayName(night, now)).toBe('Yesterday')
    inZone('Europe/Berlin')
    expect(dayName(night, now)).toBe('Today')
  })

  it('are written in its hours and in the language that goes with it', () => {
    inZone('Asia/Tokyo')
    expect(timeOfDay(night, true)).toBe('08:30')
    inZone('Asia/Tokyo', 'de')
    expect(dayName(night, new Date(Date.UTC(2026, 5, 1)))).toBe('Sonntag, 1. März')
  })
})
