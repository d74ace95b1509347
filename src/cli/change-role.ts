import { Argument } from 'commander'
import type { Command } from 'commander'
import { roles } from '../shared/rules/roles'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { accessUser } from '../server/chat/access/users/access-user'
import { changeUser } from '../server/chat/actions/users/change-user'
import { realmOption, runOnStores } from './action'
import { parseRole, parseUserReference } from './roles'

export function addChangeRoleCommand(program: Command): void {
  const command = program
    .command('change-role')
    .description('change the role of an account')
    .argument('<email or id>', 'the account')
    .addArgument(new Argument('<role>', 'its new role').choices(Object.keys(roles)))
    .option(...realmOption)

  runOnStores<{ realm: string }>(command, async (ctx, { realm }, [reference = '', name = '']) => {
    const role = parseRole(name)
    const owner = await getActingOwner(ctx, realm)
    const user = await accessUser(ctx.db.query, owner, parseUserReference(reference))
    await changeUser(ctx, owner, user.id, { role })
    return {
      sentence: `${user.email} (user ${user.id}) is ${name} now.`,
      data: { user_id: user.id, email: user.email, role },
    }
  })
}
