import type { Command } from 'commander'
import { roles } from '../shared/rules/roles'
import type { UserRow } from '../server/data/schema'
import { listUsers } from '../server/data/users/list-users'
import { getRealmNamed } from '../server/chat/actions/realms/find-realm'
import { realmOption, runOnStores } from './action'

interface Options {
  realm: string
  bots?: boolean
  deactivated?: boolean
}

export function addListUsersCommand(program: Command): void {
  const command = program
    .command('list-users')
    .description('list the active people of an organization')
    .option('--bots', 'list its bots instead')
    .option('--deactivated', 'list deactivated users instead')
    .option(...realmOption)

  runOnStores<Options>(command, async (ctx, { realm, bots = false, deactivated = false }) => {
    const { id } = await getRealmNamed(ctx, realm)
    const accounts = (await listUsers(ctx.db.query, id)).filter(
      (user) =>
        user.is_bot === bots &&
        !user.is_system_bot &&
        (user.deactivated_at !== null) === deactivated,
    )
    return {
      sentence: accounts.map(describe).join('\n') || 'There is nobody.',
      data: { users: accounts.map(present) },
    }
  })
}

function present(user: UserRow) {
  return {
    user_id: user.id,
    email: user.email,
    full_name: user.full_name,
    role: nameOfRole(user),
    date_joined: user.date_joined.toISOString(),
    bot_owner_id: user.bot_owner_id,
  }
}

function describe(user: UserRow): string {
  return `${user.id}  ${user.email}  ${nameOfRole(user)}  ${user.full_name}`
}

function nameOfRole({ role }: UserRow): string {
  return Object.entries(roles).find(([, number]) => number === role)?.[0] ?? String(role)
}
