import * as t from '../../texts/catalog'
import type { User } from '../records/state'

/** Display text of a user's role; for bots, the owner's name. */
export function roleOf(
  { is_bot: isBot, role, bot_owner_id: ownerId }: RoleFacts,
  nameOf: (userId: number) => string | undefined,
): string {
  if (!isBot) return t.person.roles[role] ?? ''
  const owner = typeof ownerId === 'number' ? nameOf(ownerId) : undefined
  return owner === undefined ? t.person.bot : t.person.botOf(owner)
}

type RoleFacts = Pick<User, 'is_bot' | 'role'> & Partial<Pick<User, 'bot_owner_id'>>
