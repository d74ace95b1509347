import type { ServerEvent, State } from '../state'

/** Handlers by kind of event. A kind is the type and the `op`, if there is one: `stream/create`, `message/`. */
export type Handlers = Readonly<Record<string, (state: State, event: ServerEvent) => void>>

/** Handler for events about data outside the state. */
export const nothing = (): void => undefined
