import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { isInPeriod } from '../access/rule'

/** The part of a realm that is exported. */
export type ExportScope =
  | { kind: 'whole' }
  /** Messages in public streams. */
  | { kind: 'public'; streamIds: readonly number[] }
  /** The same, plus readable messages and personal settings of users who consented. */
  | {
      kind: 'consented'
      userIds: readonly number[]
      /** Streams exported whole. */
      streamIds: readonly number[]
      /** Private streams of which only messages received by consenting users are exported. */
      protectedStreamIds: readonly number[]
    }

/** The messages of an export: of a part of the realm, or of one sender. */
export type MessageScope = ExportScope | { kind: 'person'; userId: number }

/** Users who allow the export of their private data, and their bots. */
const consenting = (realmId: number) => sql<number>`
  select users.id from users
  left join users owner on owner.realm_id = users.realm_id and owner.id = users.bot_owner_id
  where users.realm_id = ${realmId} and not users.is_system_bot
    and coalesce((coalesce(owner.settings, users.settings) ->> 'allow_private_data_export')::boolean, false)`

export async function readScope(
  db: Queryable,
  realmId: number,
  kind: ExportScope['kind'],
): Promise<ExportScope> {
  if (kind === 'whole') return { kind }
  const { rows } = await sql<{
    user_ids: number[]
    public_ids: number[]
    shared_ids: number[]
    protected_ids: number[]
  }>`
    with consenting as materialized (${consenting(realmId)}),
    private as (
      select distinct streams.id, streams.history_public_to_subscribers as is_shared
      from streams
      join subscriptions tie on tie.realm_id = streams.realm_id and tie.stream_id = streams.id
        and tie.active and tie.user_id in (select id from consenting)
      where streams.realm_id = ${realmId} and streams.invite_only
    )
    select
      coalesce((select json_agg(id order by id) from consenting), '[]') as user_ids,
      coalesce((select json_agg(id order by id) from streams
        where realm_id = ${realmId} and not invite_only), '[]') as public_ids,
      coalesce((select json_agg(id order by id) from private where is_shared), '[]') as shared_ids,
      coalesce((select json_agg(id order by id) from private where not is_shared), '[]')
        as protected_ids`.execute(db)
  const { user_ids, public_ids = [], shared_ids = [], protected_ids = [] } = rows[0] ?? {}
  if (kind === 'public') return { kind, streamIds: public_ids }
  return {
    kind,
    userIds: user_ids ?? [],
    streamIds: [...public_ids, ...shared_ids],
    protectedStreamIds: protected_ids,
  }
}

/** Whether a row `m` of `messages` is exported. */
export function isMessageExported(scope: MessageScope): RawBuilder<boolean> {
  if (scope.kind === 'whole') return sql<boolean>`true`
  if (scope.kind === 'person') return sql<boolean>`m.sender_id = ${scope.userId}`
  const isOpen = sql<boolean>`m.stream_id = any(${[...scope.streamIds]}::bigint[])`
  if (scope.kind === 'public') return isOpen
  const users = sql`${[...scope.userIds]}::bigint[]`
  return sql<boolean>`(coalesce(${isOpen}, false)
    or exists (
      select from dm_group_members member
      where member.realm_id = m.realm_id and member.dm_group_id = m.dm_group_id
        and member.user_id = any(${users}))
    or (m.stream_id = any(${[...scope.protectedStreamIds]}::bigint[]) and exists (
      select from subscription_periods period
      join subscriptions tie on tie.realm_id = period.realm_id and tie.user_id = period.user_id
        and tie.stream_id = period.stream_id and tie.active
      where period.realm_id = m.realm_id and period.stream_id = m.stream_id
        and period.user_id = any(${users}) and ${isInPeriod(sql`m.id`)})))`
}

/** Whether the stream named by a column of a row `t` is exported. */
export function isStreamExported(scope: ExportScope, column: string): RawBuilder<boolean> {
  if (scope.kind === 'whole') return sql<boolean>`true`
  const ids =
    scope.kind === 'public' ? scope.streamIds : [...scope.streamIds, ...scope.protectedStreamIds]
  return sql<boolean>`${sql.ref(`t.${column}`)} = any(${[...ids]}::bigint[])`
}

/** Whether the private data of a user is exported. */
export function isUserExported(scope: ExportScope, id: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope.kind === 'whole') return sql<boolean>`true`
  const ids = scope.kind === 'public' ? [] : scope.userIds
  return sql<boolean>`${id} = any(${[...ids]}::bigint[])`
}

/** The same for the user named by a column of a row `t`. */
export function isOwnerExported(scope: ExportScope, column: string): RawBuilder<boolean> {
  return isUserExported(scope, sql.ref(`t.${column}`))
}
