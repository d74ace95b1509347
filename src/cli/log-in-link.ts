import type { Command } from 'commander'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { makeLoginLink } from '../server/identity/settings/login-link'
import { realmOption, runOnStores } from './action'
import { parseUserReference } from './roles'

export function addLogInLinkCommand(program: Command): void {
  const command = program
    .command('log-in-link')
    .description('make a link that logs a person in once, within ten minutes')
    .argument('<email or id>', 'the account')
    .option(...realmOption)

  runOnStores<{ realm: string }>(command, async (ctx, options, [reference = '']) => {
    const owner = await getActingOwner(ctx, options.realm)
    const { link, email, userId } = await makeLoginLink(ctx, owner, parseUserReference(reference))
    return {
      sentence: `${email} (user ${userId}) logs in within ten minutes at: ${link}`,
      data: { user_id: userId, email, link },
    }
  })
}
