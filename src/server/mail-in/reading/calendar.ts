import { momentOf } from '../../../shared/rules/do-not-disturb'

/*
 * Calendar files in mails: the facts that tell a reader of a stream what an invitation is about. The file itself goes with
 * the message. One pass over the lines. Sources: RFC 5545, RFC 5546; docs/protocol/mail-in.md#calendar.
 */

/** Max characters of a file, and of a line, that are read. */
const longestFile = 200_000
const longestLine = 2_000

type EventKind = 'invitation' | 'canceled' | 'accepted' | 'declined' | 'tentative'

/** A time of an event: a moment in ISO 8601, or a time as the file shows it, in a zone that only its program knows. */
export type EventTime = { moment: string } | { shown: string }

/** An event of a calendar file. Its texts are those of the sender. */
export interface CalendarEvent {
  kind: EventKind
  summary: string
  begin: EventTime | undefined
  end: EventTime | undefined
  location: string
  /** The organizer; of an answer, the person who answers. */
  person: string
  repeats: boolean
}

interface Property {
  name: string
  parameters: ReadonlyMap<string, string>
  value: string
}

/** The first event of a calendar file; undefined if it has none. */
export function readCalendar(file: string): CalendarEvent | undefined {
  const text = file.slice(0, longestFile).replace(/\r?\n[ \t]/g, '')
  const event = new Map<string, Property>()
  const open: string[] = []
  let method = ''
  let isThere = false
  for (const line of text.split(/\r?\n/)) {
    const property = readProperty(line.slice(0, longestLine))
    if (!property) continue
    const { name, value } = property
    if (name === 'BEGIN') open.push(value.trim().toUpperCase())
    else if (name === 'END') {
      if (open.pop() === 'VEVENT' && isThere) break
    } else if (name === 'METHOD' && open.length === 1) method = value.trim().toUpperCase()
    else if (open.at(-1) === 'VEVENT' && !event.has(name)) event.set(name, property)
    isThere ||= open.at(-1) === 'VEVENT'
    if (open.length > 20) break
  }
  return isThere ? eventOf(event, method) : undefined
}

function eventOf(properties: ReadonlyMap<string, Property>, method: string): CalendarEvent {
  const text = (name: string) => textOf(properties.get(name)?.value ?? '')
  const kind = kindOf(properties, method)
  const isAnswer = ['accepted', 'declined', 'tentative'].includes(kind)
  const times = timesOf(properties.get('DTSTART'), properties.get('DTEND'))
  return {
    kind,
    summary: text('SUMMARY'),
    ...times,
    location: text('LOCATION'),
    person: personOf(properties.get(isAnswer ? 'ATTENDEE' : 'ORGANIZER')),
    repeats: properties.has('RRULE') || properties.has('RDATE'),
  }
}

function kindOf(properties: ReadonlyMap<string, Property>, method: string): EventKind {
  const status = properties.get('STATUS')?.value.trim().toUpperCase()
  if (method === 'CANCEL' || status === 'CANCELLED') return 'canceled'
  if (method !== 'REPLY') return 'invitation'
  const answer = properties.get('ATTENDEE')?.parameters.get('PARTSTAT')?.toLowerCase()
  return answer === 'accepted' || answer === 'declined' ? answer : 'tentative'
}

/** `NAME;PARAMETER="a:b":value`; undefined for other lines. */
function readProperty(line: string): Property | undefined {
  let isQuoted = false
  let end = 0
  for (; end < line.length; end += 1) {
    const sign = line[end]
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === ':' && !isQuoted) break
  }
  if (end === line.length) return undefined
  const [name = '', ...parameters] = line.slice(0, end).split(';')
  const pairs = parameters.map((each): [string, string] => {
    const [key = '', ...rest] = each.split('=')
    return [key.toUpperCase(), rest.join('=').replaceAll('"', '')]
  })
  return { name: name.toUpperCase(), parameters: new Map(pairs), value: line.slice(end + 1) }
}

/** A text without its escapes, on one line. */
function textOf(value: string): string {
  const escapes = /\\([nN,;\\])/g
  return value
    .replace(escapes, (_escape, sign: string) => (/n/i.test(sign) ? ' ' : sign))
    .replace(/\s+/g, ' ')
    .trim()
}

function personOf(property: Property | undefined): string {
  if (!property) return ''
  const address = property.value.trim().replace(/^mailto:/i, '')
  const name = textOf(property.parameters.get('CN') ?? '')
  return name === '' || name === address ? address : `${name} (${address})`
}

const datePattern = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/

function timesOf(
  begin: Property | undefined,
  end: Property | undefined,
): Pick<CalendarEvent, 'begin' | 'end'> {
  const isDay = (property: Property | undefined) => /^\d{8}$/.test(property?.value.trim() ?? '')
  if (!isDay(begin) || !isDay(end)) return { begin: timeOf(begin), end: timeOf(end) }
  // A whole day ends with the day before that end.
  const [first, last] = [timeOf(begin), timeOf(end, -1)]
  const isSame = JSON.stringify(first) === JSON.stringify(last)
  return { begin: first, end: isSame ? undefined : last }
}

function timeOf(property: Property | undefined, addedDays = 0): EventTime | undefined {
  const [whole, ...parts] = datePattern.exec(property?.value.trim() ?? '') ?? []
  if (whole === undefined) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  const shown = Date.UTC(year, month - 1, day + addedDays, hour, minute, second)
  if (Number.isNaN(shown)) return undefined
  const iso = new Date(shown).toISOString()
  if (parts[3] === undefined) return { shown: iso.slice(0, 10) }
  const zone = parts[6] === 'Z' ? 'UTC' : property?.parameters.get('TZID')
  const moment = zone === undefined ? undefined : momentIn(shown, zone)
  if (moment !== undefined) return { moment: `${new Date(moment).toISOString().slice(0, 19)}Z` }
  const inZone = zone === undefined ? '' : ` (${textOf(zone)})`
  return { shown: `${iso.slice(0, 10)} ${iso.slice(11, 16)}${inZone}` }
}

/** The moment at which clocks of a zone show a time; undefined for a zone without an IANA name. */
function momentIn(shown: number, zone: string): number | undefined {
  return isZone(zone) ? momentOf(shown, zone) : undefined
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
