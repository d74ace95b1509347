import type { AppContext } from '../../context'
import type { Requester } from '../../chat/rules/authentication'
import { BadRequestError } from '../../chat/rules/errors'
import { requireOwner } from '../../chat/rules/permissions/roles'
import type { DirectoryKey } from '../../data/identities/directories'
import { syncNow } from '../directories/job'
import type { SyncOutcome } from '../directories/job'
import type { ProviderSource } from '../providers/find-providers'
import { getProviderRow } from './change-providers'

/**
 * Begins to compare accounts with a directory.
 * @throws OwnerRequiredError, NoSuchProviderError; BadRequestError for another provider, and while it is being synced
 * Source: docs/protocol/single-sign-on.md#ldap-sync.
 */
export async function beginSync(
  ctx: ProviderSource & Pick<AppContext, 'directorySyncs'>,
  requester: Requester,
  slug: string,
): Promise<void> {
  await ctx.directorySyncs.begin(await getDirectory(ctx, requester, slug))
}

/** {@link beginSync}, to its end; for operators. */
export async function syncToEnd(
  ctx: Parameters<typeof syncNow>[0],
  requester: Requester,
  slug: string,
): Promise<SyncOutcome> {
  return syncNow(ctx, await getDirectory(ctx, requester, slug))
}

async function getDirectory(
  ctx: ProviderSource,
  requester: Requester,
  slug: string,
): Promise<DirectoryKey> {
  requireOwner(requester)
  const { kind, is_enabled } = await getProviderRow(ctx, ctx.db.query, requester.realm_id, slug)
  if (kind !== 'ldap') throw new BadRequestError('This identity provider is no directory.')
  if (!is_enabled) throw new BadRequestError('This directory is switched off.')
  return { realm_id: requester.realm_id, slug }
}
