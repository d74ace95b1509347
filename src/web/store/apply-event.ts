import type { ServerEvent, State } from './state'

/**
 * Brings a state up to date; the only function that changes one.
 * Source: docs/protocol/events.md#complete.
 */
export function applyEvent(state: State, event: ServerEvent): void {
  state.last_event_id = event.id
}
