import type { Bench } from './bench'
import type { Rounds } from './rows'
import type { Subject } from './subject'

/**
 * Measures the yardstick, the workers, the yardstick, the workers: the speed of a machine drifts by half
 * within minutes, so only measurements close in time can be compared.
 */
export async function alternate<T>(
  bench: Bench,
  measure: (subject: Subject) => Promise<T>,
): Promise<Rounds<T>> {
  const result: Rounds<T> = { parley: [], yardstick: [] }
  const subjects = [await bench.yardstick(), await bench.workers()]
  for (let round = 0; round < bench.options.rounds; round++) {
    for (const subject of subjects) result[subject.name].push(await measure(subject))
  }
  return result
}
