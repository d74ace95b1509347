import type { Bench } from '../bench'
import { totalCpu } from '../cpu'
import { faultRows } from '../message-rows'
import { loadSubject } from '../messages'
import type { LoadedSubject, Measurement } from '../messages'
import { atMost, makeRow } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'
import { usersFrom } from '../users'

const readers = 1_000
const gapMs = 20

/** The same messages to readers of server-sent events and to polls, in turn. */
export const streams: Scenario = {
  name: 'streams',
  summary:
    'server-sent events to 1,000; "yardstick" is the same to 1,000 polls of the same workers',
  async run(bench) {
    await bench.workers()
    const polled = await prepare(bench, { isStreamed: false, first: 0 })
    const streamed = await prepare(bench, { isStreamed: true, first: readers })
    const rounds: { streams: Measurement[]; polls: Measurement[] } = { streams: [], polls: [] }
    for (let round = 0; round < bench.options.rounds; round++) {
      rounds.polls.push(await polled.measure(bench.options.seconds))
      rounds.streams.push(await streamed.measure(bench.options.seconds))
    }
    await polled.end()
    await streamed.end()
    return rowsOf(rounds.streams, rounds.polls)
  },
}

/** @param first number of the first reader: a queue gets all the messages of its user, in either stream */
async function prepare(
  bench: Bench,
  { isStreamed, first }: { isStreamed: boolean; first: number },
): Promise<LoadedSubject> {
  const name = `${isStreamed ? 'streamed' : 'polled'}-${readers}`
  await bench.seed.streams([{ name, first, subscribers: readers }])
  return loadSubject(bench, await bench.workers(), {
    streams: [{ name, recipients: usersFrom(first, readers) }],
    senders: [first],
    pace: { kind: 'steady', gapMs },
    isStreamed,
  })
}

function rowsOf(streamed: readonly Measurement[], polled: readonly Measurement[]): Row[] {
  const load = `${readers} streams`
  const perThousand = (read: (each: Measurement) => number) => (each: Measurement) =>
    (1_000 * read(each)) / each.deliveries
  const compared = (
    figure: string,
    unit: string,
    read: (each: Measurement) => number,
    most?: number,
  ): Row =>
    makeRow({
      ...{ load, figure, unit },
      parley: streamed.map(read),
      yardstick: polled.map(read),
      ...(most === undefined ? {} : { target: atMost(most) }),
    })
  const cpuUnit = 's/1,000 deliveries'
  return [
    compared(
      'CPU',
      cpuUnit,
      perThousand(({ cpu }) => totalCpu(cpu)),
      0.8,
    ),
    compared(
      '… workers',
      cpuUnit,
      perThousand(({ cpu }) => cpu.workers),
    ),
    compared(
      '… Redis',
      cpuUnit,
      perThousand(({ cpu }) => cpu.redis),
    ),
    compared('last receipt of a message', 'ms', (each) => each.lastReceiptMs),
    compared('deliveries', '/s', (each) => each.deliveries / each.seconds),
    ...faultRows(load, [...streamed, ...polled]),
  ]
}
