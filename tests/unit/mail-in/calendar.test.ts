import { readCalendar } from '../../../src/server/mail-in/reading/calendar'

const file = (event: readonly string[], method = 'REQUEST'): string =>
  [
    ...['BEGIN:VCALENDAR', `METHOD:${method}`, 'BEGIN:VTIMEZONE', 'TZID:W. Europe Standard Time'],
    ...['BEGIN:STANDARD', 'DTSTART:16010101T030000', 'END:STANDARD', 'END:VTIMEZONE'],
    ...['BEGIN:VEVENT', ...event, 'BEGIN:VALARM', 'SUMMARY:Alarm', 'END:VALARM', 'END:VEVENT'],
    ...['BEGIN:VEVENT', 'SUMMARY:A second one', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

// Source: docs/protocol/mail-in.md#calendar.
describe('a calendar file', () => {
  it('tells what its first event is about', () => {
    const event = [
      'DTSTART;TZID=Europe/Berlin:20260702T100000',
      'DTEND;TZID="Europe/Berlin":20260702T113000',
      'SUMMARY:Plans\\, costs\\n and',
      '  more: @**all**',
      'LOCATION;LANGUAGE=de:Room 5\\; left',
      'ORGANIZER;CN="Bo: Chief";X="a;b":mailto:bo@example.org',
      'RRULE:FREQ=WEEKLY',
    ]
    expect(readCalendar(file(event))).toEqual({
      kind: 'invitation',
      summary: 'Plans, costs and more: @**all**',
      begin: { moment: '2026-07-02T08:00:00Z' },
      end: { moment: '2026-07-02T09:30:00Z' },
      location: 'Room 5; left',
      person: 'Bo: Chief (bo@example.org)',
      repeats: true,
    })
  })

  it.each([
    [['DTSTART:20260102T100000Z'], { begin: { moment: '2026-01-02T10:00:00Z' } }],
    [['DTSTART:20260102T100000'], { begin: { shown: '2026-01-02 10:00' } }],
    [
      ['DTSTART;TZID=W. Europe Standard Time:20260102T100000'],
      { begin: { shown: '2026-01-02 10:00 (W. Europe Standard Time)' } },
    ],
    [
      ['DTSTART;VALUE=DATE:20260102', 'DTEND;VALUE=DATE:20260103'],
      { begin: { shown: '2026-01-02' }, end: undefined },
    ],
    [
      ['DTSTART;VALUE=DATE:20260131', 'DTEND;VALUE=DATE:20260203'],
      { begin: { shown: '2026-01-31' }, end: { shown: '2026-02-02' } },
    ],
    [['DTSTART:soon'], { begin: undefined }],
  ])('has the times %j', (event, times) => {
    expect(readCalendar(file(event))).toMatchObject(times)
  })

  it.each([
    ['CANCEL', [], 'canceled'],
    ['REQUEST', ['STATUS:CANCELLED'], 'canceled'],
    ['PUBLISH', [], 'invitation'],
    ['REPLY', ['ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.org'], 'accepted'],
    ['REPLY', ['ATTENDEE;PARTSTAT=DECLINED:mailto:ada@example.org'], 'declined'],
    ['REPLY', ['ATTENDEE;PARTSTAT=TENTATIVE:mailto:ada@example.org'], 'tentative'],
  ])('has the method %s and the lines %j, and is read as %s', (method, event, kind) => {
    const person = method === 'REPLY' ? 'ada@example.org' : ''
    expect(readCalendar(file(event, method))).toMatchObject({ kind, person })
  })

  it.each(['', 'x', 'BEGIN:VCALENDAR\nEND:VCALENDAR', 'BEGIN:VTODO\nSUMMARY:x\nEND:VTODO'])(
    'has no event in %j',
    (text) => expect(readCalendar(text)).toBeUndefined(),
  )

  it.each(['BEGIN:VEVENT\n', '"', 'a;', ' \n ', '\\', 'SUMMARY:\\n\n', 'ORGANIZER;CN='])(
    'is read once, however often it has %j',
    (unit) => {
      const event = readCalendar(`BEGIN:VEVENT\n${unit.repeat(300_000 / unit.length)}`)
      expect(event?.kind).toBe('invitation')
    },
  )
})
