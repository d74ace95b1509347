import type { ServerEvent, State } from '../../records/state'

/** Kind of an event: the type and the `op`, if there is one, as in `stream/create` and `message/`. */
type KindOf<Event> = Event extends { type: infer Type extends string }
  ? `${Type}/${Event extends { op: infer Op extends string } ? Op : ''}`
  : never

type EventKind = KindOf<ServerEvent>

type EventOfKind<Kind, Event = ServerEvent> = Event extends unknown
  ? Kind extends KindOf<Event>
    ? Event
    : never
  : never

/** Handlers by kind of event. */
export type Handlers = {
  readonly [Kind in EventKind]?: (state: State, event: EventOfKind<Kind>) => void
}

/** Handler for events about data outside the state. */
export const nothing = (): void => undefined
