import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startCommand } from '../import/command'
import { writeSlackArchive } from '../import/slack-archive'
import { loadSubject } from '../messages'
import type { Measurement } from '../messages'
import { atMost, makeRow } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'
import { usersFrom } from '../users'

const senderCount = 100
const recipientCount = 10
const gapMs = 20
/** An archive of so many messages for each second outlasts the measurement: three times what an import alone has written. */
const messagesPerSecond = 10_000

/** The latency of a live organization while another one is imported on the same server. */
export const importBeside: Scenario = {
  name: 'import-beside',
  summary: `messages of ${senderCount} senders, one each ${gapMs} ms, while an archive is imported beside`,
  async run(bench) {
    const subject = await bench.workers()
    const archive = path.join(bench.folder, 'beside')
    const messages = Math.max(bench.options.messages, messagesPerSecond * bench.options.seconds)
    await writeSlackArchive(archive, { messages, people: 2_000, fileBytes: 0 })
    const name = 'import-beside'
    await bench.seed.streams([{ name, first: 0, subscribers: senderCount }])
    const loaded = await loadSubject(bench, subject, {
      streams: [{ name, recipients: usersFrom(0, recipientCount) }],
      senders: usersFrom(0, senderCount),
      pace: { kind: 'steady', gapMs },
    })
    const calm: Measurement[] = []
    const busy: Measurement[] = []
    for (let round = 1; round <= bench.options.rounds; round += 1) {
      bench.say(`import-beside: round ${round} of ${bench.options.rounds}`)
      calm.push(await loaded.measure(bench.options.seconds))
      const into = `beside-${round}`
      const command = await startCommand(['import', archive, '--into', into], bench.settings)
      try {
        await importsMessages(bench.seed.client, into, command.ended)
        const ended = command.ended.then(() => 'ended' as const)
        const measured = await Promise.race([loaded.measure(bench.options.seconds), ended])
        if (measured === 'ended') throw new Error('The import ended before the measurement.')
        busy.push(measured)
      } finally {
        await command.stop()
      }
    }
    await loaded.end()
    return rowsFor(calm, busy)
  },
}

/** Waits for the first imported messages, so that the measurement is beside these. */
async function importsMessages(
  client: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> },
  into: string,
  ended: Promise<unknown>,
): Promise<void> {
  let isOver = false
  const over = ended.then(() => (isOver = true))
  over.catch(() => undefined)
  const query = `select 1 from messages join realms on realms.id = realm_id where string_id = $1 limit 1`
  while ((await client.query(query, [into])).rows.length === 0) {
    if (isOver) throw new Error('The import ended without messages.')
    await Promise.race([over, delay(100)])
  }
}

function rowsFor(calm: readonly Measurement[], busy: readonly Measurement[]): Row[] {
  const rows = (load: string, runs: readonly Measurement[]): Row[] => [
    makeRow({ load, figure: 'latency p50', unit: 'ms', parley: runs.map((r) => r.latencyMs.p50) }),
    makeRow({ load, figure: 'latency p99', unit: 'ms', parley: runs.map((r) => r.latencyMs.p99) }),
    makeRow({
      ...{ load, figure: 'lost, repeated, disordered', unit: '' },
      parley: runs.map((r) => r.lost + r.duplicates + r.disorders),
    }),
  ]
  const ratios = busy.map(
    ({ latencyMs }, round) => latencyMs.p99 / (calm[round]?.latencyMs.p99 ?? NaN),
  )
  return [
    ...rows('no import', calm),
    ...rows('an import', busy),
    makeRow({
      ...{ load: 'an import', figure: 'latency p99, against none', unit: '×', parley: ratios },
      target: atMost(1.5, 'figure'),
    }),
  ]
}
