import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { findStreamOfMessage, findStreamByName } from '../server/data/streams/streams'
import type { AppContext } from '../server/context'
import { BadRequestError } from '../server/chat/rules/errors'
import { restoreDeletedMessages } from '../server/chat/jobs/retention/restore'
import { getRealmNamed } from '../server/chat/actions/realms/find-realm'
import { realmOption, runOnStores } from './action'

interface Options {
  realm: string
  stream?: string
  since?: Date
  until?: Date
  dryRun?: boolean
}

export function addRestoreMessagesCommand(program: Command): void {
  const command = program
    .command('restore-messages')
    .description('bring back messages that were deleted in the last week')
    .option('--stream <name or id>', 'only messages of one stream')
    .option('--since <time>', 'only messages deleted at this time or later', parseTime)
    .option('--until <time>', 'only messages deleted before this time', parseTime)
    .option('--dry-run', 'only count them')
    .option(...realmOption)
    .addHelpText(
      'after',
      '\nTimes are as in 2030-01-31T12:00Z. Messages that are older than the organization keeps messages ' +
        'are deleted again within the hour: let it keep them longer first.',
    )

  runOnStores<Options>(command, async (ctx, { realm: name, stream, since, until, dryRun }) => {
    const realm = await getRealmNamed(ctx, name)
    const streamId = stream === undefined ? undefined : await findStreamId(ctx, realm.id, stream)
    const isDryRun = dryRun === true
    const found = await restoreDeletedMessages(ctx, realm, { streamId, since, until }, { isDryRun })
    const where = `of ${found.streams} streams and ${found.conversations} private conversations`
    return {
      sentence: `${isDryRun ? 'Would restore' : 'Restored'} ${found.messages} messages ${where}.`,
      data: { ...found, dry_run: isDryRun },
    }
  })
}

async function findStreamId(
  { db }: Pick<AppContext, 'db'>,
  realmId: number,
  reference: string,
): Promise<number> {
  const stream =
    (await findStreamByName(db.query, realmId, reference)) ??
    (/^\d{1,15}$/.test(reference)
      ? await findStreamOfMessage(db.query, realmId, Number(reference))
      : undefined)
  if (!stream) throw new BadRequestError(`There is no stream '${reference}'.`)
  return stream.id
}

function parseTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be a time.')
  return time
}
