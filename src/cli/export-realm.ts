import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { writeExport } from '../server/moving/exports/write-export'
import { getRealmNamed } from '../server/chat/actions/realms/find-realm'
import { realmOption, runOnStores } from './action'

const kinds = ['whole', 'public', 'consented'] as const

interface Options {
  realm: string
  output: string
  kind: (typeof kinds)[number]
}

export function addExportRealmCommand(program: Command): void {
  const command = program
    .command('export-realm')
    .description('write an organization into an archive: `export --format zulip`')
    .requiredOption('--output <file>', 'a .tar.gz that does not exist yet')
    .option('--kind <kind>', `one of ${kinds.join(', ')}`, parseKind, 'whole')
    .option(...realmOption)
    .addHelpText(
      'after',
      '\nThe archive is what Zulip writes. It holds private messages and files: keep it accordingly.' +
        '\n`public` has public streams alone, `consented` also what people let be exported.',
    )

  runOnStores<Options>(command, async (ctx, { realm: name, output: file, kind }) => {
    const realm = await getRealmNamed(ctx, name)
    const bytes = await writeExport(ctx, realm.id, { format: 'zulip', part: kind, output: file })
    return {
      sentence: `Wrote ${bytes} bytes to ${file}.`,
      data: { file, bytes, kind },
    }
  })
}

function parseKind(text: string): Options['kind'] {
  const kind = kinds.find((each) => each === text)
  if (!kind) throw new InvalidArgumentError(`It must be one of ${kinds.join(', ')}.`)
  return kind
}
