import type MarkdownIt from 'markdown-it'
import { element, escapeText } from '../html'
import { matchHere, pushHtml } from './rules'
import type { InlineRule } from './rules'

/** A longer text is not a time. */
const timePattern = /<time:([^>\n]{0,100})>/y

const unixSeconds = /^[0-9]{1,12}(?:\.[0-9]{1,9})?$/
/** A named zone, or the hours and minutes ahead of UTC: `CET`, `+01:00`, `UTC-5`, `GMT+5:30`. */
const zone = '([a-z]{1,5}|(?:(?:utc|gmt) ?)?[+-][0-9]{1,2}(?::?[0-9]{2})?)'
const iso = new RegExp(
  '^([0-9]{4})([-/])([0-9]{2})\\2([0-9]{2})' +
    `(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.[0-9]{1,9})?)?)?[ ]?${zone}?$`,
  'i',
)
/** `, 5:30 pm UTC-5`, `at 5 pm`. */
const clock =
  '(?:,? (?:at )?([0-9]{1,2})(?::([0-9]{2})(?::([0-9]{2}))?)? ?([ap]m)?)?' + `(?: ${zone})?$`
/** `31 Dec 2017, 5:30 pm`. */
const dayFirst = new RegExp(
  `^([0-9]{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\\.?,? ([0-9]{4})${clock}`,
  'i',
)
/** `Jun 5th 2017, 10:30PM`. */
const monthFirst = new RegExp(
  `^([a-z]{3,9})\\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4})${clock}`,
  'i',
)
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? /i

/** Hours by which named zones are ahead of UTC. A name with several meanings has the one that most writers of English mean. */
// prettier-ignore
const zones: Readonly<Record<string, number>> = {
  Z: 0, UTC: 0, GMT: 0, WET: 0, WEST: 1, BST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3, MSK: 3,
  WAT: 1, CAT: 2, SAST: 2, EAT: 3, PKT: 5, IST: 5.5, ICT: 7, WIB: 7, HKT: 8, SGT: 8, AWST: 8, JST: 9, KST: 9,
  ACST: 9.5, ACDT: 10.5, AEST: 10, AEDT: 11, NZST: 12, NZDT: 13,
  NST: -3.5, NDT: -2.5, AST: -4, ADT: -3, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7,
  AKST: -9, AKDT: -8, HST: -10, SST: -11, BRT: -3, ART: -3, CLT: -4, COT: -5, PET: -5,
}
// prettier-ignore
const months = [
  'january', 'february', 'march', 'april', 'may', 'june',
  'july', 'august', 'september', 'october', 'november', 'december',
]

/** The last second of the year 9999; clients cannot parse later times. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59)
/** The first second of the year 1. */
const earliest = -62_135_596_800_000

/** `<time:2017-06-05T22:30:00Z>`, which every client shows in its own time zone. */
const time: InlineRule = (state, silent) => {
  const match = matchHere(timePattern, state)
  if (!match) return false
  const [typed, written = ''] = match
  if (!silent) pushHtml(state, timeHtml(written), typed)
  state.pos += typed.length
  return true
}

/** Source: docs/protocol/markdown.md#times. */
function timeHtml(written: string): string {
  const moment = readMoment(written.trim())
  if (moment === undefined) return escapeText(`<time:${written}>`)
  const datetime = new Date(moment).toISOString().replace(/\.[0-9]{3}Z$/, 'Z')
  return element('time', { datetime }, escapeText(written))
}

/** A moment in milliseconds; UTC without a zone. Undefined for an unreadable text. */
export function readMoment(written: string): number | undefined {
  const moment = unixSeconds.test(written)
    ? Math.floor(Number(written)) * 1000
    : (readIso(written) ?? readWords(written))
  return moment !== undefined && moment >= earliest && moment <= latest ? moment : undefined
}

function readIso(written: string): number | undefined {
  const match = iso.exec(written)
  if (!match) return undefined
  const [, year, , month, day, hour = 0, minute = 0, second = 0, ahead] = match
  return inZone(ahead, momentOf([year, month, day, hour, minute, second]))
}

/** The moment of a local time; undefined for an unknown zone. */
function inZone(written: string | undefined, local: number | undefined): number | undefined {
  const minutes = minutesOf(written ?? 'Z')
  return local === undefined || minutes === undefined ? undefined : local - minutes * 60_000
}

/** Minutes by which a zone is ahead of UTC; `UTC-5` is five hours behind it. */
function minutesOf(written: string): number | undefined {
  const [, sign, hours, minutes = 0] = /([+-])([0-9]{1,2}?)(?::?([0-9]{2}))?$/.exec(written) ?? []
  if (sign === undefined) {
    const ahead = zones[written.toUpperCase()]
    return ahead === undefined ? undefined : ahead * 60
  }
  const offset = Number(hours) * 60 + Number(minutes)
  return offset >= 24 * 60 ? undefined : offset * (sign === '-' ? -1 : 1)
}

function readWords(written: string): number | undefined {
  const date = written.replace(weekday, '')
  const [, day, month, ...rest] = dayFirst.exec(date) ?? reordered(monthFirst.exec(date)) ?? []
  if (day === undefined || month === undefined) return undefined
  const lower = month.toLowerCase()
  const index = months.findIndex((name) => name === lower || name.slice(0, 3) === lower)
  const [year, hour = 0, minute = 0, second = 0, half, ahead] = rest
  // An hour alone is one only with its half of the day: `5 pm`.
  if (rest[1] !== undefined && rest[2] === undefined && half === undefined) return undefined
  const hour24 = half === undefined ? Number(hour) : fromTwelve(Number(hour), half.toLowerCase())
  return inZone(ahead, momentOf([year, index + 1, day, hour24, minute, second]))
}

function reordered(match: RegExpExecArray | null): string[] | undefined {
  if (!match) return undefined
  const [whole, month, day, ...rest] = match
  return [whole, day, month, ...rest] as string[]
}

/** The hour of a 24-hour clock; NaN for an hour that a 12-hour clock does not show. */
function fromTwelve(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return NaN
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}

/** The moment of a date and time in UTC, if it exists. */
function momentOf(parts: ReadonlyArray<string | number | undefined>): number | undefined {
  const [year = NaN, month = NaN, day = NaN, hour = 0, minute = 0, second = 0] = parts.map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  const exists =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second
  return exists ? date.getTime() : undefined
}

export function useTimes(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.push('parley_time', time)
}
