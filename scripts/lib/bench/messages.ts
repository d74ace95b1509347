import type { Bench } from './bench'
import type { Pace, RunResult, RunSpec } from './load/protocol'
import { makeRow } from './rows'
import type { Row, Target } from './rows'
import { authorizationOf } from './seed'
import type { CpuSeconds, Subject } from './subject'
import { waitForParkedPolls } from './wait-for-polls'

/** The first run of a process is slower, until the compiler has done its work. */
const FIRST_WARM_UP_SECONDS = 3
const WARM_UP_SECONDS = 1

/** Messages to streams, and the clients that wait for them. */
export interface MessageLoad {
  streams: { name: string; recipients: number[] }[]
  /** Users, as the recipients are. */
  senders: number[]
  pace: Pace
}

/** A run and what it cost the server. */
export interface Measurement extends RunResult {
  cpu: CpuSeconds
}

/** The same load on the yardstick and on the workers in turn, round by round. */
export interface Comparison {
  parley: Measurement[]
  yardstick: Measurement[]
}

/** A server with queues, whose polls are connected only while it is measured. */
export interface LoadedSubject {
  measure(seconds: number): Promise<Measurement>
  end(): Promise<void>
}

/** Yardstick, workers, yardstick, workers: the speed of a machine drifts within minutes. */
export async function compareMessages(bench: Bench, load: MessageLoad): Promise<Comparison> {
  const result: Comparison = { parley: [], yardstick: [] }
  const subjects = [bench.yardstick, await bench.workers()]
  const loaded: LoadedSubject[] = []
  for (const subject of subjects) loaded.push(await loadSubject(bench, subject, load))
  for (let round = 0; round < bench.options.rounds; round++) {
    for (const [index, subject] of subjects.entries()) {
      const measurement = await loaded[index]?.measure(bench.options.seconds)
      if (measurement) result[subject.name].push(measurement)
    }
  }
  for (const each of loaded) await each.end()
  return result
}

/** Registers the queues of a load. */
export async function loadSubject(
  bench: Bench,
  subject: Subject,
  { streams, senders, pace }: MessageLoad,
): Promise<LoadedSubject> {
  const pollers = streams.flatMap(({ name: stream, recipients }) =>
    recipients.map((user) => ({
      authorization: authorizationOf(user),
      stream,
      ...(subject.name === 'yardstick' && { queueId: `${stream}:${user}` }),
    })),
  )
  const session = await bench.load.makeSession({ addresses: subject.addresses, pollers })
  const run: Omit<RunSpec, 'seconds'> = {
    senders: senders.map(authorizationOf),
    streams: streams.map((stream) => stream.name),
    pace,
    leastMessages: LEAST_MESSAGES,
  }
  let warmUpSeconds = FIRST_WARM_UP_SECONDS

  return {
    async measure(seconds) {
      await bench.load.openSession(session)
      await waitForParkedPolls(subject, pollers.length)
      await bench.load.runSession({ session, run: { ...run, seconds: warmUpSeconds } })
      warmUpSeconds = WARM_UP_SECONDS
      const before = await subject.cpu()
      const result = await bench.load.runSession({ session, run: { ...run, seconds } })
      const after = await subject.cpu()
      await bench.load.closeSession(session)
      await waitForParkedPolls(subject, 0)
      return { ...result, cpu: cpuBetween(before, after) }
    },
    end: () => bench.load.endSession(session),
  }
}

const LEAST_MESSAGES = 5

function cpuBetween(before: CpuSeconds, after: CpuSeconds): CpuSeconds {
  const postgres =
    before.postgres === undefined || after.postgres === undefined
      ? undefined
      : after.postgres - before.postgres
  return { workers: after.workers - before.workers, redis: after.redis - before.redis, postgres }
}

/** Workers, Redis and, as far as it is known, PostgreSQL. */
export function totalCpu({ workers, redis, postgres }: CpuSeconds): number {
  return workers + redis + (postgres ?? 0)
}

/** Targets of the figures that have one. */
export interface MessageTargets {
  cpu?: Target
  lastReceipt?: Target
  messages?: Target
  deliveries?: Target
}

/** The rows that all scenarios with messages have. */
export function messageRows(
  load: string,
  { parley, yardstick }: Comparison,
  targets: MessageTargets = {},
): Row[] {
  const compared = (
    figure: string,
    unit: string,
    read: (measurement: Measurement) => number,
    target?: Target,
  ): Row =>
    makeRow({
      load,
      figure,
      unit,
      parley: parley.map(read),
      yardstick: yardstick.map(read),
      ...(target && { target }),
    })
  const ofParley = (
    figure: string,
    unit: string,
    read: (measurement: Measurement) => number,
    target?: Target,
  ): Row => makeRow({ load, figure, unit, parley: parley.map(read), ...(target && { target }) })
  const per1000 = (seconds: number, { deliveries }: Measurement): number =>
    (1_000 * seconds) / deliveries
  const knowsPostgres = parley.every(({ cpu }) => cpu.postgres !== undefined)

  return [
    compared(CPU_FIGURE, CPU_UNIT, (each) => per1000(totalCpu(each.cpu), each), targets.cpu),
    ofParley('… workers', CPU_UNIT, (each) => per1000(each.cpu.workers, each)),
    ofParley('… Redis', CPU_UNIT, (each) => per1000(each.cpu.redis, each)),
    ...(knowsPostgres
      ? [ofParley('… PostgreSQL', CPU_UNIT, (each) => per1000(each.cpu.postgres ?? NaN, each))]
      : []),
    compared('last receipt of a message', 'ms', (each) => each.lastReceiptMs, targets.lastReceipt),
    compared('latency p50', 'ms', (each) => each.latencyMs.p50),
    compared('latency p95', 'ms', (each) => each.latencyMs.p95),
    compared('latency p99', 'ms', (each) => each.latencyMs.p99),
    compared('latency max', 'ms', (each) => each.latencyMs.max),
    compared('messages', '/s', (each) => each.messages / each.seconds, targets.messages),
    compared('deliveries', '/s', (each) => each.deliveries / each.seconds, targets.deliveries),
    compared('load generator', CPU_UNIT, (each) => per1000(each.loadCpuSeconds, each)),
    compared('answers', 'bytes/delivery', (each) => each.bytesPerDelivery),
    ...faultRows(load, [...parley, ...yardstick]),
  ]
}

export const CPU_FIGURE = 'CPU'
const CPU_UNIT = 's/1,000 deliveries'

/** Of the yardstick too: what it loses would be the load generator's fault. */
function faultRows(load: string, measurements: readonly Measurement[]): Row[] {
  const target: Target = { of: 'figure', bound: 'at most', value: 0 }
  return FAULTS.map((figure) => {
    const count = measurements.reduce((total, each) => total + each[figure], 0)
    return makeRow({ load, figure, unit: '', parley: [count], target })
  })
}

const FAULTS = ['lost', 'duplicates', 'disorders'] as const
