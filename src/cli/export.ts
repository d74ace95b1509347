import { Option } from 'commander'
import type { Command } from 'commander'
import { exportFormats, writeExport } from '../server/moving/exports/write-export'
import type { ExportPart } from '../server/moving/exports/write-export'
import { getRealmNamed } from '../server/chat/actions/realms/find-realm'
import { NoSuchUserError, BadRequestError } from '../server/chat/rules/errors'
import type { AppContext } from '../server/context'
import type { ExportFormat } from '../server/data/schema'
import { findAnyStreamByName } from '../server/data/streams/streams'
import { findUserByAddress, findUserByEmail } from '../server/data/users/users'
import { realmOption, runOnStores } from './action'

const kinds = ['whole', 'public', 'consented'] as const

interface Options {
  realm: string
  format: ExportFormat
  output: string
  kind?: (typeof kinds)[number]
  stream?: string
  person?: string
}

const help = `
Formats:
  zulip  an archive of Zulip, which \`parley import\` and Zulip read; ends in .tar.gz
  jsonl  one JSON object a line, without the bytes of files; compressed if it ends in .gz
  html   pages to read and search without a server, with files: a folder, or an archive if it ends in .tar.gz

Parts: everything, unless --kind, --stream or --person names less. \`public\` has public streams alone, \`consented\` also
the data of people who let it be exported, --stream one stream without read states and settings of people, --person what
one person wrote (jsonl and html).

On PostgreSQL the command may run beside the server and writes one snapshot. The export holds messages and files:
keep it accordingly.`

export function addExportCommand(program: Command): void {
  const command = program
    .command('export')
    .description('write an organization, a stream or the words of a person to files')
    .addOption(
      new Option('--format <format>', `one of ${exportFormats.join(', ')}`)
        .choices(exportFormats)
        .makeOptionMandatory(),
    )
    .requiredOption('--output <path>', 'a file or folder that does not exist yet')
    .addOption(
      new Option('--kind <kind>', `one of ${kinds.join(', ')}`)
        .choices(kinds)
        .conflicts(['stream', 'person']),
    )
    .addOption(new Option('--stream <name>', 'one stream').conflicts(['kind', 'person']))
    .addOption(
      new Option('--person <address>', 'what one person wrote').conflicts(['kind', 'stream']),
    )
    .option(...realmOption)
    .addHelpText('after', help)

  runOnStores<Options>(command, async (ctx, options) => {
    const { format, output, realm: name } = options
    const realm = await getRealmNamed(ctx, name)
    const part = await partOf(ctx, realm.id, options)
    const bytes = await writeExport(ctx, realm.id, { format, part, output })
    return {
      sentence: `Wrote ${bytes} bytes to ${output}.`,
      data: { output, bytes, format },
    }
  })
}

async function partOf(
  { db }: Pick<AppContext, 'db'>,
  realmId: number,
  { stream: name, person: address, kind = 'whole' }: Options,
): Promise<ExportPart> {
  if (name !== undefined) {
    const stream = await findAnyStreamByName(db.query, realmId, name)
    if (!stream) throw new BadRequestError(`There is no stream '${name}'.`)
    return { kind: 'public', streamIds: [stream.id] }
  }
  if (address !== undefined) {
    const user =
      (await findUserByAddress(db.query, realmId, address)) ??
      (await findUserByEmail(db.query, realmId, address))
    if (!user) throw new NoSuchUserError()
    return { kind: 'person', userId: user.id }
  }
  return kind
}
