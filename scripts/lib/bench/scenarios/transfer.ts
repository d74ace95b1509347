import { stat } from 'node:fs/promises'
import path from 'node:path'
import { measureCommand } from '../import/command'
import type { MeasuredCommand } from '../import/command'
import { writeSlackArchive } from '../import/slack-archive'
import { makeRow } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'
import { makeTemporaryStores } from '../temporary-stores'

const mebibyte = 1_024 ** 2

/** A database with an imported archive, from PostgreSQL to the embedded database, and from there to PostgreSQL. */
export const transfer: Scenario = {
  name: 'transfer',
  summary: '`parley export-database` and `import-database`, PostgreSQL and embedded',
  async run(bench) {
    const { messages } = bench.options
    const archive = path.join(bench.folder, 'transfer')
    await writeSlackArchive(archive, { messages, people: 2_000, fileBytes: 0 })
    await measureCommand(bench, ['migrate'])
    bench.say(`transfer: importing ${messages} messages`)
    await measureCommand(bench, ['import', archive, '--into', 'transfer'])
    const dump = (name: string) => path.join(bench.folder, `${name}.parley`)
    const { DATABASE_URL: _url, REDIS_URL: _redis, ...others } = bench.settings
    const embedded = { ...others, DATA_DIR: path.join(bench.folder, 'embedded') }
    const target = await makeTemporaryStores()
    try {
      const rows: Row[] = []
      const steps = [
        {
          command: 'export-database',
          of: 'PostgreSQL',
          file: dump('first'),
          settings: bench.settings,
        },
        { command: 'import-database', of: 'embedded', file: dump('first'), settings: embedded },
        { command: 'export-database', of: 'embedded', file: dump('second'), settings: embedded },
        {
          ...{ command: 'import-database', of: 'PostgreSQL', file: dump('second') },
          settings: { ...bench.settings, ...target.settings },
        },
      ]
      for (const { command, of, file, settings } of steps) {
        bench.say(`transfer: ${command}, ${of}`)
        const run = await measureCommand(bench, [command, file], { settings })
        rows.push(...rowsFor(`${command}, ${of}`, run, (await stat(file)).size))
      }
      return rows
    } finally {
      await target.remove()
    }
  },
}

function rowsFor(load: string, run: MeasuredCommand, bytes: number): Row[] {
  const row = (figure: string, unit: string, value: number): Row =>
    makeRow({ load, figure, unit, parley: [value] })
  return [
    row('time', 's', run.seconds),
    row('CPU of the command', 's', run.cpuSeconds),
    row('most memory', 'MiB', run.peakBytes / mebibyte),
    row('the file', 'MiB', bytes / mebibyte),
  ]
}
