import type { ClaimGrants } from '../../data/identities/claim-grants'
import type { UserRow } from '../../data/schema'
import type { ClaimRule, Claims } from './claim-rule'
import type { Entitlements } from './evaluate'

/** A person for whom rules are applied. */
export interface Claimant {
  realmId: number
  /** Undefined: the account would be made. */
  user: UserRow | undefined
  slug: string
  rules: readonly ClaimRule[]
  claims: Claims
}

/** The grants of a person before, and those that the rules give now. */
export interface Comparison {
  before?: ClaimGrants | undefined
  wanted: Entitlements
  /** Takes a sentence for each grant that cannot be given. */
  ignored: string[]
}
