import type { ServerEvent, State } from '../state'

/** What each kind of event changes; a kind is a type, with the `op` where there is one: `stream/create`, `message/`. */
export type Handlers = Readonly<Record<string, (state: State, event: ServerEvent) => void>>

/** Events whose subject is nothing that the state holds, such as a message. */
export const nothing = (): void => undefined
