import path from 'node:path'
import { startCommand } from '../import/command'
import { writeMattermostArchive } from '../import/mattermost-archive'
import { loadSubject } from '../messages'
import type { Measurement } from '../messages'
import { atMost, makeRow } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'
import { usersFrom } from '../users'

const senderCount = 100
const recipientCount = 10
const gapMs = 100
const into = 'throughout'
const mebibyte = 1_024 ** 2
const mostMebibytes = 512

/** A whole import beside a cluster in use: latency before and during it, its time, its memory, and that nothing is missing. */
export const importThroughout: Scenario = {
  name: 'import-throughout',
  summary: `messages of ${senderCount} senders, one each ${gapMs} ms, from the start to the end of the import of an archive of Mattermost`,
  async run(bench) {
    const subject = await bench.workers()
    const archive = path.join(bench.folder, into)
    bench.say(`${into}: writing an archive of ${bench.options.messages} messages`)
    const written = await writeMattermostArchive(archive, bench.options.messages)
    const name = 'import-throughout'
    await bench.seed.streams([{ name, first: 0, subscribers: senderCount }])
    const loaded = await loadSubject(bench, subject, {
      streams: [{ name, recipients: usersFrom(0, recipientCount) }],
      senders: usersFrom(0, senderCount),
      pace: { kind: 'steady', gapMs },
    })
    const before: Measurement[] = []
    for (let round = 1; round <= bench.options.rounds; round += 1) {
      bench.say(`${into}: without an import, ${round} of ${bench.options.rounds}`)
      before.push(await loaded.measure(bench.options.seconds))
    }
    const command = await startCommand(['import', archive, '--into', into], bench.settings)
    const during: Measurement[] = []
    const over = new AbortController()
    const ended = command.ended.finally(() => over.abort())
    ended.catch(() => undefined)
    try {
      // The last measurement goes on for a moment after the import.
      while (!over.signal.aborted) {
        bench.say(`${into}: measurement ${during.length + 1} beside the import`)
        during.push(await loaded.measure(bench.options.seconds))
      }
      await loaded.end()
      const { seconds, peakBytes, cpuSeconds } = await ended
      const { rows } = await bench.seed.client.query(
        'select count(*)::int as count from messages join realms on realms.id = realm_id where string_id = $1',
        [into],
      )
      const [{ count = 0 } = {}] = rows as { count?: number }[]
      const load = `${bench.options.messages} messages`
      const row = (figure: string, unit: string, value: number): Row =>
        makeRow({ load, figure, unit, parley: [value] })
      return [
        ...rowsFor('before the import', before),
        ...rowsFor('during the import', during),
        row('time of the import', 's', seconds),
        row('CPU of the import', 's', cpuSeconds),
        makeRow({
          ...{
            load,
            figure: 'most memory of the import',
            unit: 'MiB',
            parley: [peakBytes / mebibyte],
          },
          target: atMost(mostMebibytes, 'figure'),
        }),
        row('messages after the import', '', count),
        makeRow({
          ...{ load, figure: 'messages missing or too many', unit: '' },
          parley: [Math.abs(written.messages - count)],
          target: atMost(0, 'figure'),
        }),
      ]
    } finally {
      await command.stop()
    }
  },
}

/** The medians of the measurements, and the worst one. */
function rowsFor(load: string, runs: readonly Measurement[]): Row[] {
  const p99 = runs.map((run) => run.latencyMs.p99)
  return [
    makeRow({
      ...{ load, figure: 'latency p50', unit: 'ms', parley: runs.map((r) => r.latencyMs.p50) },
    }),
    makeRow({ load, figure: 'latency p99', unit: 'ms', parley: p99 }),
    makeRow({ load, figure: 'latency p99, worst of all', unit: 'ms', parley: [Math.max(...p99)] }),
    makeRow({
      ...{ load, figure: 'lost, repeated, disordered', unit: '' },
      parley: runs.map((run) => run.lost + run.duplicates + run.disorders),
    }),
  ]
}
