import { folderEvents } from './events/folders'
import { laterEvents } from './events/later'
import { messageEvents } from './events/messages'
import { nothing } from './events/handlers'
import type { Handlers } from './events/handlers'
import { organisationEvents } from './events/organisation'
import { ownEvents } from './events/own'
import { streamEvents } from './events/streams'
import { userEvents } from './events/users'
import type { ServerEvent, State } from './state'

/** The kinds of events that the app knows. */
const handlers: Handlers = {
  ...messageEvents,
  ...streamEvents,
  ...folderEvents,
  ...userEvents,
  ...organisationEvents,
  ...ownEvents,
  ...laterEvents,
  'heartbeat/': nothing,
  // Who shows invitations asks for them anew.
  'invites_changed/': nothing,
  'web_reload_client/': nothing,
}

/**
 * Brings a state up to date; the only function that changes one, and only its members: lists and
 * records in it are replaced. What the app does not know, of a newer server, changes nothing.
 *
 * @throws UnknownRecordError where the event is about something that is not in the state
 * Source: docs/protocol/events.md#complete.
 */
export function applyEvent(state: State, event: ServerEvent): void {
  handlers[kindOf(event)]?.(state, event)
  state.last_event_id = event.id
}

export function isKnownEvent(event: ServerEvent): boolean {
  return kindOf(event) in handlers
}

function kindOf({ type, op }: ServerEvent): string {
  return `${type}/${typeof op === 'string' ? op : ''}`
}
