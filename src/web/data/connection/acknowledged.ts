import { localStore } from '../storage/browser-storage'

/*
 * Last acknowledged event id, in localStorage, so that a new leader tab knows whether it missed events. The server
 * deletes acknowledged events, so a tab that missed some has to register again.
 */

const key = 'parley-acknowledged'

/** Call before the poll that acknowledges. */
export function noteAcknowledged(queueId: string, lastEventId: number): void {
  // Without storage, a new leader tab trusts the events it has.
  localStore.setItem(key, `${queueId} ${lastEventId}`)
}

/** Newest acknowledged event id of the queue; -1 if unknown. */
export function lastAcknowledged(queueId: string): number {
  const [id, event] = localStore.getItem(key)?.split(' ') ?? []
  return id === queueId ? Number(event) : -1
}
