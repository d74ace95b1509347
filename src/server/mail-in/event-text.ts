import type { Say } from '../text/i18n/catalogs/catalog'
import type { CalendarEvent, EventTime } from './reading/calendar'
import { bold, plain } from '../chat/rules/messages/quoting'

/** The message of an invitation without a text, in Markdown. Source: docs/protocol/mail-in.md#calendar. */
export function eventText(say: Say, event: CalendarEvent): string {
  const { kind, begin, end, location, person, repeats } = event
  const summary = event.summary === '' ? say('mailIn.event.untitled') : event.summary
  const times = [begin, end].filter((time) => time !== undefined).map(shownTime)
  const isAnswer = kind === 'accepted' || kind === 'declined' || kind === 'tentative'
  const lines = [
    times.length === 0 ? '' : say('mailIn.event.when', { when: times.join(' – ') }),
    repeats ? say('mailIn.event.repeats') : '',
    location === '' ? '' : say('mailIn.event.where', { where: plain(location) }),
    person === ''
      ? ''
      : say(isAnswer ? 'mailIn.event.by' : 'mailIn.event.organizer', { person: plain(person) }),
  ]
  const list = lines.filter((line) => line !== '').map((line) => `* ${line}`)
  return [bold(say(`mailIn.event.${kind}`, { summary })), ...list].join('\n')
}

function shownTime(time: EventTime): string {
  return 'moment' in time ? `<time:${time.moment}>` : plain(time.shown)
}
