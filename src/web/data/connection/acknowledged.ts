import { localStore } from '../storage/browser-storage'

/*
 * Last acknowledged event id, in localStorage, so that a new leader tab knows whether it missed events. The server
 * deletes acknowledged events, so a tab that missed some has to register again.
 */

const key = 'parley-acknowledged'
/** Polls at shorter intervals are one burst. */
const burstMs = 3000

/**
 * Notes what the polls of a leader tab acknowledge; call the result before each poll. A burst writes `Infinity` once, so
 * that a new leader registers again if this tab crashes meanwhile, and the id at its end or when the page goes.
 *
 * @param end aborts when this tab leads no longer
 */
export function noteAcknowledged(end: AbortSignal): (queueId: string, lastEventId: number) => void {
  let latest = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  // Without storage, a new leader tab trusts the events it has.
  const write = (noted: string) => {
    if (noted !== localStore.getItem(key)) localStore.setItem(key, noted)
  }
  const settle = () => {
    if (timer && !end.aborted) write(latest)
    timer = undefined
  }
  addEventListener('pagehide', settle, { signal: end })

  return (queueId, lastEventId) => {
    const noted = `${queueId} ${lastEventId}`
    if (noted === latest) return
    latest = noted
    write(timer ? `${queueId} Infinity` : noted)
    clearTimeout(timer)
    timer = setTimeout(settle, burstMs)
  }
}

/** Newest event id of the queue that may have been acknowledged; -1 if unknown. */
export function lastAcknowledged(queueId: string): number {
  const [id, event] = localStore.getItem(key)?.split(' ') ?? []
  return id === queueId ? Number(event) : -1
}
