import type { ProviderSession } from '../../data/schema'

/** A person as a provider describes them. */
export interface Identity {
  issuer: string
  /** Undefined if the provider names people by their addresses alone. */
  subject: string | undefined
  /** The addresses that the provider vouches for, the preferred one first. */
  addresses: readonly string[]
  /** Addresses that find an account, and make none. */
  onlyKnown?: readonly string[] | undefined
  /** An address that the provider does not vouch for, to be named in a refusal. */
  unverified?: string | undefined
  fullName?: string | undefined
  /** The session at a SAML provider. */
  session?: ProviderSession | undefined
  /** Everything that the provider sent, for the test of a provider. */
  claims: Readonly<Record<string, unknown>>
}
