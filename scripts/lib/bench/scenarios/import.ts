import path from 'node:path'
import type { Bench } from '../bench'
import { measureCommand } from '../import/command'
import type { MeasuredCommand } from '../import/command'
import { writeSlackArchive } from '../import/slack-archive'
import { atLeast, atMost, makeRow } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'

const people = 2_000
/** Declared by the uploads of an archive of a million messages: 20 GB. */
const bytesPerMessage = 20_000
const mebibyte = 1_024 ** 2
const postgresFigure = 'CPU of PostgreSQL'
/** A million messages in ten minutes. */
const wantedPerSecond = 1_000_000 / 600
const mostMebibytes = 512

/** A generated archive of Slack into an empty database, and again. */
export const importing: Scenario = {
  name: 'import',
  summary: `an archive of Slack with ${people} people by \`parley import\`, no server beside it`,
  run: (bench) => measureImports(bench, 'import', bench.settings),
}

/** The same into an embedded database, which runs in the process of the import. */
export const importingEmbedded: Scenario = {
  name: 'import-embedded',
  summary: 'the same into an embedded database',
  run(bench) {
    const { DATABASE_URL: _url, REDIS_URL: _redis, ...others } = bench.settings
    const settings = { ...others, DATA_DIR: path.join(bench.folder, 'import-embedded') }
    return measureImports(bench, 'import-embedded', settings)
  },
}

async function measureImports(
  bench: Bench,
  name: string,
  settings: Bench['settings'],
): Promise<Row[]> {
  const { messages, profile } = bench.options
  const isEmbedded = settings['DATABASE_URL'] === undefined
  const archive = path.join(bench.folder, `${name}-slack`)
  bench.say(`${name}: writing an archive of ${messages} messages`)
  await writeSlackArchive(archive, { messages, people, fileBytes: messages * bytesPerMessage })
  await measureCommand(bench, ['migrate'], { settings })
  const command = ['import', archive, '--into', 'imported']
  bench.say(`${name}: first run`)
  const first = await measureCommand(bench, command, { settings, profile })
  bench.say(`${name}: again`)
  const again = await measureCommand(bench, command, { settings })
  const rows = [
    ...rowsFor(`${messages} messages`, first, messages, !isEmbedded),
    ...rowsFor('the same archive again', again, messages, false),
  ]
  // An embedded database runs in the process of the import.
  return isEmbedded ? rows.filter(({ figure }) => figure !== postgresFigure) : rows
}

function rowsFor(load: string, run: MeasuredCommand, messages: number, hasTargets: boolean): Row[] {
  const row = (figure: string, unit: string, value: number, target?: Row['target']): Row => ({
    ...makeRow({ load, figure, unit, parley: [value] }),
    ...(target && { target }),
  })
  const perSecond = makeRow({
    ...{ load, figure: 'messages', unit: '/s', parley: [messages / run.seconds] },
    ...(hasTargets && { target: atLeast(wantedPerSecond, 'figure') }),
  })
  const memory = makeRow({
    ...{ load, figure: 'most memory', unit: 'MiB', parley: [run.peakBytes / mebibyte] },
    ...(hasTargets && { target: atMost(mostMebibytes, 'figure') }),
  })
  return [
    row('time', 'min', run.seconds / 60),
    perSecond,
    memory,
    row('CPU of the import', 's', run.cpuSeconds),
    row(postgresFigure, 's', run.postgresSeconds ?? NaN),
  ]
}
