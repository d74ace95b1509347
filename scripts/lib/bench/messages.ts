import { alternate } from './alternate'
import type { Bench } from './bench'
import { cpuBetween, totalCpu } from './cpu'
import type { CpuSeconds } from './cpu'
import type { Faults, Pace, RunResult, RunSpec } from './load/protocol'
import { makeRow, rowsOf } from './rows'
import type { Rounds, Row, Target } from './rows'
import { authorizationOf } from './seed'
import type { Subject } from './subject'
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

/** A server with queues, whose polls are connected only while it is measured. */
export interface LoadedSubject {
  /** Returns when all polls are parked. */
  open(): Promise<void>
  /** Returns when none is. */
  close(): Promise<void>
  /** Opens, sends and closes. */
  measure(seconds: number): Promise<Measurement>
  end(): Promise<void>
}

/** The same load on the yardstick and on the workers. */
export async function compareMessages(
  bench: Bench,
  load: MessageLoad,
): Promise<Rounds<Measurement>> {
  const loaded = new Map<Subject, LoadedSubject>()
  const rounds = await alternate(bench, async (subject) => {
    const known = loaded.get(subject) ?? (await loadSubject(bench, subject, load))
    loaded.set(subject, known)
    return known.measure(bench.options.seconds)
  })
  for (const each of loaded.values()) await each.end()
  return rounds
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

  async function open(): Promise<void> {
    await bench.load.openSession(session)
    await waitForParkedPolls(subject, pollers.length)
  }

  async function close(): Promise<void> {
    await bench.load.closeSession(session)
    await waitForParkedPolls(subject, 0)
  }

  return {
    open,
    close,
    async measure(seconds) {
      await open()
      const warmUp = await bench.load.runSession({
        session,
        run: { ...run, seconds: warmUpSeconds },
      })
      warmUpSeconds = WARM_UP_SECONDS
      const before = await subject.cpu()
      const result = await bench.load.runSession({ session, run: { ...run, seconds } })
      const after = await subject.cpu()
      await close()
      return { ...result, ...addFaults(warmUp, result), cpu: cpuBetween(before, after) }
    },
    end: () => bench.load.endSession(session),
  }
}

const LEAST_MESSAGES = 5

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
  rounds: Rounds<Measurement>,
  targets: MessageTargets = {},
): Row[] {
  const { compared, ofParley } = rowsOf(load, rounds)
  const per1000 = (seconds: number, { deliveries }: Measurement): number =>
    (1_000 * seconds) / deliveries
  const knowsPostgres = rounds.parley.every(({ cpu }) => cpu.postgres !== undefined)

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
    ...faultRows(load, [...rounds.parley, ...rounds.yardstick]),
  ]
}

export const CPU_FIGURE = 'CPU'
export const CPU_UNIT = 's/1,000 deliveries'

/** Faults count while a server warms up as well. */
function addFaults(some: Faults, others: Faults): Faults {
  return {
    lost: some.lost + others.lost,
    duplicates: some.duplicates + others.duplicates,
    disorders: some.disorders + others.disorders,
  }
}

/** Of the yardstick too: what it loses would be the load generator's fault. */
export function faultRows(load: string, measurements: readonly Measurement[]): Row[] {
  const target: Target = { of: 'figure', bound: 'at most', value: 0 }
  return FAULTS.map((figure) => {
    const count = measurements.reduce((total, each) => total + each[figure], 0)
    return makeRow({ load, figure, unit: '', parley: [count], target })
  })
}

const FAULTS = ['lost', 'duplicates', 'disorders'] as const
