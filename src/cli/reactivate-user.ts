import type { Command } from 'commander'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { accessUser } from '../server/chat/access/users/access-user'
import { reactivateUser } from '../server/chat/actions/users/activation'
import { realmOption, runOnStores } from './action'
import { parseUserReference } from './roles'

export function addReactivateUserCommand(program: Command): void {
  const command = program
    .command('reactivate-user')
    .description('bring a deactivated account back; the bots of a person stay deactivated')
    .argument('<email or id>', 'the account')
    .option(...realmOption)

  runOnStores<{ realm: string }>(command, async (ctx, { realm }, [reference = '']) => {
    const owner = await getActingOwner(ctx, realm)
    const user = await accessUser(ctx.db.query, owner, parseUserReference(reference))
    await reactivateUser(ctx, owner, user.id)
    return {
      sentence: `${user.email} (user ${user.id}) is active.`,
      data: { user_id: user.id, email: user.email },
    }
  })
}
