import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { formats, openAs, recognizeFormat } from '../server/moving/import/formats'
import type { FormatName } from '../server/moving/import/formats'
import { PeopleMap } from '../server/moving/import/job/people-map'
import type { Report } from '../server/moving/import/job/report'
import { oldSiteOf } from '../server/moving/import/markup/old-site'
import type { OldSite } from '../server/moving/import/markup/old-site'
import { importArchive } from '../server/moving/import/run'
import type { Imported } from '../server/moving/import/run'
import { runOnStores } from './action'

interface Options {
  from?: FormatName
  into: string
  dryRun?: boolean
  map?: string
  resume?: boolean
  site?: OldSite[]
  priority: Priority
}

/** `low` gives way to all other programs of the machine; `normal` leaves the priority of the shell. */
const priorities = ['low', 'normal'] as const
type Priority = (typeof priorities)[number]

const names = Object.keys(formats) as FormatName[]

export function addImportCommand(program: Command): void {
  const command = program
    .command('import')
    .description('import an archive of another server')
    .argument('<archive>', 'a file or its unpacked folder')
    .option('--from <kind>', `one of ${names.join(', ')}; unless the archive shows it`, parseKind)
    .option('--into <string id>', 'organization, by its subdomain; made if it does not exist', '')
    .option('--dry-run', 'read everything, print the report, and change nothing')
    .option(
      '--map <people.csv>',
      'addresses of people: an id, a name or an old address, and the address',
    )
    .option(
      '--site <address>',
      'address of the old server, so that links to it in texts lead here; may be given several times',
      collectSite,
    )
    .option('--resume', 'go on with an import that was broken off')
    .addOption(
      new Option(
        '--priority <priority>',
        'low gives way to all other programs of the machine, normal takes its share',
      )
        .choices(priorities)
        .default('low'),
    )
    .addHelpText(
      'after',
      '\nA second run adds only what is new in the archive, and changes nothing that is here. People come in ' +
        'without passwords: a mail to reset it lets them in.\nFiles are unpacked into the folder of TMPDIR.',
    )

  runOnStores<Options>(command, async (ctx, options, [path = '']) => {
    const { dryRun: isDryRun = false, resume: resumes = false, into } = options
    if (options.priority === 'low') setPriority(constants.priority.PRIORITY_LOW)
    const format = options.from ?? (await recognizeFormat(path))
    const people = options.map
      ? PeopleMap.parse(await readFile(options.map, 'utf8'))
      : PeopleMap.empty
    const archive = await openAs(format, path, undefined, options.site)
    try {
      const onProgress = process.stderr.isTTY ? showProgress : () => undefined
      const imported = await importArchive(ctx, archive, {
        ...{ into, people, isDryRun, resumes, onProgress },
      })
      return {
        sentence: describe(imported, { into, isDryRun }),
        data: {
          source: archive.source,
          dry_run: isDryRun,
          realm: into,
          made_realm: imported.madeRealm,
          kinds: imported.report.kinds(),
          remarks: imported.report.remarks(),
        },
      }
    } finally {
      await archive.close()
    }
  })
}

/** Tells a person at a terminal how far it is. */
function showProgress(report: Report): void {
  const numbers = Object.entries(report.kinds()).map(([kind, { read }]) => `${read} ${kind}`)
  process.stderr.write(`\r${numbers.at(-1) ?? ''} `)
}

function collectSite(text: string, sites: OldSite[] = []): OldSite[] {
  const site = oldSiteOf(text)
  if (!site) throw new InvalidArgumentError('It must begin with http:// or https://.')
  return [...sites, site]
}

function parseKind(text: string): FormatName {
  const kind = names.find((each) => each === text)
  if (!kind) throw new InvalidArgumentError(`It must be one of ${names.join(', ')}.`)
  return kind
}

function describe(
  { report, madeRealm }: Imported,
  { into, isDryRun }: { into: string; isDryRun: boolean },
): string {
  const where = `the organization '${into}'${madeRealm ? ', which is new' : ''}`
  const head = isDryRun ? `Would import into ${where}:` : `Imported into ${where}:`
  return [head, ...report.lines()].join('\n')
}
