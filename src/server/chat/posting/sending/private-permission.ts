import type { DatedQueryable, Tx } from '../../../data/engine/database'
import { hasMessages } from '../../../data/messages/dm-groups'
import type { DmGroup } from '../../../data/messages/dm-groups'
import type { UserRow } from '../../../data/schema'
import { listSenders } from '../../../data/users/senders'
import { isSameGroupValue } from '../../../../shared/rules/group-values'
import { needsPrivatePermission } from '../../../../shared/rules/private-messages'
import { systemGroups } from '../../../../shared/rules/system-groups'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { isInGroup } from '../../rules/permissions/membership'
import { mayInRealm, realmPermissionOf } from '../../rules/permissions/realm'

/*
 * The right to write private messages. Notes to oneself, and messages from or to bots, need no permission.
 * Source: docs/protocol/permissions.md#direct-message-refusals.
 */

type Member = Pick<UserRow, 'id' | 'is_bot'>

function isFree(sender: Requester, members: readonly Member[]): boolean {
  return !needsPrivatePermission(partyOf(sender), members.map(partyOf))
}

const partyOf = ({ id, is_bot: isBot }: Member) => ({ id, isBot })

/**
 * Refuses private conversations in which no member has the permission. Makes no query if the sender has it.
 * @throws BadRequestError
 */
export async function checkPrivateMessage(
  db: DatedQueryable,
  sender: Requester,
  members: readonly Member[],
): Promise<void> {
  if (isFree(sender, members)) return
  const permitted = realmPermissionOf(sender, 'direct_message_permission_group')
  if (isInGroup(db, sender, permitted)) return
  if (isSameGroupValue(permitted, systemGroups.nobody.id)) {
    throw new BadRequestError('Direct messages are disabled in this organization.')
  }
  const people = await listSenders(
    db,
    sender.realm_id,
    members.map(({ id }) => id),
  )
  if (people.some((person) => isInGroup(db, person, permitted))) return
  throw new BadRequestError('This conversation does not include any users who can authorize it.')
}

/**
 * Refuses the first message of a private conversation to senders who may only reply.
 * @throws BadRequestError
 */
export async function checkInitiation(
  tx: Tx,
  sender: Requester,
  members: readonly Member[],
  group: DmGroup,
): Promise<void> {
  if (isFree(sender, members)) return
  if (mayInRealm(tx, sender, 'direct_message_initiator_group')) return
  if (await hasMessages(tx, sender.realm_id, group.id)) return
  throw new BadRequestError('You do not have permission to initiate direct message conversations.')
}
