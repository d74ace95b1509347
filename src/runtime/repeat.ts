/** Something that is done again and again. */
export interface Repetition {
  /** Ends it; resolves once nothing of it runs any more. */
  stop(): Promise<void>
}

/**
 * Runs a task regularly, never twice at once. The pauses vary by a quarter, so that workers that
 * started together do not work together.
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
      pauseMs * (0.75 + Math.random() / 2),
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
