import type { Bench } from '../bench'
import { totalCpu } from '../cpu'
import type { CpuSeconds } from '../cpu'
import { faultRows } from '../message-rows'
import { loadSubject } from '../messages'
import type { LoadedSubject, Measurement } from '../messages'
import { atMost, makeRow, rowsOf } from '../rows'
import type { Row, Target } from '../rows'
import type { Scenario } from '../scenario'
import type { SeededStream } from '../seed'
import { usersFrom } from '../users'

const online = 10

/** The cost of a message when a stream has more subscribers, with the same number online. */
export const growth: Scenario = {
  name: 'growth',
  summary: `one sender flat out to a stream with ${online} subscribers online`,
  async run(bench) {
    const { quick } = bench.options
    const workerCounts = quick ? [bench.options.workers] : [1, 2, 4]
    await bench.workers(workerCounts[0])
    const streams = streamsOf(quick ? [10, 1_000] : [10, 100, 1_000, 10_000])
    await bench.seed.streams(streams)
    const rows: Row[] = []
    for (const count of workerCounts) rows.push(...(await measureWorkers(bench, count, streams)))
    return rows
  },
}

/** Streams with disjoint subscribers, so that users online on one stream get no messages of another. */
function streamsOf(sizes: readonly number[]): SeededStream[] {
  let first = 0
  return sizes.map((subscribers) => {
    const stream = { name: `growth-${subscribers}`, first, subscribers }
    first += subscribers
    return stream
  })
}

async function measureWorkers(
  bench: Bench,
  count: number,
  streams: readonly SeededStream[],
): Promise<Row[]> {
  bench.say(`growth with ${count} workers`)
  const workers = await bench.workers(count)
  const loaded: LoadedSubject[] = []
  for (const { name, first } of streams) {
    const recipients = usersFrom(first, online)
    const load = { streams: [{ name, recipients }], senders: [first], pace: usualPace }
    loaded.push(await loadSubject(bench, workers, load))
  }
  const measured: Measurement[][] = streams.map(() => [])
  for (let round = 0; round < bench.options.rounds; round++) {
    for (const [index, each] of loaded.entries()) {
      measured[index]?.push(await each.measure(bench.options.seconds))
    }
  }
  for (const each of loaded) await each.end()
  const rows = streams.flatMap(({ subscribers }, index) =>
    rowsOfStream(`${count} workers, ${subscribers} subscribers`, measured[index] ?? []),
  )
  return [
    ...rows,
    growthRow('CPU', totalCpu, atMost(1.5, 'figure')),
    growthRow('CPU of PostgreSQL', (cpu) => cpu.postgres ?? NaN, atMost(1.2, 'figure')),
  ]

  /** The largest stream relative to the smallest, round by round. */
  function growthRow(figure: string, read: (cpu: CpuSeconds) => number, target: Target): Row {
    const smallest = measured[0] ?? []
    const perMessage = ({ cpu, messages }: Measurement): number => read(cpu) / messages
    return makeRow({
      load: `${count} workers`,
      figure: `${figure} with ${streams.at(-1)?.subscribers} subscribers, against ${streams[0]?.subscribers}`,
      unit: '×',
      parley: (measured.at(-1) ?? []).map((each, round) => {
        const other = smallest[round]
        return other ? perMessage(each) / perMessage(other) : NaN
      }),
      target,
    })
  }
}

const usualPace = { kind: 'flat out' } as const

function rowsOfStream(load: string, parley: Measurement[]): Row[] {
  const { ofParley } = rowsOf(load, { parley, yardstick: [] })
  return [
    ofParley('CPU', 's/1,000 messages', cpuPerMessage),
    ofParley('messages', '/s', (each) => each.messages / each.seconds),
    ofParley('last receipt of a message', 'ms', (each) => each.lastReceiptMs),
    ...faultRows(load, parley),
  ]
}

function cpuPerMessage({ cpu, messages }: Measurement): number {
  return (1_000 * totalCpu(cpu)) / messages
}
