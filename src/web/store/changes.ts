import type { ServerEvent } from './state'

/** The collections of the state that an event may change. */
export function collectionsChangedBy(_event: ServerEvent): readonly string[] {
  return []
}
