/*
 * Last acknowledged event id, in localStorage, so that a new leader tab knows whether it missed events. The server
 * deletes acknowledged events, so a tab that missed some has to register again.
 */

const key = 'parley-acknowledged'

/** Call before the poll that acknowledges. */
export function noteAcknowledged(queueId: string, lastEventId: number): void {
  try {
    localStorage.setItem(key, `${queueId} ${lastEventId}`)
  } catch {
    // Storage is unavailable: a new leader tab then trusts the events it has.
  }
}

/** Newest acknowledged event id of the queue; -1 if unknown. */
export function lastAcknowledged(queueId: string): number {
  try {
    const [id, event] = localStorage.getItem(key)?.split(' ') ?? []
    return id === queueId ? Number(event) : -1
  } catch {
    return -1
  }
}
