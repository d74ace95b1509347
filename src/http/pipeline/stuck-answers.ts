import type { ServerResponse } from 'node:http'

/** What a client may leave untaken for a minute, and for another minute each time as much again. */
const BYTES_PER_PATIENCE = 2 * 1024 * 1024
const LOOKS_PER_PATIENCE = 4

/**
 * Cuts connections whose client does not take its answer: until it is taken, or given up, the
 * worker has it in memory.
 *
 * @param answers those that are not over; ones that still wait to be written do not count
 * @param patienceMs for answers of up to 2 MiB; larger ones get that time for each 2 MiB
 */
export function cutStuckAnswers(
  answers: Iterable<ServerResponse>,
  patienceMs: number,
): NodeJS.Timeout {
  const deadlines = new WeakMap<ServerResponse, number>()

  const look = (): void => {
    const now = performance.now()
    for (const answer of answers) {
      // Without a socket it stands behind an earlier answer on the same connection.
      if (!answer.writableEnded || !answer.socket) continue
      const deadline = deadlines.get(answer)
      if (deadline === undefined) {
        const portions = 1 + Math.floor(answer.socket.writableLength / BYTES_PER_PATIENCE)
        deadlines.set(answer, now + portions * patienceMs)
      } else if (deadline <= now) {
        answer.destroy()
      }
    }
  }
  return setInterval(look, patienceMs / LOOKS_PER_PATIENCE).unref()
}
