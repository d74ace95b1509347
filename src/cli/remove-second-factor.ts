import type { Command } from 'commander'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { removeSecondFactor } from '../server/identity/second-factors/own'
import { realmOption, runOnStores } from './action'
import { parseUserReference } from './roles'

export function addRemoveSecondFactorCommand(program: Command): void {
  const command = program
    .command('remove-second-factor')
    .description('remove the authenticator app and the recovery codes of a person who lost them')
    .argument('<email or id>', 'the account')
    .option(...realmOption)

  runOnStores<{ realm: string }>(command, async (ctx, options, [reference = '']) => {
    const owner = await getActingOwner(ctx, options.realm)
    const { id, email } = await removeSecondFactor(ctx, owner, parseUserReference(reference))
    return {
      sentence: `${email} (user ${id}) logs in with the password alone.`,
      data: { user_id: id, email },
    }
  })
}
