import type { StreamedEvent } from '../../../../shared/events'

const idName = ',"id":'
const heartbeatBegins = '[{"type":"heartbeat"'

/**
 * Splits the events read from a queue for an event stream. A single event, the usual case, is recognized
 * without parsing: ids ascend, so the last event is the only one if it has the next id.
 *
 * @param json the events as JSON text of an array, ascending by id, each with its id at its end
 * @param afterEventId id lower than those of all events
 */
export function toStreamedEvents(json: string, afterEventId: number): StreamedEvent[] {
  const next = afterEventId + 1
  if (lastIdIn(json) === next && !json.startsWith(heartbeatBegins)) {
    return [{ id: next, json: json.slice(1, -1) }]
  }
  const events = JSON.parse(json) as { id: number; type: string }[]
  return events.map((event) => {
    if (event.type === 'heartbeat') return { id: event.id }
    return { id: event.id, json: JSON.stringify(event) }
  })
}

/** The id at the end of the last event; NaN if there is none. */
function lastIdIn(json: string): number {
  return json.endsWith('}]')
    ? Number(json.slice(json.lastIndexOf(idName) + idName.length, -2))
    : NaN
}
