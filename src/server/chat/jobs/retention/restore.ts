import type { AppContext } from '../../../context'
import { listRecipientGroupsOf } from '../../../data/access/recipients'
import type { Tx } from '../../../data/engine/database'
import { countArchived, lockArchivedOfOnePlace } from '../../../data/messages/archive'
import type { ArchivedCount, ArchiveFilter } from '../../../data/messages/archive'
import { restoreMessages } from '../../../data/retention/restore'
import { listParticipantIds } from '../../../data/messages/dm-groups'
import type { RealmRow } from '../../../data/schema'
import { listBotIds } from '../../../data/users/list-users'
import { lockStreamOfMessages } from '../../../data/streams/update-streams'
import type { Publication } from '../../../events/publish'
import { publish } from '../../../events/publish'
import { flagAdded } from '../../../wire/read-state'
import { overlayOfGroups } from '../../actions/messages/editing/publish-update'
import { whoSees } from '../../access/messages/message-visibility'
import type { Sight } from '../../access/messages/message-visibility'
import { forUser } from '../../notify/publications'
import { readPublished } from './published'

type Context = Pick<AppContext, 'db' | 'caches'>

const messagesPerBatch = 50

/** Counts of restored messages and conversations; in a dry run, of the ones that would be restored. */
export interface Restored extends ArchivedCount {
  messages: number
}

/**
 * Restores deleted messages with their ids, flags and related data, and sends a `message` event for each to
 * people who can read it. Bots get no events, since they would reply again to old messages.
 *
 * @param isDryRun only count
 * Source: docs/protocol/retention-and-export.md#restore.
 */
export async function restoreDeletedMessages(
  ctx: Context,
  realm: Pick<RealmRow, 'id' | 'string_id' | 'linkifiers_version'>,
  filter: Omit<ArchiveFilter, 'realmId'>,
  { isDryRun = false } = {},
): Promise<Restored> {
  const wanted = { ...filter, realmId: realm.id }
  if (isDryRun) return countArchived(ctx.db.query, wanted)
  const restored: Restored = { messages: 0, streams: 0, conversations: 0 }
  const [streams, conversations] = [new Set<number>(), new Set<number>()]
  for (;;) {
    const batch = await ctx.db.transaction(async (tx) => {
      const places = await lockArchivedOfOnePlace(tx, wanted, messagesPerBatch)
      const [first] = places
      if (!first) return undefined
      const ids = places.map(({ id }) => id)
      await restoreMessages(tx, realm.id, ids)
      await publish(tx, realm.id, await explainReturn(ctx, tx, realm, { ...first, ids }))
      return { ...first, count: ids.length }
    })
    if (!batch) break
    restored.messages += batch.count
    if (batch.stream_id !== null) streams.add(batch.stream_id)
    if (batch.dm_group_id !== null) conversations.add(batch.dm_group_id)
  }
  return { ...restored, streams: streams.size, conversations: conversations.size }
}

/** Messages of one stream or private conversation. */
interface ReturnedMessages {
  stream_id: number | null
  dm_group_id: number | null
  ids: readonly number[]
}

async function explainReturn(
  ctx: Context,
  tx: Tx,
  realm: Pick<RealmRow, 'id' | 'string_id' | 'linkifiers_version'>,
  { stream_id: streamId, dm_group_id: groupId, ids }: ReturnedMessages,
): Promise<Publication[]> {
  const messages = await readPublished(ctx, tx, realm, ids)
  const groups = await listRecipientGroupsOf(tx, realm.id, ids)
  const sights = await whoSeesPlace(tx, realm.id, { streamId, groupId }, ids)
  const bots = await listBotIds(tx, realm.id)
  const told = messages.flatMap((message): Publication[] => {
    const overlay = overlayOfGroups(groups.get(message.id) ?? [])
    return sights
      .filter(({ after }) => after.includes(message.id))
      .map(({ audience }) => ({
        event: { type: 'message', message },
        audience: { ...audience, except: bots },
        overlay,
      }))
  })
  // The message event has the star, but old clients need the flag event too.
  const starred = new Map<number, number[]>()
  for (const [id, [...ofMessage]] of groups) {
    for (const { user_ids: userIds } of ofMessage.filter((group) => group.starred)) {
      for (const userId of userIds) starred.set(userId, [...(starred.get(userId) ?? []), id])
    }
  }
  const stars = [...starred].map(([userId, starredIds]) =>
    forUser(userId, flagAdded('starred', starredIds)),
  )
  return [...told, ...stars]
}

async function whoSeesPlace(
  tx: Tx,
  realmId: number,
  { streamId, groupId }: { streamId: number | null; groupId: number | null },
  ids: readonly number[],
): Promise<Sight[]> {
  if (groupId !== null) {
    const userIds = await listParticipantIds(tx, realmId, groupId)
    return [{ audience: { userIds }, before: ids, after: ids }]
  }
  const stream = streamId === null ? undefined : await lockStreamOfMessages(tx, realmId, streamId)
  return stream ? whoSees(tx, undefined, ids, { from: stream, to: stream }) : []
}
