import type { Dated } from '../../../lib/clock'
import * as rules from '../../../../shared/rules/realm-rights'
import { botTypes } from '../../../../shared/rules/roles'
import type { Requester } from '../../rules/authentication'
import { asRealmUser } from '../../rules/permissions/roles'

/**
 * Whether the requester may create bots of a type. Bots of incoming webhooks are write-only.
 * Source: docs/protocol/permissions.md#realm-permissions.
 */
export function mayCreateBots(at: Dated, requester: Requester, botType: number): boolean {
  return rules.mayCreateBots(asRealmUser(at, requester), botType === botTypes.incomingWebhook)
}
