import type { Bench } from './bench'
import { cpuBetween, totalCpu } from './cpu'
import type { CpuSeconds } from './cpu'
import type { RequestsResult, RequestsSpec, RequestTemplate } from './load/protocol'
import { profileRequest } from './request-templates'
import { atMost, makeRow } from './rows'
import type { Row, Target } from './rows'

/** Requests whose cost is compared with that of GET /users/me at the same worker. */
export interface ComparedLoad {
  name: string
  requests: readonly RequestTemplate[]
  /** Values of the Authorization header. */
  accounts: readonly string[]
  host?: string
  /** Target: max multiple of the CPU of GET /users/me, stores included. */
  atMost?: number
  /** Target: max ms of CPU, stores included. */
  atMostMs?: number
  /**
   * For requests that each account can make once: undoes the changes, before the worker warms up and before
   * it is measured.
   */
  prepare?(): Promise<unknown>
}

type Measurement = RequestsResult & { cpu: CpuSeconds }

const openConnections = 4
const warmUpSeconds = 1
const unitOfFigures = 'ms/request'

/**
 * Measures each load in alternation with GET /users/me, on one worker: the speed of a machine drifts, and
 * only measurements close in time can be compared.
 */
export async function compareWithProfile(
  bench: Bench,
  loads: readonly ComparedLoad[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (const load of loads) {
    bench.say(load.name)
    const { prepare: _, ...callers } = load
    const rounds: { load: Measurement; profile: Measurement }[] = []
    for (let round = 0; round < bench.options.rounds; round++) {
      const profile = await measure(bench, { ...callers, requests: [profileRequest] })
      rounds.push({ profile, load: await measure(bench, load) })
    }
    rows.push(...rowsOf(load, rounds))
  }
  return rows
}

async function measure(bench: Bench, load: ComparedLoad): Promise<Measurement> {
  const worker = await bench.workers(1)
  const spec: Omit<RequestsSpec, 'seconds'> = {
    addresses: worker.addresses,
    requests: [...load.requests],
    accounts: [...load.accounts],
    connections: openConnections,
    ...(load.host === undefined ? {} : { host: load.host }),
  }
  await meetAccounts(bench, spec)
  await load.prepare?.()
  await bench.load.measureRequests({ ...spec, seconds: warmUpSeconds })
  await load.prepare?.()
  const before = await worker.cpu()
  const result = await bench.load.measureRequests({ ...spec, seconds: bench.options.seconds })
  const cpu = cpuBetween(before, await worker.cpu())
  await bench.load.deleteRegistered(worker.addresses)
  if (load.prepare && result.requests > load.accounts.length) {
    throw new Error(`${load.name}: there are too few accounts, the last requests did nothing.`)
  }
  return { ...result, cpu }
}

/** Fills the worker's cache with all accounts; otherwise the cache misses would be measured. */
async function meetAccounts(bench: Bench, spec: Omit<RequestsSpec, 'seconds'>): Promise<void> {
  for (let met = 0; met < spec.accounts.length;) {
    const greeting = {
      ...spec,
      requests: [profileRequest],
      accounts: spec.accounts.slice(met),
      seconds: warmUpSeconds,
    }
    met += (await bench.load.measureRequests(greeting)).requests
  }
}

function targetOf(most: number | undefined, mostMs: number | undefined): Target | undefined {
  if (mostMs !== undefined) return atMost(mostMs, 'figure')
  return most === undefined ? undefined : atMost(most)
}

function rowsOf(
  { name, atMost: most, atMostMs }: ComparedLoad,
  rounds: readonly { load: Measurement; profile: Measurement }[],
): Row[] {
  const ms = (seconds: number, { requests }: Measurement): number => (1_000 * seconds) / requests
  const compared = (figure: string, read: (cpu: CpuSeconds) => number, target?: Target): Row =>
    makeRow({
      load: name,
      figure,
      unit: unitOfFigures,
      parley: rounds.map(({ load }) => ms(read(load.cpu), load)),
      yardstick: rounds.map(({ profile }) => ms(read(profile.cpu), profile)),
      ...(target && { target }),
    })
  const plain = (figure: string, unit: string, read: (each: Measurement) => number): Row =>
    makeRow({ load: name, figure, unit, parley: rounds.map(({ load }) => read(load)) })
  return [
    compared('CPU', totalCpu, targetOf(most, atMostMs)),
    compared('… worker', (cpu) => cpu.workers),
    plain('… PostgreSQL', unitOfFigures, (each) => ms(each.cpu.postgres ?? NaN, each)),
    plain('requests', '/s', (each) => each.requests / each.seconds),
    plain('latency p50', 'ms', (each) => each.latencyMs.p50),
    plain('latency p99', 'ms', (each) => each.latencyMs.p99),
    plain('answer', 'bytes', (each) => each.bytesPerAnswer),
  ]
}
