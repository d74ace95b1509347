import type { StreamedEvent } from '../wire/events'

const idName = ',"id":'
const heartbeatBegins = '[{"type":"heartbeat"'

/**
 * The events that a reading of a queue brought, for a stream. A single one, as they mostly come, is known
 * without parsing it: ids rise, so that the last event is the only one when it has the next id.
 *
 * @param json the events as JSON text of an array, ascending by id, each with its id at its end
 * @param afterEventId all ids are higher
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

/** The id at the very end of the last event; NaN where there is none. */
function lastIdIn(json: string): number {
  return json.endsWith('}]')
    ? Number(json.slice(json.lastIndexOf(idName) + idName.length, -2))
    : NaN
}
