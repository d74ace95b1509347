import type { Step } from './step-kinds'

/**
 * A shorter sequence of steps that still fails, by delta debugging: leaves out ever smaller parts.
 *
 * @param fails plays steps in a new organization; answers those up to the failure, or undefined if nothing failed
 * @param mostTries max number of replays
 */
export async function shrink(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<readonly Step[] | undefined>,
  mostTries: number,
): Promise<readonly Step[]> {
  let smallest = steps
  let tries = 0
  const attempt = async (candidate: readonly Step[]): Promise<boolean> => {
    if (candidate.length === 0 || candidate.length >= smallest.length || tries >= mostTries)
      return false
    tries += 1
    const failed = await fails(candidate)
    if (failed) smallest = failed
    return failed !== undefined
  }
  // Most faults need only the latest steps.
  for (const length of [4, 8, 16, 32, 64]) if (await attempt(smallest.slice(-length))) break
  /** Leaves out parts of this length, from the end, since the failing step itself stays. */
  const leaveOut = async (part: number): Promise<boolean> => {
    let isShorter = false
    for (let end = smallest.length - 1; end > 0; end = Math.min(end - part, smallest.length - 1)) {
      const start = Math.max(0, end - part)
      const rest = [...smallest.slice(0, start), ...smallest.slice(end)]
      if (await attempt(rest)) isShorter = true
    }
    return isShorter
  }
  let part = smallest.length >> 1
  while (part >= 1) {
    const isShorter = await leaveOut(part)
    if (part === 1 && !isShorter) break
    part = Math.max(1, part >> 1)
  }
  return smallest
}
