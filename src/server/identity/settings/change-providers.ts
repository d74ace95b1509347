import type { AppContext } from '../../context'
import type { Queryable, Tx } from '../../data/engine/database'
import { deleteProvider, insertProvider, updateProvider } from '../../data/identities/providers'
import type { IdentityProviderRow } from '../../data/schema'
import { openSlugsOf } from '../../data/identities/operator-providers'
import { hasOwnerWithIdentity } from '../../data/identities/identities'
import { getRealm } from '../../data/realms/realms'
import { isPasswordLoginOn } from '../../chat/rules/realms/authentication-methods'
import { deleteSessions } from '../../data/users/sessions'
import { lockAccounts } from '../../data/users/update-users'
import { differences, recordActs } from '../../chat/notify/audit-log'
import type { Requester } from '../../chat/rules/authentication'
import { BadRequestError } from '../../chat/rules/errors'
import { requireOwner } from '../../chat/rules/permissions/roles'
import { manageGroupsOf } from '../claims/manage-groups'
import {
  NoLoginProxiesError,
  NoSecretsKeyError,
  NoSuchProviderError,
  OperatorProviderError,
} from '../errors'
import { checkName, checkSlug } from '../providers/names'
import type { ListedProvider, ProviderSource } from '../providers/find-providers'
import { listAllProviders, providerOf, secretPurpose } from '../providers/find-providers'
import { checkOptions, checkSecret } from '../providers/check-options'
import { isOnce } from '../../../shared/rules/identity-providers'
import type { ProviderKind, ProviderOptions } from '../../../shared/rules/identity-providers'
import { completeOptions } from './complete-options'

/* The identity providers of an organization; owners only. Source: docs/protocol/single-sign-on.md#providers. */

/** Max providers of an organization. */
const maxProviders = 50

type Context = Pick<AppContext, 'addresses' | 'config' | 'db' | 'operatorProviders' | 'sealer'>

export interface NewProvider {
  slug: string
  kind: ProviderKind
  name: string
  options: ProviderOptions
  /** XML that describes a SAML provider. */
  metadata?: string | undefined
  secret?: string | undefined
  isEnabled: boolean
  signsUpAtOnce: boolean
}

/**
 * Adds a provider.
 * @throws OwnerRequiredError, NoSecretsKeyError; BadRequestError for an invalid or taken value
 */
export async function addProvider(
  ctx: Context,
  requester: Requester,
  { slug, kind, name, options: given, metadata, secret, isEnabled, signsUpAtOnce }: NewProvider,
): Promise<ListedProvider> {
  requireOwner(requester)
  if (kind === 'proxy' && !ctx.config.loginProxies) throw new NoLoginProxiesError()
  checkSlug(slug)
  const options = await completeOptions(ctx, { kind, options: given, metadata })
  checkOptions(kind, options)
  checkSecret(kind, options, secret)
  const realm_id = requester.realm_id
  return change(ctx, requester, async (tx) => {
    await refuseFurther(ctx, tx, { realmId: realm_id, kind, slug })
    const added = await insertProvider(tx, {
      ...{ realm_id, slug, kind, display_name: checkName(name) },
      options: { ...options },
      sealed_secret: seal(ctx, { realm_id, slug }, secret),
      ...{ is_enabled: isEnabled, signs_up_at_once: signsUpAtOnce, created_at: tx.now },
    })
    if (!added) throw new BadRequestError(`There is a provider named ${slug} already.`)
    await recordActs(tx, realm_id, [{ act: 'identity_provider_added', after: factsOf(added) }])
    return { ...added, operator: undefined }
  })
}

/** @throws BadRequestError for the second one of a kind that an organization has once, and for too many */
async function refuseFurther(
  ctx: Context,
  tx: Tx,
  { realmId, kind, slug }: { realmId: number; kind: ProviderKind; slug: string },
): Promise<void> {
  const present = await listAllProviders(ctx, tx, realmId)
  if (present.some((each) => each.slug === slug)) {
    throw new BadRequestError(`There is a provider named ${slug} already.`)
  }
  if (present.length >= maxProviders) {
    throw new BadRequestError(`Too many identity providers (limit: ${maxProviders})`)
  }
  if (isOnce(kind) && present.some((each) => each.kind === kind)) {
    throw new BadRequestError(`There is a provider of the kind ${kind} already.`)
  }
}

/** Changes of a provider; undefined values stay. */
export type ProviderChanges = Partial<Omit<NewProvider, 'slug' | 'kind'>>

/**
 * Changes a provider. Switching it off ends the sessions that came by it.
 * @throws OwnerRequiredError, NoSecretsKeyError, NoSuchProviderError; BadRequestError for an invalid value
 */
