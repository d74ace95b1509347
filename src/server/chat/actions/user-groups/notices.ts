import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { UserGroupRow, UserRow } from '../../../data/schema'
import type { Requester } from '../../rules/authentication'
import { person } from '../../rules/messages/quoting'
import { sendPrivatelyAs } from '../../posting/sending/system-messages'

interface MembershipChange {
  group: Pick<UserGroupRow, 'name'>
  joining: readonly UserRow[]
  leaving: readonly UserRow[]
}

/**
 * Sends Notification Bot's messages to people whom the requester added to a group or removed from it.
 * Source: docs/protocol/user-groups.md#group-membership-notice.
 */
export async function sendMembershipNotices(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  requester: Requester,
  { group, joining, leaving }: MembershipChange,
): Promise<void> {
  const values = { who: person(requester), group: `@_*${group.name}*` }
  for (const [key, users] of [
    ['group.added', joining],
    ['group.removed', leaving],
  ] as const) {
    const told = users.filter((user) => !user.is_bot && user.id !== requester.id)
    await sendPrivatelyAs(ctx, tx, 'notification', {
      realmId: requester.realm_id,
      recipientIds: told.map(({ id }) => id),
      content: (say) => say(key, values),
    })
  }
}
