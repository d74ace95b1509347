import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { UserGroupRow, UserRow } from '../../../data/schema'
import type { Requester } from '../../rules/authentication'
import { person } from '../../rules/messages/quoting'
import { sendPrivatelyAs } from '../../posting/sending/system-messages'

/**
 * Sends Notification Bot's messages to people whom the requester added to a group or removed from it.
 * Source: docs/protocol/user-groups.md#group-membership-notice.
 */
export async function tellMembers(
  ctx: Pick<AppContext, 'memory' | 'renderer'>,
  tx: Tx,
  requester: Requester,
  { name }: Pick<UserGroupRow, 'name'>,
  { joining, leaving }: { joining: readonly UserRow[]; leaving: readonly UserRow[] },
): Promise<void> {
  const values = { who: person(requester), group: `@_*${name}*` }
  for (const [key, users] of [
    ['group.added', joining],
    ['group.removed', leaving],
  ] as const) {
    const told = users.filter((user) => !user.is_bot && user.id !== requester.id)
    await sendPrivatelyAs(ctx, tx, tx.now, 'notification', requester.realm_id, {
      recipientIds: told.map(({ id }) => id),
      content: (say) => say(key, values),
    })
  }
}
