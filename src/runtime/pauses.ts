/** A length of time that varies by a quarter, so that workers that started together do not act together. */
export function varied(pauseMs: number): number {
  return pauseMs * (0.75 + Math.random() / 2)
}

/** Tasks with pauses of this length or more are in no hurry. */
const noHurryMs = 1_000
/** How far the moments of one process may be from those of another. */
const spreadMs = 50
const phaseMs = Math.random() * spreadMs

/**
 * A pause of a second or more, made to end at the nearest of the moments that all such pauses of this process end at, a
 * little after each second begins: a processor that is woken once for several things sleeps longer.
 */
export function untilCommonMoment(pauseMs: number): number {
  const now = Date.now() - phaseMs
  return Math.round((now + pauseMs) / 1_000) * 1_000 - now
}

/** A pause as it is, or if it is in no hurry, until a common moment. */
function unhurried(pauseMs: number): number {
  return pauseMs < noHurryMs ? pauseMs : untilCommonMoment(pauseMs)
}

/**
 * The pause before the next attempt at something that failed: twice as long each time.
 *
 * @param attempt that failed, the first being 1
 */
export function growing(
  attempt: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number {
  return Math.min(firstMs * 2 ** (attempt - 1), longestMs)
}

/**
 * Calls back again and again until it is stopped, with pauses of a second or more at moments that are common to all.
 * @returns what stops it
 */
export function regularly(pauseMs: number, callBack: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(next, unhurried(pauseMs))
    timer.unref()
  }
  const next = (): void => {
    wait()
    callBack()
  }
  wait()
  return () => clearTimeout(timer)
}

/** Something that is done again and again. */
export interface Repetition {
  /** Ends the repetition; resolves once nothing of it runs any more. */
  stop(): Promise<void>
}

/**
 * Runs a task regularly, never twice at once, with pauses that are {@link varied}.
 *
 * @param onError a run that failed does not end the repetition
 */
export function repeat(
  task: () => Promise<unknown>,
  pauseMs: number,
  onError: (error: unknown) => void,
): Repetition {
  let isStopped = false
  let running = Promise.resolve()
  let timer: NodeJS.Timeout

  const run = async (): Promise<void> => {
    try {
      await task()
    } catch (error) {
      onError(error)
    }
    schedule()
  }
  const schedule = (): void => {
    if (isStopped) return
    timer = setTimeout(
      () => {
        running = run()
      },
      unhurried(varied(pauseMs)),
    )
    timer.unref()
  }

  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
