import type { AppContext } from '../../../context'
import type { Queryable } from '../../../data/engine/database'
import { lockUser } from '../../../data/users/update-users'
import {
  countSavedSnippets,
  deleteSavedSnippet,
  insertSavedSnippet,
  listSavedSnippets,
  updateSavedSnippet,
} from '../../../data/users/saved-snippets'
import { fixedError } from '../../../lib/api-error'
import {
  presentSavedSnippet,
  savedSnippetChanged,
  savedSnippetRemoved,
} from '../../../wire/saved-snippets'
import type { SavedSnippetRecord } from '../../../../shared/saved-snippets'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { publishToUser } from '../../notify/publications'
import { checkContent } from '../../rules/texts'

/*
 * Personal text snippets of the requester for reuse in messages.
 * Source: docs/protocol/settings.md#saved-snippets.
 */

export class NoSuchSnippetError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'The requester keeps no such snippet.',
  example: 'Saved snippet does not exist.',
}) {}

type Context = Pick<AppContext, 'db'>

/** The requester's snippets, oldest first. */
export async function listOwnSnippets(
  db: Queryable,
  requester: Requester,
): Promise<SavedSnippetRecord[]> {
  return (await listSavedSnippets(db, keeperOf(requester))).map(presentSavedSnippet)
}

/**
 * Saves a snippet and answers its id.
 * @throws BadRequestError for content invalid in a message, and for too many snippets
 */
export async function addSnippet(
  ctx: Context,
  requester: Requester,
  { title, content: wanted }: { title: string; content: string },
): Promise<number> {
  const content = checkContent(wanted)
  return ctx.db.transaction(async (tx) => {
    // The lock keeps simultaneous calls from exceeding the limit.
    await lockUser(tx, requester.realm_id, requester.id)
    const keeper = keeperOf(requester)
    if ((await countSavedSnippets(tx, keeper)) >= sizeLimits.savedSnippets) {
      throw new BadRequestError(`Too many saved snippets (limit: ${sizeLimits.savedSnippets})`)
    }
    const created_at = tx.now
    const row = await insertSavedSnippet(tx, keeper, { title, content, created_at })
    await publishToUser(tx, requester, savedSnippetChanged('add', presentSavedSnippet(row)))
    return row.id
  })
}

/**
 * Changes the given fields; a call without fields succeeds.
 * @throws NoSuchSnippetError; BadRequestError for content invalid in a message
 */
export async function changeSnippet(
  ctx: Context,
  requester: Requester,
  id: number,
  { title, content }: { title: string | undefined; content: string | undefined },
): Promise<void> {
  const changes = {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content: checkContent(content) }),
  }
  if (Object.keys(changes).length === 0) return
  await ctx.db.transaction(async (tx) => {
    const row = await updateSavedSnippet(tx, keeperOf(requester), id, changes)
    if (!row) throw new NoSuchSnippetError()
    await publishToUser(tx, requester, savedSnippetChanged('update', presentSavedSnippet(row)))
  })
}

/** @throws NoSuchSnippetError */
export async function removeSnippet(ctx: Context, requester: Requester, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const wasThere = await deleteSavedSnippet(tx, keeperOf(requester), id)
    if (!wasThere) throw new NoSuchSnippetError()
    await publishToUser(tx, requester, savedSnippetRemoved(id))
  })
}

function keeperOf({ realm_id: realmId, id: userId }: Requester) {
  return { realmId, userId }
}
