import type { AppContext } from '../../../context'
import type { DatedQueryable, Queryable } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import {
  countDrafts,
  deleteDraft,
  insertDrafts,
  listDrafts,
  updateDraft,
} from '../../../data/users/drafts'
import type { Draft } from '../../../data/users/drafts'
import { lockUser } from '../../../data/users/update-users'
import { fixedError } from '../../../lib/api-error'
import { draftChanged, draftRemoved, draftsAdded, presentDraft } from '../../../wire/drafts'
import type { DraftRecord, WrittenDraft } from '../../../../shared/drafts'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { publishToUser } from '../../notify/publications'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { listKnownStreams } from '../../access/streams/access-stream'
import { checkContent, checkTopicLength } from '../../rules/texts'
import { accessUsers } from '../../access/users/access-user'

/*
 * Unsent messages of the requester, synchronized between their clients and invisible to others.
 * Source: docs/protocol/drafts-and-schedule.md#drafts.
 */

export class NoSuchDraftError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'The requester has no such draft.',
  example: 'Draft does not exist',
}) {}

/** Source: docs/protocol/drafts-and-schedule.md#drafts-off. */
export class DraftsOffError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The requester keeps drafts in their clients alone.',
  example: 'User has disabled synchronizing drafts.',
}) {}

type Context = Pick<AppContext, 'db'>

/**
 * The requester's drafts, the newest first.
 * @throws DraftsOffError
 */
export async function listOwnDrafts(db: Queryable, requester: Requester): Promise<DraftRecord[]> {
  requireSynchronization(requester)
  return (await listDrafts(db, writerOf(requester))).map(presentDraft)
}

/**
 * Keeps drafts and answers their ids, in the same order.
 * @throws DraftsOffError; BadRequestError for values invalid in a message, and for too many drafts
 */
export async function addDrafts(
  ctx: Context,
  requester: Requester,
  written: readonly WrittenDraft[],
): Promise<number[]> {
  const drafts = await checkDrafts(ctx, requester, written)
  return ctx.db.transaction(async (tx) => {
    // The lock keeps simultaneous calls from exceeding the limit, and from adding drafts after the user
    // turned them off.
    const user = await lockUser(tx, requester.realm_id, requester.id)
    requireSynchronization(user ?? requester)
    if (drafts.length === 0) return []
    const writer = writerOf(requester)
    if ((await countDrafts(tx, writer)) + drafts.length > sizeLimits.drafts) {
      throw new BadRequestError(`Too many drafts (limit: ${sizeLimits.drafts})`)
    }
    const added = (await insertDrafts(tx, writer, drafts)).map(presentDraft)
    await publishToUser(tx, requester, draftsAdded(added))
    return added.map(({ id }) => id)
  })
}

/**
 * Replaces a draft.
 * @throws DraftsOffError, NoSuchDraftError; BadRequestError for values invalid in a message
 */
export async function changeDraft(
  ctx: Context,
  requester: Requester,
  id: number,
  written: WrittenDraft,
): Promise<void> {
  const [draft] = (await checkDrafts(ctx, requester, [written])) as [Omit<Draft, 'id'>]
  await ctx.db.transaction(async (tx) => {
    const row = await updateDraft(tx, writerOf(requester), id, draft)
    if (!row) throw new NoSuchDraftError()
    await publishToUser(tx, requester, draftChanged(presentDraft(row)))
  })
}

/** @throws DraftsOffError, NoSuchDraftError */
export async function removeDraft(ctx: Context, requester: Requester, id: number): Promise<void> {
  requireSynchronization(requester)
  await ctx.db.transaction(async (tx) => {
    const wasThere = await deleteDraft(tx, writerOf(requester), id)
    if (!wasThere) throw new NoSuchDraftError()
    await publishToUser(tx, requester, draftRemoved(id))
  })
}

/**
 * Checks drafts and answers them in stored form. Applies the checks of messages: no text is silently cut.
 * Source: docs/protocol/drafts-and-schedule.md#draft-normalized.
 */
async function checkDrafts(
  { db }: Context,
  requester: Requester,
  written: readonly WrittenDraft[],
): Promise<Omit<Draft, 'id'>[]> {
  requireSynchronization(requester)
  const dated = db.dated()
  const drafts = written.map((draft) => checkTexts(draft, dated.now))
  await checkStreams(dated, requester, recipientsOf(drafts, 'stream'))
  await checkUsers(db.query, requester, recipientsOf(drafts, 'private'))
  return drafts
}

function checkTexts(
  { type, to, topic, content, timestamp }: WrittenDraft,
  now: Date,
): Omit<Draft, 'id'> {
  if (type === 'stream' && to.length !== 1) {
    throw new BadRequestError('Must specify exactly 1 channel ID for channel messages')
  }
  if (timestamp !== undefined && timestamp < 0) {
    throw new BadRequestError('Timestamp must not be negative.')
  }
  const seconds = Math.floor(timestamp ?? now.getTime() / 1_000)
  return {
    type,
    // A draft without a type has no recipients, and only stream drafts have topics.
    recipient_ids: type === '' ? [] : [...new Set(to)],
    topic: type === 'stream' ? checkTopicLength(topic) : '',
    content: checkContent(content),
    edited_at: new Date(seconds * 1_000),
  }
}

function recipientsOf(drafts: readonly Omit<Draft, 'id'>[], type: Draft['type']): number[] {
  const ids = drafts.flatMap((draft) => (draft.type === type ? draft.recipient_ids : []))
  return [...new Set(ids)]
}

/**
 * Checks streams with an error message specific to drafts.
 * Source: docs/protocol/drafts-and-schedule.md#draft-errors.
 */
async function checkStreams(
  db: DatedQueryable,
  requester: Requester,
  streamIds: readonly number[],
): Promise<void> {
  if (streamIds.length === 0) return
  const known = new Set((await listKnownStreams(db, requester)).map(({ id }) => id))
  if (!streamIds.every((id) => known.has(id))) throw new BadRequestError('Invalid channel ID')
}

async function checkUsers(
  db: Queryable,
  requester: Requester,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  // Deactivated accounts are accepted here; sending the message refuses them.
  await accessUsers(db, requester, userIds, (user, id) => {
    if (!user) throw new BadRequestError(`Invalid user ID ${id}`)
    return user
  })
}

function requireSynchronization(user: UserRow): void {
  if (!userSettingsOf(user).enable_drafts_synchronization) throw new DraftsOffError()
}

function writerOf({ realm_id: realmId, id: userId }: Requester) {
  return { realmId, userId }
}
