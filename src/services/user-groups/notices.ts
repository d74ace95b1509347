import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import type { UserGroupRow, UserRow } from '../../db/schema'
import type { Requester } from '../authentication'
import { person } from '../messages/sending/quoting'
import { sendPrivatelyAs } from '../messages/sending/system-messages'

/**
 * Sends Notification Bot's messages to people whom the requester added to a group or removed from it.
 * Source: docs/protocol/user-groups.md#group-membership-notice.
 */
export async function tellMembers(
  ctx: Pick<AppContext, 'memory' | 'renderer'>,
  tx: Tx,
  now: Date,
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
    await sendPrivatelyAs(ctx, tx, now, 'notification', requester.realm_id, {
      recipientIds: told.map(({ id }) => id),
      content: (say) => say(key, values),
    })
  }
}
