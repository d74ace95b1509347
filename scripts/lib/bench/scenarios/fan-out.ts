import type { Bench } from '../bench'
import { cpuFigure, messageRows } from '../message-rows'
import { compareMessages } from '../messages'
import { atMost, makeRow } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'
import { usersFrom } from '../users'

const usualPace = { kind: 'steady', gapMs: 20 } as const
/** The size that the targets refer to. */
const usualSize = 1_000

/** One message at a time to many parked polls. */
export const fanOut: Scenario = {
  name: 'fan-out',
  summary: 'polls parked on one stream, one steady sender',
  async run(bench) {
    const sizes = bench.options.quick ? [100, usualSize] : [100, usualSize, 5_000]
    const rows: Row[] = []
    for (const size of sizes) rows.push(...(await measureSize(bench, size)))
    return [...rows, ...compareSizes(rows)]
  },
}

async function measureSize(bench: Bench, size: number): Promise<Row[]> {
  bench.say(`fan-out to ${size}`)
  const name = `fan-out-${size}`
  // The workers create the tables.
  await bench.workers()
  await bench.seed.streams([{ name, first: 0, subscribers: size }])
  const comparison = await compareMessages(bench, {
    streams: [{ name, recipients: usersFrom(0, size) }],
    senders: [0],
    pace: usualPace,
  })
  const targets = { cpu: atMost(2.5), lastReceipt: atMost(3), memory: atMost(180, 'figure') }
  return messageRows(loadOf(size), comparison, size === usualSize ? targets : {})
}

/** The cost of a delivery in small and in large fan-outs, each relative to the yardstick. */
function compareSizes(rows: readonly Row[]): Row[] {
  const cpu = rows.filter((row) => row.figure === cpuFigure)
  const usual = cpu.find((row) => row.load === loadOf(usualSize))
  return cpu
    .filter((row) => row !== usual)
    .map((row) =>
      makeRow({
        load: row.load,
        figure: `${cpuFigure} ratio, against that of ${loadOf(usualSize)}`,
        unit: '×',
        parley: [(row.ratio ?? NaN) / (usual?.ratio ?? NaN)],
        target: atMost(1.5, 'figure'),
      }),
    )
}

function loadOf(size: number): string {
  return `${size} polls`
}
