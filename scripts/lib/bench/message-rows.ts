import { totalCpu } from './cpu'
import type { Measurement } from './messages'
import { atMost, makeRow, rowsOf } from './rows'
import type { Rounds, Row, Target } from './rows'

export const cpuFigure = 'CPU'
const cpuUnit = 's/1,000 deliveries'
/** Counts that must be 0. */
const faults = ['lost', 'duplicates', 'disorders'] as const

/** Targets of the figures that have one. */
export interface MessageTargets {
  cpu?: Target
  lastReceipt?: Target
  messages?: Target
  deliveries?: Target
  memory?: Target
}

/** The rows of all scenarios with messages. */
export function messageRows(
  load: string,
  rounds: Rounds<Measurement>,
  targets: MessageTargets = {},
): Row[] {
  const { compared, ofParley } = rowsOf(load, rounds)
  const per1000 = (seconds: number, { deliveries }: Measurement): number =>
    (1_000 * seconds) / deliveries

  return [
    compared(cpuFigure, cpuUnit, (each) => per1000(totalCpu(each.cpu), each), targets.cpu),
    ofParley('… workers', cpuUnit, (each) => per1000(each.cpu.workers, each)),
    ofParley('… Redis', cpuUnit, (each) => per1000(each.cpu.redis, each)),
    ofParley('… PostgreSQL', cpuUnit, (each) => per1000(each.cpu.postgres ?? NaN, each)),
    compared('last receipt of a message', 'ms', (each) => each.lastReceiptMs, targets.lastReceipt),
    compared('latency p50', 'ms', (each) => each.latencyMs.p50),
    compared('latency p95', 'ms', (each) => each.latencyMs.p95),
    compared('latency p99', 'ms', (each) => each.latencyMs.p99),
    compared('latency max', 'ms', (each) => each.latencyMs.max),
    compared('messages', '/s', (each) => each.messages / each.seconds, targets.messages),
    compared('deliveries', '/s', (each) => each.deliveries / each.seconds, targets.deliveries),
    compared('load generator', cpuUnit, (each) => per1000(each.loadCpuSeconds, each)),
    compared('answers', 'bytes/delivery', (each) => each.bytesPerDelivery),
    ofParley('memory of a worker', 'MB', (each) => each.residentBytesEach / 1e6, targets.memory),
    ofParley('refused polls', '', (each) => each.refusedPolls),
    ...faultRows(load, [...rounds.parley, ...rounds.yardstick]),
  ]
}

/** Rows of the faults, including those on the yardstick, which the load generator would have caused. */
export function faultRows(load: string, measurements: readonly Measurement[]): Row[] {
  return faults.map((figure) => {
    const count = measurements.reduce((total, each) => total + each[figure], 0)
    return makeRow({ load, figure, unit: '', parley: [count], target: atMost(0, 'figure') })
  })
}

/** Whether a row reports a fault, which must be 0 and is not. */
export function isFault({ figure, parley }: Row): boolean {
  return (faults as readonly string[]).includes(figure) && parley !== 0
}
