import path from 'node:path'
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
/** A million messages in ten minutes. */
const wantedPerSecond = 1_000_000 / 600
const mostMebibytes = 512

/** A generated archive of Slack into an empty database, and again. */
export const importing: Scenario = {
  name: 'import',
  summary: `an archive of Slack with ${people} people by \`parley import\`, no server beside it`,
  async run(bench) {
    const { messages, profile } = bench.options
    const archive = path.join(bench.folder, 'slack')
    bench.say(`import: writing an archive of ${messages} messages`)
    await writeSlackArchive(archive, { messages, people, fileBytes: messages * bytesPerMessage })
    await measureCommand(bench, ['migrate'])
    const command = ['import', archive, '--into', 'imported']
    bench.say('import: first run')
    const first = await measureCommand(bench, command, { profile })
    bench.say('import: again')
    const again = await measureCommand(bench, command)
    return [
      ...rowsFor(`${messages} messages`, first, messages, true),
      ...rowsFor('the same archive again', again, messages, false),
    ]
  },
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
    row('CPU of PostgreSQL', 's', run.postgresSeconds ?? NaN),
  ]
}
