import type { HangUpSignal, ParkedPoll, PollCaller, PolledEvents } from './queues'

/**
 * Wraps a parked poll in a promise, with a signal to cancel it.
 * @param park starts the wait
 */
export function waitFor(
  park: (caller: PollCaller) => ParkedPoll | undefined,
  signal: HangUpSignal | undefined,
): Promise<PolledEvents> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const leave = (): void => poll?.leave()
    const end = (): void => {
      isOver = true
      signal?.removeEventListener('abort', leave)
    }
    const poll = park({
      onEvents(json) {
        end()
        resolve({ json })
      },
      onFailure(error) {
        end()
        reject(error)
      },
    })
    if (!isOver) signal?.addEventListener('abort', leave, { once: true })
  })
}
