import { folderEvents } from './events/folders'
import { laterEvents } from './events/later'
import { messageEvents } from './events/messages'
import { nothing } from './events/handlers'
import type { Handlers } from './events/handlers'
import { organizationEvents } from './events/organization'
import { ownEvents } from './events/own'
import { streamEvents } from './events/streams'
import { userEvents } from './events/users'
import type { ServerEvent, State } from '../records/state'

type Handler = (state: State, event: never) => void

/** A handler for each kind of event that the app supports. */
const handlers: Readonly<Record<string, Handler | undefined>> = {
  ...messageEvents,
  ...streamEvents,
  ...folderEvents,
  ...userEvents,
  ...organizationEvents,
  ...ownEvents,
  ...laterEvents,
  'heartbeat/': nothing,
  // Screens with invitations fetch them again.
  'invites_changed/': nothing,
  'web_reload_client/': nothing,
} satisfies Handlers

/**
 * Applies an event to a state. Only this function changes a state, and only its members: lists and
 * records in them are replaced, never changed. Unknown events, of a newer server, are ignored.
 *
 * @throws UnknownRecordError if the event refers to a record that the state lacks
 * Source: docs/protocol/events.md#complete.
 */
export function applyEvent(state: State, event: ServerEvent): void {
  // A handler takes the events of its kind only.
  handlers[kindOf(event)]?.(state, event as never)
  state.last_event_id = event.id
}

export function isKnownEvent(event: ServerEvent): boolean {
  return kindOf(event) in handlers
}

function kindOf(event: ServerEvent): string {
  return `${event.type}/${'op' in event ? event.op : ''}`
}
