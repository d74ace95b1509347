/*
 * What the queue was told to forget, kept where the next leader finds it: events that it never heard of and that
 * the server no longer has are lost to it, and only a new registration helps.
 */

const key = 'parley-acknowledged'

/** To be noted before the poll that acknowledges. */
export function noteAcknowledged(queueId: string, lastEventId: number): void {
  try {
    localStorage.setItem(key, `${queueId} ${lastEventId}`)
  } catch {
    // A browser that keeps nothing for us: a new leader then trusts what it heard.
  }
}

/** The newest event of the queue that a poll acknowledged; -1 where that is not known. */
export function lastAcknowledged(queueId: string): number {
  try {
    const [id, event] = localStorage.getItem(key)?.split(' ') ?? []
    return id === queueId ? Number(event) : -1
  } catch {
    return -1
  }
}
