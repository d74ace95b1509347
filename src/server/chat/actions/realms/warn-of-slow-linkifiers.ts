import type { AppContext } from '../../../context'
import { claimLinkifierWarning } from '../../../data/realms/linkifiers'
import { listAdministrators } from '../../../data/users/update-users'
import { sendPrivatelyAs } from '../../posting/sending/system-messages'

/**
 * Warns the administrators of a realm about slow linkifiers, once for each version of them.
 * Source: docs/protocol/markdown.md#slow-linkifiers.
 */
export async function warnOfSlowLinkifiers(
  ctx: Pick<AppContext, 'db' | 'caches' | 'renderer'>,
  realmId: number,
  version: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await claimLinkifierWarning(tx, realmId, version))) return
    const administrators = await listAdministrators(tx, realmId)
    await sendPrivatelyAs(ctx, tx, 'notification', {
      realmId,
      recipientIds: administrators.map(({ id }) => id),
      content: (say) => say('linkifiers.slow'),
    })
  })
}
