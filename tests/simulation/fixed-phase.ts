/** File that chooses a random moment of the second, for all long pauses of the process, when it is loaded. */
const pauses = '../../src/server/lib/pauses'

/** Loads it with the same moment in each process, where a seed then takes the same course. */
export function atFixedPhase(load: (file: string) => unknown): void {
  const { random } = Math
  Math.random = () => 0.5
  load(pauses)
  Math.random = random
}
