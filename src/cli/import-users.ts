import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { importPeople } from '../server/moving/import-users/import'
import type { LineOutcome } from '../server/moving/import-users/import'
import { columns, readPeople } from '../server/moving/import-users/read-csv'
import { realmOption, RefusedWithFactsError, runOnStores } from './action'

interface Options {
  realm: string
  dryRun?: boolean
  skipBadLines?: boolean
  welcome?: boolean
}

const describedColumns = Object.entries(columns)
  .map(([name, meaning]) => `  ${name.padEnd(10)} ${meaning}`)
  .join('\n')

export function addImportUsersCommand(program: Command): void {
  const command = program
    .command('import-users')
    .description('make accounts of the people in a file of comma-separated values')
    .argument('<file.csv>', 'in UTF-8; - is stdin')
    .option('--dry-run', 'print the outcome of each line, and change nothing')
    .option('--skip-bad-lines', 'make accounts of the other lines although some are refused')
    .option(
      '--welcome',
      'mail each new account a link to choose a password; where no mail is sent, tell the links',
    )
    .option(...realmOption)
    .addHelpText(
      'after',
      `\nThe first line names the columns, of which email and full_name are needed:\n${describedColumns}\n` +
        '\nPeople with an account keep it as it is, so that a second run adds only missing people. Unless ' +
        'bad lines are skipped, one of them keeps all others out.',
    )

  runOnStores<Options>(command, async (ctx, options, [file = '']) => {
    const { realm, welcome: welcomes = false } = options
    const { dryRun: isDryRun = false, skipBadLines: skipsBadLines = false } = options
    const owner = await getActingOwner(ctx, realm)
    const read = readPeople(await readFile(file === '-' ? '/dev/stdin' : file))
    const { outcomes, isDone } = await importPeople(ctx, owner, read, {
      ...{ isDryRun, skipsBadLines, welcomes },
    })
    const count = (result: LineOutcome['result']) =>
      outcomes.filter((outcome) => outcome.result === result).length
    const [created, existing, refused] = [count('created'), count('exists'), count('refused')]
    const facts = { dry_run: isDryRun, created, existing, refused, lines: outcomes }
    if (!isDone && refused > 0 && !skipsBadLines) {
      const sentence = `Of ${outcomes.length} lines ${refused} are refused, so nothing was imported.`
      const bad = outcomes.filter(({ result }) => result === 'refused').map(describe)
      throw new RefusedWithFactsError([...bad, sentence].join('\n'), {
        ...facts,
        error: sentence,
        created: 0,
      })
    }
    const summary =
      `${isDone ? 'Made' : 'Would make'} ${created} accounts; ${existing} were there already` +
      `, and ${refused} lines ${isDone ? 'were' : 'are'} refused.`
    return { sentence: [...outcomes.map(describe), summary].join('\n'), data: facts }
  })
}

function describe({ line, email, result, user_id, link, error }: LineOutcome): string {
  const who = user_id === undefined ? '' : ` (user ${user_id})${link ? `  ${link}` : ''}`
  return `Line ${line}  ${email}  ${error ?? `${result}${who}`}`
}
