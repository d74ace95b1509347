import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '../../context'
import type { Tx } from '../../data/engine/database'
import { insertAuditRows, listAuditRows } from '../../data/realms/audit-log'
import type { AuditFilter } from '../../data/realms/audit-log'
import type { AuditLogRow } from '../../data/schema'
import type { Requester } from '../rules/authentication'
import { requireOwner } from '../rules/permissions/roles'

/*
 * Log of administrative acts, for the owners of an organization. Each act is recorded in the transaction that
 * performs it, so that the log matches the committed acts exactly. Rows are kept forever.
 * Source: docs/protocol/accounts.md#audit-log.
 */

/** Stored names of recorded acts. */
export const auditedActs = [
  'user_created',
  'user_renamed',
  'user_email_changed',
  'user_settings_changed',
  'user_role_changed',
  'user_deactivated',
  'user_messages_deleted',
  'user_reactivated',
  'bot_created',
  'bot_owner_changed',
  'api_key_created',
  'api_key_regenerated',
  'api_key_revoked',
  'password_reset',
  'login_link_made',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'password_link_made',
  'sessions_ended',
  'realm_changed',
  'settings_defaults_changed',
  'profile_fields_changed',
  'realm_deactivated',
  'realm_export_deleted',
  'realm_export_requested',
  'realm_import_cancelled',
  'realm_import_requested',
  'realm_import_started',
  'realm_imported',
  'realm_reactivated',
  'stream_changed',
  'stream_archived',
  'group_created',
  'group_changed',
  'group_members_changed',
  'group_deleted',
  'linkifiers_changed',
  'emoji_added',
  'emoji_removed',
  'domain_added',
  'domain_changed',
  'domain_removed',
  'playground_added',
  'playground_removed',
  'realm_picture_changed',
  'identity_provider_added',
  'identity_provider_changed',
  'identity_provider_removed',
  'scim_token_created',
  'scim_token_revoked',
  'invitation_created',
  'invitation_revoked',
] as const

/** Kinds of objects of acts. */
export const affectedTypes = ['user', 'stream', 'user_group'] as const

type Facts = Readonly<Record<string, unknown>>

export interface Act {
  act: (typeof auditedActs)[number]
  /** The object of the act; absent: the organization itself. */
  affected?: { type: (typeof affectedTypes)[number]; id: number }
  /** The changed values, before and after. Never a secret. */
  before?: Facts
  after?: Facts
}

/** Records acts in their transaction, with the transaction's actor. */
export async function recordActs(tx: Tx, realmId: number, acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return
  const { source, userId, address, client } = tx.actor
  await insertAuditRows(
    tx,
    acts.map(({ act, affected, before = {}, after = {} }) => ({
      realm_id: realmId,
      act,
      source,
      acting_user_id: userId,
      address,
      client,
      affected_type: affected?.type ?? null,
      affected_id: affected?.id ?? null,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })),
  )
}

/** The differing values of two states of an object; undefined if there are none. */
export function differences(
  before: Facts,
  after: Facts,
): { before: Facts; after: Facts } | undefined {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  if (names.length === 0) return undefined
  const part = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name]]))
  return { before: part(before), after: part(after) }
}

export interface AuditPage {
  entries: AuditLogRow[]
  /** Whether the filter matches no older entry. */
  foundOldest: boolean
}

/**
 * Acts in the requester's organization, newest first; owners only.
 * @throws OwnerRequiredError
 */
export async function listAudit(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  { limit, ...filter }: AuditFilter & { limit: number },
): Promise<AuditPage> {
  requireOwner(requester)
  const rows = await listAuditRows(ctx.db.query, requester.realm_id, filter, limit + 1)
  return { entries: rows.slice(0, limit), foundOldest: rows.length <= limit }
}
