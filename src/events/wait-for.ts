import type { HangUpSignal, ParkedPoll, PollCaller, PolledEvents } from './queues'

/**
 * Waits with a promise, and a signal to give up: what most callers want of a poll.
 *
 * @param park begins to wait
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
