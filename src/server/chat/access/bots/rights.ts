import { botTypes } from '../../../../shared/rules/roles'
import type { Requester } from '../../rules/authentication'
import { mayInRealm } from '../../rules/permissions/realm'

/**
 * Whether the requester may create bots of a type. Bots of incoming webhooks are write-only.
 * Source: docs/protocol/permissions.md#realm-permissions.
 */
export function mayCreateBots(requester: Requester, botType: number, now: Date): boolean {
  if (mayInRealm(requester, 'can_create_bots_group', now)) return true
  const isWriteOnly = botType === botTypes.incomingWebhook
  return isWriteOnly && mayInRealm(requester, 'can_create_write_only_bots_group', now)
}
