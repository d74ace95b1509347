import type { MessageTrace } from '../../../../shared/message-trace'
import { listReaderIds } from '../../../data/access/recipients'
import type { UserWithRealm } from '../../../data/users/users'
import { findUserById } from '../../../data/users/users'
import { accessMessage } from '../../access/messages/access-message'
import type { Requester } from '../../rules/authentication'
import { NoSuchUserError } from '../../rules/errors'
import { requireAdministrator } from '../../rules/permissions/roles'
import { realmSettingsOf } from '../../rules/realms/settings'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { withoutPrivateFacts } from './private-facts'
import type { ShownFacts } from './private-facts'
import { traceMessage } from './trace-message'
import type { TracingContext } from './tracing-context'

/**
 * The fate of a message for an administrator who may read it, without what people keep to themselves: settings, mutes, devices, and
 * reading and presence that they do not show.
 *
 * @param userId the user who did not get it; undefined: only about the message
 * @throws AdministratorRequiredError, InvalidMessageError, NoSuchUserError
 * Sources: docs/protocol/messages.md#trace, docs/protocol/messages.md#trace-privacy.
 */
export async function traceForAdministrator(
  ctx: TracingContext,
  requester: Requester,
  messageId: number,
  userId: number | undefined,
): Promise<MessageTrace> {
  requireAdministrator(requester)
  const { query } = ctx.db
  const { realm_id: realmId } = await accessMessage(query, requester, messageId)
  const user = userId === undefined ? undefined : await findUserById(query, realmId, userId)
  if (userId !== undefined && !user) throw new NoSuchUserError()
  const { message, user: facts } = await traceMessage(ctx, realmId, messageId, user)
  return {
    message: message.filter(({ code }) => code !== 'read_by'),
    user: user ? withoutPrivateFacts(facts, await readShown(ctx, requester, messageId, user)) : [],
  }
}

async function readShown(
  { db }: Pick<TracingContext, 'db'>,
  requester: Requester,
  messageId: number,
  user: UserWithRealm,
): Promise<ShownFacts> {
  const { send_read_receipts, presence_enabled: presence } = userSettingsOf(user)
  const reading = realmSettingsOf(requester).enable_read_receipts && send_read_receipts
  const key = { realmId: user.realm_id, messageId }
  const readers = reading ? await listReaderIds(db.query, key, requester.id) : []
  return { presence, reading, hasRead: readers.includes(user.id) }
}
