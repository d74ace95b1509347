import type { Command } from 'commander'
import { verifyBackup } from '../server/moving/backup/read-backup'
import { restoreBackup } from '../server/moving/backup/restore-backup'
import { writeBackup } from '../server/moving/backup/write-backup'
import { runAndTell, runOnStores } from './action'
import type { Outcome } from './action'
import { withContext } from './with-context'

const aboutBackup = `
On PostgreSQL the server may go on serving; the server of an embedded database is stopped first. The backup holds password
hashes, keys and private messages: keep it accordingly. Repeat a call that was killed: it keeps the files that
were copied, and dumps the database anew. Its rests are FILE.part, FILE.part.list and FILE.dump.part; delete them instead to give up.`

const aboutRestore = `
The backup is verified first. It may come from the other kind of database and the other kind of store. Repeat a call that
was killed: files that are there stay, and the database is filled in one step at the end.`

export function addBackupCommand(program: Command): void {
  const command = program
    .command('backup')
    .description('write the database and all uploaded files into one file')
    .argument('<file>', 'it must not exist yet, except with --verify')
    .option('--verify', 'only check that an existing backup is whole and unchanged')
    .addHelpText('after', aboutBackup)

  runAndTell<{ verify?: boolean }>(command, async ({ verify }, [file = '']) => {
    if (verify === true) return describeVerified(file)
    return withContext({ needsSchema: true, makesDatabase: false }, async (ctx) => {
      const facts = await writeBackup(ctx, file)
      const kept = facts.kept > 0 ? ` (${facts.kept} were copied by an earlier call)` : ''
      return {
        sentence: `Wrote ${facts.rows} rows and ${facts.files} files${kept}, ${facts.bytes} bytes, to ${file}.`,
        data: { file, ...facts },
      }
    })
  })
}

async function describeVerified(file: string): Promise<Outcome> {
  const { head, dumpedAt, files, bytes } = await verifyBackup(file)
  return {
    sentence:
      `The backup is whole: the database as of ${dumpedAt} and ${files.size} files, ${bytes} bytes, ` +
      `written by Parley ${head.parley}.`,
    data: { file, files: files.size, bytes, parley: head.parley, written_at: dumpedAt },
  }
}

export function addRestoreCommand(program: Command): void {
  const command = program
    .command('restore')
    .description('restore a backup into an empty database and the store of uploads')
    .argument('<file>', 'a backup of this version of Parley')
    .option('--replace', 'delete all organizations of the database first')
    .addHelpText('after', aboutRestore)

  runOnStores<{ replace?: boolean }>(
    command,
    async (ctx, { replace = false }, [file = '']) => {
      const facts = await restoreBackup(ctx, file, { replaces: replace })
      const kept = facts.kept > 0 ? ` (${facts.kept} were there already)` : ''
      return {
        sentence: `Restored ${facts.rows} rows and ${facts.files} files${kept}.`,
        data: { file, ...facts },
      }
    },
    { needsSchema: false, makesDatabase: () => true },
  )
}
