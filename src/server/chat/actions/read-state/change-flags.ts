import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { addFlag, removeFlag } from '../../../data/messages/flags'
import {
  listMessagePlaces,
  listUnsubscribedStreamIds,
} from '../../../data/history/message-locations'
import type { FlaggedMessages } from '../../../data/access/named-messages'
import { recheckPushesOf } from '../../../data/notifications/push-messages'
import { markRead, markUnread } from '../../../data/read-state/mark-messages'
import { publish } from '../../../events/publish'
import type { PlainEvent } from '../../../../shared/events'
import { flagAdded, flagRemoved, presentUnreadDetails } from '../../../wire/read-state'
import { settableFlags } from '../../../../shared/rules/message-flags'
import type { SettableFlag } from '../../../../shared/rules/message-flags'
import type { Requester } from '../../rules/authentication'
import { BadRequestError, InvalidMessageError } from '../../rules/errors'

type FlagOperation = 'add' | 'remove'

export interface FlagChange {
  op: string
  flag: string
}

interface CheckedChange {
  op: FlagOperation
  flag: SettableFlag
}

export interface ChangedFlags {
  /** Ids of the readable messages that are now in the requested state. */
  messageIds: number[]
  /** Ids of the messages whose flag changed. */
  changedIds: number[]
  /** Ids of skipped streams: without a subscription, messages there cannot be unread. */
  ignoredStreamIds: number[]
}

/**
 * Sets or removes a flag of messages for the requester, and tells their clients what changed.
 * Messages that are missing, or that the requester may not read, are skipped.
 *
 * @throws BadRequestError for a flag that users cannot set
 * Source: docs/protocol/history.md#change-flags.
 */
export async function changeFlags(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  messageIds: readonly number[],
  change: FlagChange,
): Promise<ChangedFlags> {
  const { op, flag } = checkFlagChange(change)
  return ctx.db.transaction(async (tx) => {
    const { ids, changedIds } = await applyChange(tx, requester, messageIds, { op, flag })
    if (changedIds.length > 0) {
      if (flag === 'read' && op === 'add') await recheckPushesOf(tx, requester)
      const event = await eventOf(tx, requester, { op, flag }, changedIds)
      await publish(tx, requester.realm_id, [{ event, audience: { userIds: [requester.id] } }])
    }
    return {
      messageIds: ids,
      changedIds,
      ignoredStreamIds:
        flag === 'read' && op === 'remove'
          ? await listUnsubscribedStreamIds(tx, requester, messageIds)
          : [],
    }
  })
}

/**
 * The same for messages that the requester names: at least one of them must be there.
 *
 * @throws as {@link changeFlags}; InvalidMessageError if all messages are skipped
 * Source: docs/protocol/history.md#flags-answer.
 */
export async function changeFlagsOfNamed(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  messageIds: readonly number[],
  change: FlagChange,
): Promise<ChangedFlags> {
  const changed = await changeFlags(ctx, requester, messageIds, change)
  const isNoneKnown = changed.messageIds.length === 0 && changed.ignoredStreamIds.length === 0
  if (isNoneKnown && messageIds.length > 0) throw new InvalidMessageError()
  return changed
}

/**
 * Checks that the operation is known and the flag settable by users. @throws BadRequestError.
 * Source: docs/protocol/history.md#invalid-flag.
 */
export function checkFlagChange({ op, flag }: FlagChange): CheckedChange {
  if (op !== 'add' && op !== 'remove') {
    throw new BadRequestError(`Invalid message flag operation: '${op}'`)
  }
  const known = settableFlags.find((name) => name === flag)
  if (!known) throw new BadRequestError(`Invalid flag: '${flag}'`)
  return { op, flag: known }
}

function applyChange(
  tx: Tx,
  reader: Requester,
  messageIds: readonly number[],
  { op, flag }: CheckedChange,
): Promise<FlaggedMessages> {
  const isAdded = op === 'add'
  if (flag !== 'read') return (isAdded ? addFlag : removeFlag)(tx, reader, messageIds, flag)
  return isAdded ? markRead(tx, reader, messageIds) : markUnread(tx, reader, messageIds)
}

async function eventOf(
  tx: Tx,
  reader: Requester,
  { op, flag }: CheckedChange,
  messageIds: readonly number[],
): Promise<PlainEvent> {
  if (op === 'add') return flagAdded(flag, messageIds)
  if (flag !== 'read') return flagRemoved(flag, messageIds)
  const places = await listMessagePlaces(tx, reader, messageIds)
  return flagRemoved(
    flag,
    messageIds,
    Object.fromEntries(places.map((place) => [place.id, presentUnreadDetails(reader.id, place)])),
  )
}
