import type { Command } from 'commander'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { giveAddress } from '../server/chat/actions/users/change-address'
import { addressOf } from '../server/wire/addresses'
import { realmOption, runOnStores } from './action'
import { parseUserReference } from './roles'

export function addChangeEmailCommand(program: Command): void {
  const command = program
    .command('change-email')
    .description('give a person another address, with which they log in from then on')
    .argument('<email or id>', 'the account')
    .argument('<new email>', 'its new address; no mail asks for a confirmation')
    .option(...realmOption)

  runOnStores<{ realm: string }>(command, async (ctx, { realm }, [reference = '', wanted = '']) => {
    const owner = await getActingOwner(ctx, realm)
    const user = await giveAddress(ctx, owner, parseUserReference(reference), wanted)
    const email = addressOf(user)
    return {
      sentence: `User ${user.id} (${user.full_name}) logs in as ${email} now.`,
      data: { user_id: user.id, email },
    }
  })
}
