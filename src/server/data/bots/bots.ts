import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isKnownTo } from '../access/rule'
import type { Queryable, Tx } from '../engine/database'
import { columnsIn, userColumns } from '../engine/row-columns'
import type { BotServiceRow, UserRow } from '../schema'
import type { Role } from '../../../shared/rules/roles'

/**
 * A bot with the columns of other tables that its record shows. A default stream reads as none if
 * it is deactivated, or if the bot's owner may not know it.
 */
export type BotRow = UserRow & {
  owner_email: string | null
  sending_stream: string | null
  events_register_stream: string | null
  /**
   * Whether one of its default streams is private, so that only the owner may see the bot's
   * defaults.
   */
  is_private: boolean
  /** The service of an outgoing-webhook bot. */
  service: Pick<BotServiceRow, 'base_url' | 'interface' | 'token'> | null
}

/** Whether the owner of a bot may know one of its default streams; true without an owner. */
function isKnownToOwner(stream: 'sending' | 'events') {
  const owner = {
    realm_id: sql<number>`owner.realm_id`,
    id: sql<number>`owner.id`,
    role: sql<Role>`owner.role`,
  }
  const named = {
    id: sql.ref<number>(`${stream}.id`),
    isPrivate: sql.ref<boolean>(`${stream}.invite_only`),
  }
  return sql<boolean>`(owner.id is null or ${isKnownTo(owner, named)})`
}

/** Condition on a row of `bot`. */
type IsWanted = RawBuilder<boolean>

/** Bots of a realm without system bots, including deactivated ones, oldest first. */
function selectBots(db: Queryable, realmId: number, isWanted: IsWanted) {
  return db
    .selectFrom('users as bot')
    .leftJoin('users as owner', (join) =>
      join.onRef('owner.realm_id', '=', 'bot.realm_id').onRef('owner.id', '=', 'bot.bot_owner_id'),
    )
    .select(columnsIn('bot', userColumns))
    .select([
      'owner.email as owner_email',
      sql<BotRow['service']>`(
        select json_build_object(
          'base_url', base_url, 'interface', interface, 'token', token)
        from bot_services as service
        where service.realm_id = bot.realm_id and service.bot_id = bot.id)`.as('service'),
    ])
    .where('bot.realm_id', '=', realmId)
    .where('bot.is_bot', '=', true)
    .where('bot.is_system_bot', '=', false)
    .where(isWanted)
    .orderBy('bot.id')
}

/** The same with the names of their default streams. */
async function readWithStreams(
  db: Queryable,
  realmId: number,
  isWanted: IsWanted,
): Promise<BotRow[]> {
  return selectBots(db, realmId, isWanted)
    .leftJoin('streams as sending', (join) =>
      join
        .onRef('sending.realm_id', '=', 'bot.realm_id')
        .onRef('sending.id', '=', 'bot.default_sending_stream_id')
        .on('sending.deactivated_at', 'is', null)
        .on(isKnownToOwner('sending')),
    )
    .leftJoin('streams as events', (join) =>
      join
        .onRef('events.realm_id', '=', 'bot.realm_id')
        .onRef('events.id', '=', 'bot.default_events_register_stream_id')
        .on('events.deactivated_at', 'is', null)
        .on(isKnownToOwner('events')),
    )
    .select([
      'sending.name as sending_stream',
      'events.name as events_register_stream',
      sql<boolean>`coalesce(sending.invite_only, false) or coalesce(events.invite_only, false)`.as(
        'is_private',
      ),
    ])
    .execute()
}

/**
 * The same, without looking at streams if no bot has a default one: planning whether the owners may know the streams takes
 * ten times as long as the rest.
 */
async function readBots(db: Queryable, realmId: number, isWanted: IsWanted): Promise<BotRow[]> {
  const bots = await selectBots(db, realmId, isWanted).execute()
  if (bots.some(hasDefaultStream)) return readWithStreams(db, realmId, isWanted)
  return bots.map((bot) =>
    Object.assign(bot, { sending_stream: null, events_register_stream: null, is_private: false }),
  )
}

function hasDefaultStream(bot: UserRow): boolean {
  return bot.default_sending_stream_id !== null || bot.default_events_register_stream_id !== null
}

export async function findBot(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<BotRow | undefined> {
  const [bot] = await readBots(db, realmId, sql<boolean>`bot.id = ${id}`)
  return bot
}

/** Oldest first. */
export async function listBots(db: Queryable, realmId: number): Promise<BotRow[]> {
  return readBots(db, realmId, sql<boolean>`true`)
}

/** Bots that have one of these streams as a default, oldest first. */
export async function listBotsUsing(
  db: Queryable,
  realmId: number,
  streamIds: readonly number[],
): Promise<BotRow[]> {
  const isAmong = (column: 'default_sending_stream_id' | 'default_events_register_stream_id') =>
    sql<boolean>`${sql.ref(`bot.${column}`)} = any(${[...streamIds]}::bigint[])`
  return readWithStreams(
    db,
    realmId,
    sql<boolean>`(${isAmong('default_sending_stream_id')} or
      ${isAmong('default_events_register_stream_id')})`,
  )
}

/** Bots of any of these owners, oldest first. */
export async function listBotsOf(
  db: Queryable,
  realmId: number,
  ownerIds: readonly number[],
): Promise<BotRow[]> {
  return readBots(db, realmId, sql<boolean>`bot.bot_owner_id = any(${[...ownerIds]}::bigint[])`)
}

/** Bots of any of these owners, deactivated ones included, oldest first. */
export async function listOwnedBots(
  db: Queryable,
  realmId: number,
  ownerIds: readonly number[],
  limit: number,
): Promise<Pick<UserRow, 'id' | 'email' | 'bot_owner_id'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'bot_owner_id'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`bot_owner_id = any(${[...ownerIds]}::bigint[])`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Sets or replaces the service of a bot. */
export async function putBotService(tx: Tx, service: BotServiceRow): Promise<void> {
  const { name, base_url, interface: serviceInterface, token } = service
  await tx
    .insertInto('bot_services')
    .values(service)
    .onConflict((conflict) =>
      conflict
        .columns(['realm_id', 'bot_id'])
        .doUpdateSet({ name, base_url, interface: serviceInterface, token }),
    )
    .execute()
}

export async function findBotService(
  db: Queryable,
  realmId: number,
  botId: number,
): Promise<BotServiceRow | undefined> {
  return db
    .selectFrom('bot_services')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('bot_id', '=', botId)
    .executeTakeFirst()
}
