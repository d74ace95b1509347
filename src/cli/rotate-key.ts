import type { Command } from 'commander'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { resetKey } from '../server/chat/actions/users/recover'
import { realmOption, runOnStores } from './action'
import { parseUserReference } from './roles'

export function addRotateKeyCommand(program: Command): void {
  const command = program
    .command('rotate-key')
    .description('give a person or a bot another API key; the old one is dead at once')
    .argument('<email or id>', 'the account')
    .option(...realmOption)

  runOnStores<{ realm: string }>(command, async (ctx, { realm }, [reference = '']) => {
    const owner = await getActingOwner(ctx, realm)
    const { user, apiKey } = await resetKey(ctx, owner, parseUserReference(reference))
    return {
      sentence: `The API key of ${user.email} (user ${user.id}) is ${apiKey} now.`,
      data: { user_id: user.id, email: user.email, api_key: apiKey },
    }
  })
}
