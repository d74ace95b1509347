import type { Command } from 'commander'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { accessUser } from '../server/chat/access/users/access-user'
import { deactivateUser } from '../server/chat/actions/users/activation'
import { realmOption, runOnStores } from './action'
import { parseUserReference } from './roles'

export function addDeactivateUserCommand(program: Command): void {
  const command = program
    .command('deactivate-user')
    .description('end the access of an account and of its bots')
    .argument('<email or id>', 'the account')
    .option(...realmOption)

  runOnStores<{ realm: string }>(command, async (ctx, { realm }, [reference = '']) => {
    const owner = await getActingOwner(ctx, realm)
    const user = await accessUser(ctx.db.query, owner, parseUserReference(reference))
    await deactivateUser(ctx, owner, user.id)
    return {
      sentence: `Deactivated ${user.email} (user ${user.id}).`,
      data: { user_id: user.id, email: user.email },
    }
  })
}
