import type { Command } from 'commander'
import type { Role } from '../shared/rules/roles'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { createUser } from '../server/chat/actions/users/create-user'
import { addressOf } from '../server/wire/addresses'
import { realmOption, runOnStores } from './action'
import { readPassword, takePassword } from './passwords'
import type { PasswordOptions } from './passwords'
import { parseRole, roleNames } from './roles'

interface Options extends PasswordOptions {
  realm: string
  email: string
  fullName: string
  role?: Role
}

export function addCreateUserCommand(program: Command): void {
  const command = takePassword(
    program
      .command('create-user')
      .description('create the account of a person')
      .requiredOption('--email <address>', 'email, with which they log in')
      .requiredOption('--full-name <text>', 'full name')
      .option('--role <role>', `one of: ${roleNames}; member unless given`, parseRole)
      .option(...realmOption),
    'without one the account is used through its API key alone',
  )

  runOnStores<Options>(command, async (ctx, { realm, email, fullName, role, ...told }) => {
    const user = { email, fullName, role, password: await readPassword(told) }
    const created = await createUser(ctx, await getActingOwner(ctx, realm), user)
    return {
      sentence: `Created ${addressOf(created)} (user ${created.id}), API key ${created.api_key}.`,
      data: { user_id: created.id, email: addressOf(created), api_key: created.api_key },
    }
  })
}
