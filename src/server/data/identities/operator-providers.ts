import type { IdentityProviderRow } from '../schema'

type NotWritten = 'realm_id' | 'sealed_secret' | 'metadata_fetched_at' | 'metadata_fault'

/** A provider that the operator has set up, in the shape of a row. */
export interface OperatorProvider extends Omit<IdentityProviderRow, NotWritten> {
  secret: string | undefined
  /** Subdomains of the organizations; undefined: all. */
  organizations: readonly string[] | undefined
}

/** The operator's providers for the organization of a subdomain. */
export function operatorProvidersOf(
  all: readonly OperatorProvider[],
  subdomain: string,
): OperatorProvider[] {
  return all.filter(({ organizations }) => organizations?.includes(subdomain) !== false)
}

/** The names of those that are switched on. */
export function openSlugsOf(all: readonly OperatorProvider[], subdomain: string): string[] {
  return operatorProvidersOf(all, subdomain)
    .filter(({ is_enabled }) => is_enabled)
    .map(({ slug }) => slug)
}
