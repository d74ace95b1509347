import type { AppContext } from '../../../context'
import type { Queryable } from '../../../data/engine/database'
import {
  deleteNavigationView,
  insertNavigationView,
  listNavigationViews,
  updateNavigationView,
} from '../../../data/users/navigation-views'
import { lockUser } from '../../../data/users/update-users'
import { fixedError } from '../../../lib/api-error'
import {
  navigationViewAdded,
  navigationViewChanged,
  navigationViewRemoved,
  presentNavigationView,
} from '../../../wire/navigation-views'
import type { NavigationViewRecord } from '../../../../shared/navigation-views'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { publishToUser } from '../../notify/publications'
import { visibly } from '../../../lib/characters'

/*
 * Personal entries in the requester's sidebar.
 * Source: docs/protocol/channel-settings.md#navigation-views.
 */

export class NoSuchNavigationViewError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'The requester has no such entry.',
  example: 'Navigation view does not exist.',
}) {}

type Context = Pick<AppContext, 'db'>

/** Views built into every client, named by the client. */
const builtIn: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
])

/** The requester's entries, by fragment. */
export async function listOwnViews(
  db: Queryable,
  requester: Requester,
): Promise<NavigationViewRecord[]> {
  return (await listNavigationViews(db, keeperOf(requester))).map(presentNavigationView)
}

/** @throws BadRequestError for an invalid or taken name, and for too many entries */
export async function addView(
  ctx: Context,
  requester: Requester,
  given: { fragment: string; isPinned: boolean; name: string | undefined },
): Promise<void> {
  const view = {
    fragment: given.fragment,
    is_pinned: given.isPinned,
    name: checkName(given.fragment, given.name),
  }
  await ctx.db.transaction(async (tx) => {
    // The lock keeps simultaneous calls from adding duplicates or exceeding the limit.
    await lockUser(tx, requester.realm_id, requester.id)
    const views = await listNavigationViews(tx, keeperOf(requester))
    refuseDuplicate(views, view)
    if (views.length >= sizeLimits.navigationViews) {
      throw new BadRequestError(`Too many navigation views (limit: ${sizeLimits.navigationViews})`)
    }
    await insertNavigationView(tx, keeperOf(requester), view)
    await publishToUser(tx, requester, navigationViewAdded(view))
  })
}

/**
 * Changes the given fields; publishes only real changes.
 * @throws NoSuchNavigationViewError; BadRequestError for an invalid or taken name
 */
export async function changeView(
  ctx: Context,
  requester: Requester,
  fragment: string,
  wanted: { isPinned: boolean | undefined; name: string | undefined },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, requester.realm_id, requester.id)
    const views = await listNavigationViews(tx, keeperOf(requester))
    const view = views.find((each) => each.fragment === fragment)
    if (!view) throw new NoSuchNavigationViewError()
    const name = wanted.name === undefined ? view.name : checkName(fragment, wanted.name)
    const isPinned = wanted.isPinned ?? view.is_pinned
    const others = views.filter((each) => each !== view)
    refuseDuplicate(others, { fragment, name })
    const data: Partial<NavigationViewRecord> = {
      ...(name !== view.name && { name }),
      ...(isPinned !== view.is_pinned && { is_pinned: isPinned }),
    }
    if (Object.keys(data).length === 0) return
    await updateNavigationView(tx, keeperOf(requester), fragment, data)
    await publishToUser(tx, requester, navigationViewChanged(fragment, data))
  })
}

/** @throws NoSuchNavigationViewError */
export async function removeView(
  ctx: Context,
  requester: Requester,
  fragment: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const wasThere = await deleteNavigationView(tx, keeperOf(requester), fragment)
    if (!wasThere) throw new NoSuchNavigationViewError()
    await publishToUser(tx, requester, navigationViewRemoved(fragment))
  })
}

/** Checks the name of an entry and answers it as stored. @throws BadRequestError */
function checkName(fragment: string, name: string | undefined): string | null {
  if (builtIn.has(fragment)) {
    if (name !== undefined) throw new BadRequestError('Built-in views cannot have a custom name.')
    return null
  }
  const trimmed = visibly(name ?? '')
  if (trimmed === '') throw new BadRequestError('Custom views must have a valid name.')
  return trimmed
}

/** @throws BadRequestError */
function refuseDuplicate(
  views: readonly NavigationViewRecord[],
  { fragment, name }: Pick<NavigationViewRecord, 'fragment' | 'name'>,
): void {
  const isTaken = views.some(
    (view) => view.fragment === fragment || (name !== null && view.name === name),
  )
  if (isTaken) throw new BadRequestError('Navigation view already exists.')
}

function keeperOf({ realm_id: realmId, id: userId }: Requester) {
  return { realmId, userId }
}
