import type { ColumnType, Generated } from 'kysely'
import type { Id, StoredSettings, Timestamp } from './columns'

/* Identity providers, the identities of people at them, second factors and passkeys. */

export interface IdentityProvidersTable {
  realm_id: number
  slug: string
  kind: string
  display_name: string
  options: Generated<StoredSettings>
  sealed_secret: Buffer | null
  is_enabled: Generated<boolean>
  signs_up_at_once: Generated<boolean>
  /** Rules for claims, as `identity/claims/claim-rule.ts` checks them. */
  claim_rules: Generated<readonly StoredSettings[]>
  /** The time of the last look at the metadata of a SAML provider; null: they are not fetched. */
  metadata_fetched_at: Date | null
  metadata_fault: string | null
  created_at: Timestamp
}

export interface ExternalIdentitiesTable {
  realm_id: number
  issuer: string
  subject: string
  user_id: number
  provider_slug: string
  address: string | null
  created_at: Timestamp
  last_used_at: Timestamp
}

export interface ClaimGrantsTable {
  realm_id: number
  user_id: number
  provider_slug: string
  granted: StoredSettings
}

export interface RefusedLoginsTable {
  realm_id: number
  id: Id
  provider_slug: string
  reason: string
  refused_at: Timestamp
}

export interface UsedAssertionsTable {
  realm_id: number
  digest: string
  expires_at: Timestamp
}

export interface ScimTokensTable {
  realm_id: number
  id: Id
  name: string
  token_hash: string
  created_at: Timestamp
  last_used_at: Date | null
}

export interface ScimUsersTable {
  realm_id: number
  user_id: number
  external_id: string
}

export interface ScimGroupsTable {
  realm_id: number
  group_id: number
  external_id: string
}

export interface TotpSecretsTable {
  realm_id: number
  user_id: number
  sealed_secret: Buffer
  last_step: number
  created_at: Timestamp
}

export interface RecoveryCodesTable {
  realm_id: number
  user_id: number
  code_hash: string
  created_at: Timestamp
  used_at: Date | null
}

export interface SecondFactorDutiesTable {
  realm_id: number
  user_id: number
  began_at: Date
}

export interface PasskeysTable {
  realm_id: number
  id: Id
  user_id: number
  credential_id: string
  public_key: Buffer
  counter: number
  /** Written as JSON text. */
  transports: ColumnType<readonly string[], string, never>
  may_be_backed_up: boolean
  is_backed_up: boolean
  name: string
  created_at: Timestamp
  last_used_at: Date | null
}

export interface DirectoryPeopleTable {
  realm_id: number
  provider_slug: string
  user_id: number
  digest: Generated<string>
  picture_digest: string | null
  is_deactivated_here: Generated<boolean>
}

export interface DirectorySyncsTable {
  realm_id: number
  provider_slug: string
  finished_at: Date | null
  started_at: Date
  result: Generated<StoredSettings>
}
