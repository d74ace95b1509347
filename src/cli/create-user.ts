import type { Command } from 'commander'
import type { Role } from '../db/schema'
import { getActingOwner } from '../services/realms/default-realm'
import { createUser } from '../services/users/create-user'
import { realmOption, runOnStores } from './action'
import { parseRole, roleNames } from './roles'

interface Options {
  realm: string
  email: string
  fullName: string
  password?: string
  role?: Role
}

export function addCreateUserCommand(program: Command): void {
  const command = program
    .command('create-user')
    .description('create the account of a person')
    .requiredOption('--email <address>', 'email, with which they log in')
    .requiredOption('--full-name <text>', 'full name')
    .option('--password <text>', 'without one the account is used through its API key alone')
    .option('--role <role>', `one of: ${roleNames}; member unless given`, parseRole)
    .option(...realmOption)

  runOnStores<Options>(command, async (ctx, { realm, ...user }) => {
    const created = await createUser(ctx, await getActingOwner(ctx, realm), user)
    return {
      sentence: `Created ${created.email} (user ${created.id}), API key ${created.api_key}.`,
      data: { user_id: created.id, email: created.email, api_key: created.api_key },
    }
  })
}
