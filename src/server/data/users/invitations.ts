import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'
import type { DatedQueryable, Queryable, Tx } from '../engine/database'
import type { Dated } from '../../lib/clock'
import type { InvitationRow, InvitationsTable } from '../schema'

/* Invitations. An invitation is open until it is used, revoked or expired. */

export type NewInvitation = Omit<
  Insertable<InvitationsTable>,
  'id' | 'used_at' | 'revoked_at' | 'stream_ids' | 'group_ids'
> & { stream_ids: readonly number[]; group_ids: readonly number[] }

/** Inserts invitations, at least one; returns them in the same order. */
export async function insertInvitations(
  tx: Tx,
  invitations: readonly NewInvitation[],
): Promise<InvitationRow[]> {
  const rows = await tx
    .insertInto('invitations')
    .values(
      invitations.map((invitation) => ({
        ...invitation,
        stream_ids: [...invitation.stream_ids],
        group_ids: [...invitation.group_ids],
      })),
    )
    .returningAll()
    .execute()
  return rows.sort((a, b) => a.id - b.id)
}

/** Whether an invitation has not expired. */
function isBefore({ now }: Dated): RawBuilder<boolean> {
  return sql<boolean>`(expires_at is null or expires_at > ${now.toISOString()}::timestamptz)`
}

function selectOpen(db: Queryable, realmId: number) {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
}

/** Open invitations of a realm, oldest first. @param inviterId only those of this user */
export async function listOpenInvitations(
  db: DatedQueryable,
  realmId: number,
  inviterId?: number,
): Promise<InvitationRow[]> {
  let rows = selectOpen(db, realmId).where(isBefore(db)).orderBy('id')
  if (inviterId !== undefined) rows = rows.where('invited_by', '=', inviterId)
  return rows.execute()
}

/** Open invitations of these addresses, ignoring case. */
export async function listOpenInvitationsTo(
  tx: Tx,
  realmId: number,
  addresses: readonly string[],
): Promise<InvitationRow[]> {
  return selectOpen(tx, realmId)
    .where(isBefore(tx))
    .where(
      sql<boolean>`lower(email) in (
        select lower(wanted) from unnest(${[...addresses]}::text[]) wanted)`,
    )
    .execute()
}

/** Number of open invitation links of a realm. */
export async function countOpenLinks(db: DatedQueryable, realmId: number): Promise<number> {
  const rows = selectOpen(db, realmId).where(isBefore(db)).where('link_key', 'is not', null)
  const { count } = await rows
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The open link with a key. */
export async function findOpenLink(
  db: DatedQueryable,
  realmId: number,
  key: string,
): Promise<InvitationRow | undefined> {
  return selectOpen(db, realmId).where('link_key', '=', key).where(isBefore(db)).executeTakeFirst()
}

/** An open invitation by its id. */
export async function findOpenInvitation(
  db: DatedQueryable,
  realmId: number,
  id: number,
): Promise<InvitationRow | undefined> {
  return selectOpen(db, realmId).where('id', '=', id).where(isBefore(db)).executeTakeFirst()
}

/**
 * An invitation in any state, locked until the transaction ends.
 * @param mode `share`: other transactions that use the same link may lock it too
 */
export async function lockInvitation(
  tx: Tx,
  realmId: number,
  id: number,
  mode: 'share' | 'change' = 'change',
): Promise<InvitationRow | undefined> {
  const found = tx
    .selectFrom('invitations')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
  return (mode === 'share' ? found.forShare() : found.forUpdate()).executeTakeFirst()
}

/** Open invitations, of all realms, whose reminder is due. */
export async function listInvitationsToRemind(
  db: DatedQueryable,
  limit: number,
): Promise<Pick<InvitationRow, 'realm_id' | 'id'>[]> {
  return db
    .selectFrom('invitations')
    .select(['realm_id', 'id'])
    .where('remind_at', 'is not', null)
    .where('remind_at', '<=', db.now)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where(isBefore(db))
    .orderBy('remind_at')
    .limit(limit)
    .execute()
}

/** Sets the times at which an invitation was used or revoked, or is due for a reminder. */
export async function updateInvitation(
  tx: Tx,
  realmId: number,
  id: number,
  changes: Partial<Pick<InvitationRow, 'used_at' | 'revoked_at' | 'remind_at'>>,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

/** Revokes the open invitations that meet a condition, and returns them. */
async function revokeWhere(
  tx: Tx,
  realmId: number,
  condition: RawBuilder<boolean>,
): Promise<InvitationRow[]> {
  return tx
    .updateTable('invitations')
    .set({ revoked_at: tx.now })
    .where('realm_id', '=', realmId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where(condition)
    .returningAll()
    .execute()
}

/**
 * Revokes the open invitations of these users. @param above only invitations to a role above this
 * one
 */
export async function revokeInvitationsBy(
  tx: Tx,
  realmId: number,
  inviterIds: readonly number[],
  above?: number,
): Promise<InvitationRow[]> {
  const mightier = above === undefined ? sql`true` : sql`invited_as < ${above}`
  return revokeWhere(
    tx,
    realmId,
    sql<boolean>`invited_by = any(${[...inviterIds]}::bigint[]) and ${mightier}`,
  )
}

/** Revokes the open ones of these invitations. */
export async function revokeInvitationsWithIds(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  await revokeWhere(tx, realmId, sql<boolean>`id = any(${[...ids]}::bigint[])`)
}

/** Revokes the open invitations of an address. */
export async function revokeInvitationsOf(
  tx: Tx,
  realmId: number,
  email: string,
): Promise<InvitationRow[]> {
  return revokeWhere(tx, realmId, sql<boolean>`lower(email) = lower(${email})`)
}

/**
 * Adds to the count of a day's invitations; deletes the counts of earlier days.
 * @returns false, without counting, if the limit would be exceeded
 */
export async function countInvitationsOfDay(
  tx: Tx,
  realmId: number,
  { day, more, limit }: { day: string; more: number; limit: number },
): Promise<boolean> {
  if (more > limit) return false
  await tx
    .deleteFrom('invitation_days')
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`day < ${day}::date`)
    .execute()
  const { rows } = await sql`
    insert into invitation_days (realm_id, day, sent) values (${realmId}, ${day}::date, ${more})
    on conflict (realm_id, day) do update set sent = invitation_days.sent + excluded.sent
      where invitation_days.sent + excluded.sent <= ${limit}
    returning sent`.execute(tx)
  return rows.length > 0
}
