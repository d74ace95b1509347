import type { AppContext } from '../../context'
import type { Queryable } from '../../data/engine/database'
import { operatorProvidersOf } from '../../data/identities/operator-providers'
import { listProviders } from '../../data/identities/providers'
import { getRealm } from '../../data/realms/realms'
import type { IdentityProviderRow } from '../../data/schema'
import type { ClaimRule } from '../claims/claim-rule'
import { kinds } from './kinds'
import type { ProviderKind, ProviderOptions } from '../../../shared/rules/identity-providers'

/** An identity provider of an organization. */
export interface IdentityProvider {
  realmId: number
  slug: string
  kind: ProviderKind
  name: string
  options: ProviderOptions
  /** Secret of the client; undefined without one, or if it was sealed with another key. */
  secret: string | undefined
  isEnabled: boolean
  signsUpAtOnce: boolean
  /** Rules by which claims give roles, groups, streams and profile fields. */
  claimRules: readonly ClaimRule[]
}

/** The stores of providers: the table, and the settings of the operator. */
export type ProviderSource = Pick<AppContext, 'db' | 'operatorProviders'>

/** A row of the table, or a provider of the operator in its shape. */
export interface ListedProvider extends IdentityProviderRow {
  /** Set for a provider of the operator. */
  operator: { secret: string | undefined } | undefined
}

type Context = ProviderSource & Pick<AppContext, 'sealer'>

/**
 * The providers of an organization, those of the operator first. They hide those of the table with the same name.
 * @param db of a transaction, if there is one
 */
export async function listAllProviders(
  { operatorProviders }: Pick<AppContext, 'operatorProviders'>,
  db: Queryable,
  realmId: number,
): Promise<ListedProvider[]> {
  const stored = await listProviders(db, realmId)
  if (operatorProviders.length === 0) {
    return stored.map((row) => ({ ...row, operator: undefined }))
  }
  const { string_id: subdomain } = await getRealm(db, realmId)
  const theirs = operatorProvidersOf(operatorProviders, subdomain).map(
    ({ secret, organizations: _all, ...row }): ListedProvider => ({
      ...{ ...row, realm_id: realmId, sealed_secret: null, operator: { secret } },
      ...{ metadata_fetched_at: null, metadata_fault: null },
    }),
  )
  const taken = new Set(theirs.map(({ slug }) => slug))
  const own = stored.filter(({ slug }) => !taken.has(slug))
  return [...theirs, ...own.map((row) => ({ ...row, operator: undefined }))]
}

/** The provider of a slug, also one that is switched off. */
export async function findAnyProvider(
  ctx: Context,
  realmId: number,
  slug: string,
): Promise<IdentityProvider | undefined> {
  const rows = await listAllProviders(ctx, ctx.db.query, realmId)
  const row = rows.find((each) => each.slug === slug)
  return row && providerOf(ctx, row)
}

/** The only provider of a kind that an organization has once, if it is switched on. */
export async function findOpenProviderOfKind(
  ctx: Context,
  realmId: number,
  kind: ProviderKind,
): Promise<IdentityProvider | undefined> {
  const row = (await listOpenProviders(ctx, realmId)).find((each) => each.kind === kind)
  return row && providerOf(ctx, row)
}

/** The providers that a login page shows, in the order of their buttons; their secrets stay closed. */
export async function listOpenProviders(
  ctx: ProviderSource,
  realmId: number,
): Promise<ListedProvider[]> {
  const all = await listAllProviders(ctx, ctx.db.query, realmId)
  const rows = all.filter(({ is_enabled }) => is_enabled)
  return rows.sort((one, other) => orderOf(other) - orderOf(one))
}

const orderOf = ({ kind }: IdentityProviderRow) => kinds[kind as ProviderKind].order

/** A row of the table with its secret opened. */
export function providerOf(
  { sealer }: Pick<AppContext, 'sealer'>,
  row: ListedProvider,
): IdentityProvider {
  const sealed = row.sealed_secret
  return {
    realmId: row.realm_id,
    slug: row.slug,
    kind: row.kind as ProviderKind,
    name: row.display_name,
    options: row.options,
    secret: sealed ? sealer?.open(sealed, secretPurpose(row)) : row.operator?.secret,
    isEnabled: row.is_enabled,
    signsUpAtOnce: row.signs_up_at_once,
    claimRules: row.claim_rules as unknown as readonly ClaimRule[],
  }
}

/** Binds a sealed secret to its provider. */
export function secretPurpose({
  realm_id,
  slug,
}: Pick<IdentityProviderRow, 'realm_id' | 'slug'>): string {
  return `identity provider ${realm_id} ${slug}`
}
