import type { Command } from 'commander'
import { getRealmNamed } from '../server/chat/actions/realms/find-realm'
import { traceMessage } from '../server/chat/jobs/tracing/trace-message'
import { BadRequestError, NoSuchUserError } from '../server/chat/rules/errors'
import type { AppContext } from '../server/context'
import { findUserByAddress, findUserByEmail } from '../server/data/users/users'
import type { UserWithRealm } from '../server/data/users/users'
import { realmOption, runOnStores } from './action'

interface Options {
  realm: string
  for?: string
}

const help = `
It tells of the message when it was stored, whether clients were told, and how many people have it, and of the person
whether it was received, read, mailed and pushed, and why not. It never shows the words of a message. Settings are
those of now, and pushes and mails are remembered for a limited time.`

export function addTraceMessageCommand(program: Command): void {
  const command = program
    .command('trace-message')
    .description('say what became of a message, and why a person did not get it')
    .argument('<id>', 'id of the message, the number at the end of its link')
    .option('--for <address>', 'the person who did not get it')
    .option(...realmOption)
    .addHelpText('after', help)

  runOnStores<Options>(command, async (ctx, { realm: name, for: address }, [word = '']) => {
    const id = Number(word)
    if (!Number.isSafeInteger(id) || id < 1)
      throw new BadRequestError(`'${word}' is no id of a message.`)
    const realm = await getRealmNamed(ctx, name)
    const person = address === undefined ? undefined : await getPerson(ctx, realm.id, address)
    const { message, person: about } = await traceMessage(ctx, realm.id, id, person)
    return { sentence: [...message, ...about].join('\n'), data: { id, message, person: about } }
  })
}

async function getPerson(
  { db: { query } }: AppContext,
  realmId: number,
  address: string,
): Promise<UserWithRealm> {
  const person =
    (await findUserByAddress(query, realmId, address)) ??
    (await findUserByEmail(query, realmId, address))
  if (!person) throw new NoSuchUserError()
  return person
}
