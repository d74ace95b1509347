import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { InvitationRow, InvitationsTable } from '../schema'

/* Invitations. One is open until it is used or revoked, or its time has come. */

export type NewInvitation = Omit<
  Insertable<InvitationsTable>,
  'id' | 'used_at' | 'revoked_at' | 'stream_ids' | 'group_ids'
> & { stream_ids: readonly number[]; group_ids: readonly number[] }

/** Stores invitations, of which there is at least one; answers them in the same order. */
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

/** Whether the time of an invitation has not come yet. */
function isBefore(now: Date): RawBuilder<boolean> {
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

/** Open invitations of a realm, the oldest first. @param inviterId of one person alone */
export async function listOpenInvitations(
  db: Queryable,
  now: Date,
  realmId: number,
  inviterId?: number,
): Promise<InvitationRow[]> {
  let rows = selectOpen(db, realmId).where(isBefore(now)).orderBy('id')
  if (inviterId !== undefined) rows = rows.where('invited_by', '=', inviterId)
  return rows.execute()
}

/** How many links of a realm are open. */
export async function countOpenLinks(db: Queryable, now: Date, realmId: number): Promise<number> {
  const rows = selectOpen(db, realmId).where(isBefore(now)).where('link_key', 'is not', null)
  const { count } = await rows
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The open link with a key. */
export async function findOpenLink(
  db: Queryable,
  now: Date,
  realmId: number,
  key: string,
): Promise<InvitationRow | undefined> {
  return selectOpen(db, realmId).where('link_key', '=', key).where(isBefore(now)).executeTakeFirst()
}

/** An open invitation by its id. */
export async function findOpenInvitation(
  db: Queryable,
  now: Date,
  realmId: number,
  id: number,
): Promise<InvitationRow | undefined> {
  return selectOpen(db, realmId).where('id', '=', id).where(isBefore(now)).executeTakeFirst()
}

/**
 * An invitation, whatever has become of it, which stays as it is until the transaction ends.
 * @param mode `share`: as others may look at it meanwhile, who use the same link
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

/** Open invitations, of any realm, whose people are to be reminded by now. */
export async function listInvitationsToRemind(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<Pick<InvitationRow, 'realm_id' | 'id'>[]> {
  return db
    .selectFrom('invitations')
    .select(['realm_id', 'id'])
    .where('remind_at', 'is not', null)
    .where('remind_at', '<=', now)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where(isBefore(now))
    .orderBy('remind_at')
    .limit(limit)
    .execute()
}

/** What may be said of an invitation later. */
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

/** Revokes what is open of some; answers what that was. */
async function revokeWhere(
  tx: Tx,
  now: Date,
  realmId: number,
  condition: RawBuilder<boolean>,
): Promise<InvitationRow[]> {
  return tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('realm_id', '=', realmId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where(condition)
    .returningAll()
    .execute()
}

/** Revokes what these accounts have open. @param above only what lets in with a role above this one */
export async function revokeInvitationsBy(
  tx: Tx,
  now: Date,
  realmId: number,
  inviterIds: readonly number[],
  above?: number,
): Promise<InvitationRow[]> {
  const mightier = above === undefined ? sql`true` : sql`invited_as < ${above}`
  return revokeWhere(
    tx,
    now,
    realmId,
    sql<boolean>`invited_by = any(${[...inviterIds]}::bigint[]) and ${mightier}`,
  )
}

/** Revokes what is open for an address. */
export async function revokeInvitationsOf(
  tx: Tx,
  now: Date,
  realmId: number,
  email: string,
): Promise<InvitationRow[]> {
  return revokeWhere(tx, now, realmId, sql<boolean>`lower(email) = lower(${email})`)
}

/**
 * Counts invitations that are to be sent on a day; days before are forgotten.
 * @returns false, with nothing counted, where that would be more than the limit
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
