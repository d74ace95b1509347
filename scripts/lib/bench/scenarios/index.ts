import type { Scenario } from '../scenario'
import { fanOut } from './fan-out'
import { throughput } from './throughput'

/** In the order in which they are run and reported. */
export const scenarios: readonly Scenario[] = [fanOut, throughput]
