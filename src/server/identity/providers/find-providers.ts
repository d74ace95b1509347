import type { AppContext } from '../../context'
import type { Queryable } from '../../data/engine/database'
import { findProvider, listProviders } from '../../data/identities/providers'
import type { IdentityProviderRow } from '../../data/schema'
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
}

type Context = Pick<AppContext, 'sealer'>

/** The provider of a slug, if it is switched on. */
export async function findOpenProvider(
  ctx: Context & Pick<AppContext, 'db'>,
  realmId: number,
  slug: string,
): Promise<IdentityProvider | undefined> {
  const row = await findProvider(ctx.db.query, realmId, slug)
  return row?.is_enabled ? providerOf(ctx, row) : undefined
}

/** The only provider of a kind that an organization has once, if it is switched on. */
export async function findOpenProviderOfKind(
  ctx: Context & Pick<AppContext, 'db'>,
  realmId: number,
  kind: ProviderKind,
): Promise<IdentityProvider | undefined> {
  const row = (await listOpenProviders(ctx.db.query, realmId)).find((each) => each.kind === kind)
  return row && providerOf(ctx, row)
}

/** The providers that a login page shows, in the order of their buttons; their secrets stay closed. */
export async function listOpenProviders(
  db: Queryable,
  realmId: number,
): Promise<IdentityProviderRow[]> {
  const rows = (await listProviders(db, realmId)).filter(({ is_enabled }) => is_enabled)
  return rows.sort((one, other) => orderOf(other) - orderOf(one))
}

const orderOf = ({ kind }: IdentityProviderRow) => kinds[kind as ProviderKind].order

/** A row of the table with its secret opened. */
export function providerOf({ sealer }: Context, row: IdentityProviderRow): IdentityProvider {
  const sealed = row.sealed_secret
  return {
    realmId: row.realm_id,
    slug: row.slug,
    kind: row.kind as ProviderKind,
    name: row.display_name,
    options: row.options,
    secret: sealed ? sealer?.open(sealed, secretPurpose(row)) : undefined,
    isEnabled: row.is_enabled,
    signsUpAtOnce: row.signs_up_at_once,
  }
}

/** Binds a sealed secret to its provider. */
export function secretPurpose({
  realm_id,
  slug,
}: Pick<IdentityProviderRow, 'realm_id' | 'slug'>): string {
  return `identity provider ${realm_id} ${slug}`
}
