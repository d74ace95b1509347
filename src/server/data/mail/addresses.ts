import { sql } from 'kysely'
import type { DatedQueryable, Queryable, Tx } from '../engine/database'
import type { ReplyAddressRow, StreamAddressRow } from '../schema'

/* Addresses at which mail comes in. */

/**
 * The address of a stream for a person and a sender; the first call makes it.
 * @param address with the token to store if there is none yet
 * @returns the token
 */
export async function ensureStreamAddress(
  db: Queryable,
  address: StreamAddressRow,
): Promise<string> {
  const { token } = await db
    .insertInto('stream_addresses')
    .values(address)
    .onConflict((conflict) =>
      conflict
        .columns(['realm_id', 'stream_id', 'creator_id', 'sender_id'])
        // The stored token stays; the update only makes the row returnable.
        .doUpdateSet({ realm_id: address.realm_id }),
    )
    .returning('token')
    .executeTakeFirstOrThrow()
  return token
}

export async function findStreamAddress(
  db: Queryable,
  token: string,
): Promise<StreamAddressRow | undefined> {
  return db.selectFrom('stream_addresses').selectAll().where('token', '=', token).executeTakeFirst()
}

export async function insertReplyAddress(
  tx: Tx,
  address: Omit<ReplyAddressRow, 'uses'>,
): Promise<void> {
  await tx.insertInto('reply_addresses').values(address).execute()
}

/** The address of a reply, by the hash of its token; undefined once it has expired. */
export async function findReplyAddress(
  db: DatedQueryable,
  tokenHash: string,
): Promise<ReplyAddressRow | undefined> {
  return db
    .selectFrom('reply_addresses')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', db.now)
    .executeTakeFirst()
}

/** Counts a use of an address. */
export async function countReply(
  tx: Tx,
  { realm_id, token_hash }: Pick<ReplyAddressRow, 'realm_id' | 'token_hash'>,
): Promise<void> {
  await tx
    .updateTable('reply_addresses')
    .set({ uses: sql<number>`uses + 1` })
    .where('realm_id', '=', realm_id)
    .where('token_hash', '=', token_hash)
    .execute()
}

/** Deletes the addresses of replies that have expired. */
export async function deleteExpiredReplyAddresses(db: DatedQueryable): Promise<void> {
  await db.deleteFrom('reply_addresses').where('expires_at', '<=', db.now).execute()
}
