import type { Command } from 'commander'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { resetPassword } from '../server/chat/actions/users/recover'
import { realmOption, runOnStores } from './action'
import { readPassword, takePassword } from './passwords'
import type { PasswordOptions } from './passwords'
import { parseUserReference } from './roles'

export function addResetPasswordCommand(program: Command): void {
  const command = takePassword(
    program
      .command('reset-password')
      .description('give a person another password, and end all their sessions')
      .argument('<email or id>', 'the account'),
    'made up unless given',
  ).option(...realmOption)

  runOnStores<PasswordOptions & { realm: string }>(
    command,
    async (ctx, options, [reference = '']) => {
      const owner = await getActingOwner(ctx, options.realm)
      const password = await readPassword(options)
      const { user, madeUp } = await resetPassword(
        ctx,
        owner,
        parseUserReference(reference),
        password,
      )
      return {
        sentence:
          `${user.email} (user ${user.id}) has another password` +
          (madeUp === undefined ? '.' : `: ${madeUp}`),
        data: { user_id: user.id, email: user.email, password: madeUp },
      }
    },
  )
}
