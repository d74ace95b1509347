import type { Updateable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { NavigationViewRow, NavigationViewsTable } from '../schema'

/** The owner of the sidebar. */
interface Keeper {
  realmId: number
  userId: number
}

/** An entry of a user's sidebar. */
export type NavigationView = Omit<NavigationViewRow, 'realm_id' | 'user_id'>

const columns = ['fragment', 'name', 'is_pinned'] as const

/** A user's entries, by fragment. */
export async function listNavigationViews(
  db: Queryable,
  { realmId, userId }: Keeper,
): Promise<NavigationView[]> {
  const views = await db
    .selectFrom('navigation_views')
    .select(columns)
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .execute()
  return views.sort((a, b) => (a.fragment < b.fragment ? -1 : 1))
}

export async function insertNavigationView(
  tx: Tx,
  { realmId, userId }: Keeper,
  view: NavigationView,
): Promise<void> {
  await tx
    .insertInto('navigation_views')
    .values({ realm_id: realmId, user_id: userId, ...view })
    .execute()
}

export async function updateNavigationView(
  tx: Tx,
  { realmId, userId }: Keeper,
  fragment: string,
  changes: Updateable<NavigationViewsTable>,
): Promise<void> {
  await tx
    .updateTable('navigation_views')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('fragment', '=', fragment)
    .execute()
}

export async function deleteNavigationView(
  tx: Tx,
  { realmId, userId }: Keeper,
  fragment: string,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('navigation_views')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('fragment', '=', fragment)
    .returning('fragment')
    .executeTakeFirst()
  return deleted !== undefined
}