export async function changeProvider(
  ctx: Context,
  requester: Requester,
  slug: string,
  { name, options: given, metadata, secret, isEnabled, signsUpAtOnce }: ProviderChanges,
): Promise<ListedProvider> {
  requireOwner(requester)
  const options = await changedOptions(ctx, requester, slug, { options: given, metadata })
  return change(ctx, requester, async (tx) => {
    const before = await getOwnRow(ctx, tx, requester.realm_id, slug)
    const kind = before.kind as ProviderKind
    if (options) checkOptions(kind, options)
    if (options || secret !== undefined) {
      const known = providerOf(ctx, before)
      checkSecret(kind, options ?? known.options, secret ?? known.secret)
    }
    const after = await updateProvider(tx, before, {
      realm_id: before.realm_id,
      ...(name !== undefined && { display_name: checkName(name) }),
      // An owner who saves options has fetched metadata.
      ...(options && {
        options: { ...options },
        metadata_fetched_at: tx.now,
        metadata_fault: null,
      }),
      ...(secret !== undefined && { sealed_secret: seal(ctx, before, secret) }),
      ...(isEnabled !== undefined && { is_enabled: isEnabled }),
      ...(signsUpAtOnce !== undefined && { signs_up_at_once: signsUpAtOnce }),
    })
    if (before.is_enabled && !after.is_enabled) await close(ctx, tx, after)
    const changed = differences(factsOf(before), factsOf(after)) ?? { before: {}, after: {} }
    const isNewSecret = secret !== undefined
    if (isNewSecret || Object.keys(changed.after).length > 0) {
      const marked = isNewSecret ? { ...changed.after, secret: 'replaced' } : changed.after
      await recordActs(tx, after.realm_id, [
        { act: 'identity_provider_changed', ...changed, after: { slug, ...marked } },
      ])
    }
    return { ...after, operator: undefined }
  })
}

type Metadata = Pick<ProviderChanges, 'metadata'>

async function changedOptions(
  ctx: Context,
  { realm_id }: Requester,
  slug: string,
  { options: given, metadata }: Record<'options', ProviderOptions | undefined> & Metadata,
): Promise<ProviderOptions | undefined> {
  if (!given && metadata === undefined) return undefined
  const row = await getOwnRow(ctx, ctx.db.query, realm_id, slug)
  const before = row.options as unknown as ProviderOptions
  const kind = row.kind as ProviderKind
  return completeOptions(ctx, { kind, options: given ?? before, metadata, before })
}

/**
 * Removes a provider, and ends the sessions that came by it.
 * @throws OwnerRequiredError, NoSuchProviderError
 */
export async function removeProvider(
  ctx: ProviderSource,
  requester: Requester,
  slug: string,
): Promise<void> {
  await change(ctx, requester, async (tx) => {
    const removed = await getOwnRow(ctx, tx, requester.realm_id, slug)
    await close(ctx, tx, removed)
    await manageGroupsOf(tx, removed.realm_id, { slug, groupIds: [], keepsOthers: false })
    await deleteProvider(tx, removed.realm_id, slug)
    await recordActs(tx, removed.realm_id, [
      { act: 'identity_provider_removed', before: factsOf(removed) },
    ])
  })
}

/** A change by an owner, after which nobody's account changes until the transaction ends. */
export async function change<T>(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  requireOwner(requester)
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, requester.realm_id)
    return act(tx)
  })
}

/** @throws NoSuchProviderError */
export async function getProviderRow(
  ctx: ProviderSource,
  db: Queryable,
  realmId: number,
  slug: string,
): Promise<ListedProvider> {
  const row = (await listAllProviders(ctx, db, realmId)).find((each) => each.slug === slug)
  if (!row) throw new NoSuchProviderError()
  return row
}

/** @throws NoSuchProviderError; OperatorProviderError for a provider that the operator has set up */
export async function getOwnRow(
  ...which: Parameters<typeof getProviderRow>
): Promise<ListedProvider> {
  const row = await getProviderRow(...which)
  if (row.operator) throw new OperatorProviderError()
  return row
}

/**
 * Ends the sessions of a provider that nobody logs in by any more.
 * @throws BadRequestError if no owner could log in then
 */
async function close(
  { operatorProviders }: ProviderSource,
  tx: Tx,
  { realm_id, slug }: Pick<IdentityProviderRow, 'realm_id' | 'slug'>,
): Promise<void> {
  const { settings, string_id: subdomain } = await getRealm(tx, realm_id)
  const others = openSlugsOf(operatorProviders, subdomain)
  if (!isPasswordLoginOn(settings) && !(await hasOwnerWithIdentity(tx, realm_id, others, slug))) {
    throw new BadRequestError('No owner could log in any more. First switch passwords on.')
  }
  await deleteSessions(tx, realm_id, { providerSlug: slug })
}

/** Facts for the audit log; never the secret. */
function factsOf(row: IdentityProviderRow): Readonly<Record<string, unknown>> {
  const { slug, kind, display_name, options, is_enabled, signs_up_at_once } = row
  return { slug, kind, display_name, options, is_enabled, signs_up_at_once }
}

function seal(
  { sealer }: Pick<AppContext, 'sealer'>,
  provider: Pick<IdentityProviderRow, 'realm_id' | 'slug'>,
  secret: string | undefined,
): Buffer | null {
  if (secret === undefined || secret === '') return null
  if (!sealer) throw new NoSecretsKeyError()
  return sealer.seal(secret, secretPurpose(provider))
}
