import type { AppContext } from '../../context'
import type { Tx } from '../../db/database'
import { addFlag, removeFlag } from '../../db/message-flags'
import type { FlaggedMessage } from '../../db/message-flags'
import {
  listMessagePlaces,
  listReadableIds,
  listUnsubscribedStreamIds,
} from '../../db/message-places'
import { markRead, markUnread } from '../../db/read-state'
import { publish } from '../../events/publish'
import type { PlainEvent } from '../../wire/events'
import { flagAdded, flagRemoved } from '../../wire/flag-events'
import { presentUnreadDetails } from '../../wire/unread-messages'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'

export type FlagOperation = 'add' | 'remove'

/** What users set themselves. */
const settableFlags = ['read', 'starred', 'collapsed'] as const
type SettableFlag = (typeof settableFlags)[number]

export interface FlagChange {
  op: string
  flag: string
}

interface CheckedChange {
  op: FlagOperation
  flag: SettableFlag
}

export interface ChangedFlags {
  /** Messages that are so now. */
  messageIds: number[]
  /** Those that were not so before. */
  changedIds: number[]
  /** Nothing of a stream can be unread for who is not subscribed to it. */
  ignoredStreamIds: number[]
}

/**
 * Sets or removes a flag of messages for the requester, and tells their clients what changed.
 * Messages that they may not read are passed over.
 *
 * @throws BadRequestError for flags that nobody can set
 * Source: client notes 8.6; protocol notes 10.
 */
export async function changeFlags(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  messageIds: readonly number[],
  change: FlagChange,
): Promise<ChangedFlags> {
  const { op, flag } = checkFlagChange(change)
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const flagged = await applyChange(tx, requester, messageIds, { op, flag }, now)
    const changedIds = flagged.filter(({ changed }) => changed).map(({ id }) => id)
    if (changedIds.length > 0) {
      const event = await eventOf(tx, requester, { op, flag }, changedIds)
      await publish(tx, requester.realm_id, [{ event, audience: { userIds: [requester.id] } }])
    }
    return {
      messageIds: flagged.map(({ id }) => id),
      changedIds,
      ignoredStreamIds:
        flag === 'read' && op === 'remove'
          ? await listUnsubscribedStreamIds(tx, requester, messageIds)
          : [],
    }
  })
}

/** @throws BadRequestError. Source: protocol notes 10. */
export function checkFlagChange({ op, flag }: FlagChange): CheckedChange {
  if (op !== 'add' && op !== 'remove') {
    throw new BadRequestError(`Invalid message flag operation: '${op}'`)
  }
  const known = settableFlags.find((name) => name === flag)
  if (!known) throw new BadRequestError(`Invalid flag: '${flag}'`)
  return { op, flag: known }
}

async function applyChange(
  tx: Tx,
  reader: Requester,
  messageIds: readonly number[],
  { op, flag }: CheckedChange,
  now: Date,
): Promise<FlaggedMessage[]> {
  if (flag !== 'read') {
    return op === 'add'
      ? addFlag(tx, reader, messageIds, flag)
      : removeFlag(tx, reader, messageIds, flag)
  }
  if (op === 'remove') return markUnread(tx, reader, messageIds)
  // What was never received counts as read.
  const changed = new Set(await markRead(tx, reader, messageIds, now))
  const readable = await listReadableIds(tx, reader, messageIds)
  return readable.map((id) => ({ id, changed: changed.has(id) }))
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
