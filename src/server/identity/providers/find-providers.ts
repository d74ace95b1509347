import type { AppContext } from '../../context'
import type { Queryable } from '../../data/engine/database'
import { listProviders } from '../../data/identities/providers'
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

type Context = Pick<AppContext, 'sealer'>

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
