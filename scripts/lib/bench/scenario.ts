import type { Bench } from './bench'
import type { Row } from './rows'

/** One kind of load: a file of its own in scenarios/, listed in scenarios/index.ts. */
export interface Scenario {
  name: string
  /** Description for a person. */
  summary: string
  run(bench: Bench): Promise<Row[]>
}
