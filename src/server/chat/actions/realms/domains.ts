import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import {
  countRealmDomains,
  deleteRealmDomain,
  insertRealmDomain,
  updateRealmDomain,
} from '../../../data/realms/domains'
import type { RealmDomain } from '../../../data/realms/domains'
import { getRealm, updateRealm } from '../../../data/realms/realms'
import { lockAccounts } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import type { PlainEvent } from '../../../../shared/events'
import { realmDomainAdded, realmDomainChanged, realmDomainRemoved } from '../../../wire/realm-lists'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { requireOwner } from '../../rules/permissions/roles'
import { forEverybody } from '../../notify/publications'
import { settingChanged } from '../../notify/realms/realm-setting-events'
import { realmSettings } from '../../rules/realms/settings'
import { storedAfter } from '../../rules/settings/declare'

/*
 * Domains to which an organization may restrict the addresses of new accounts; owners only.
 * Source: docs/protocol/realm-settings.md#domains.
 */

type Context = Pick<AppContext, 'db'>

/** @throws OwnerRequiredError; BadRequestError for an invalid domain, or one already in the list */
export async function addDomain(
  ctx: Context,
  requester: Requester,
  wanted: RealmDomain,
): Promise<void> {
  const added = { ...wanted, domain: checkDomain(wanted.domain) }
  await changeDomains(ctx, requester, async (tx, realmId) => {
    const count = await countRealmDomains(tx, realmId)
    if (count >= sizeLimits.realmDomains) {
      throw new BadRequestError(`Too many domains (limit: ${sizeLimits.realmDomains})`)
    }
    if (!(await insertRealmDomain(tx, realmId, added))) {
      throw new BadRequestError(
        `The domain ${added.domain} is already a part of your organization.`,
      )
    }
    await recordActs(tx, realmId, [{ act: 'domain_added', after: { ...added } }])
    return [realmDomainAdded(added)]
  })
}

/** @throws OwnerRequiredError; BadRequestError for a domain that is not in the list */
export async function changeDomain(
  ctx: Context,
  requester: Requester,
  wanted: RealmDomain,
): Promise<void> {
  const changed = { ...wanted, domain: wanted.domain.toLowerCase() }
  await changeDomains(ctx, requester, async (tx, realmId) => {
    if (!(await updateRealmDomain(tx, realmId, changed))) throw noSuchDomain(wanted.domain)
    await recordActs(tx, realmId, [{ act: 'domain_changed', after: { ...changed } }])
    return [realmDomainChanged(changed)]
  })
}

/**
 * Removes a domain. Removing the last one also lifts the restriction of addresses, because with no
 * domain allowed nobody could join.
 * @throws OwnerRequiredError; BadRequestError for a domain that is not in the list
 * Source: docs/protocol/realm-settings.md#last-domain.
 */
export async function removeDomain(
  ctx: Context,
  requester: Requester,
  wanted: string,
): Promise<void> {
  const domain = wanted.toLowerCase()
  await changeDomains(ctx, requester, async (tx, realmId) => {
    if (!(await deleteRealmDomain(tx, realmId, domain))) throw noSuchDomain(wanted)
    await recordActs(tx, realmId, [{ act: 'domain_removed', before: { domain } }])
    const events = [realmDomainRemoved(domain)]
    return (await isUnrestricted(tx, realmId)) ? events : [...events, ...(await lift(tx, realmId))]
  })
}

/** Whether the restriction of addresses is off, or still has at least one domain. */
async function isUnrestricted(tx: Tx, realmId: number): Promise<boolean> {
  const { settings } = await getRealm(tx, realmId)
  if (settings['emails_restricted_to_domains'] !== true) return true
  return (await countRealmDomains(tx, realmId)) > 0
}

async function lift(tx: Tx, realmId: number): Promise<PlainEvent[]> {
  const realm = await getRealm(tx, realmId)
  const open = { emails_restricted_to_domains: false }
  const settings = storedAfter(realmSettings, realm.settings, open)
  await updateRealm(tx, realmId, { settings })
  const restricted = { emails_restricted_to_domains: true }
  await recordActs(tx, realmId, [{ act: 'realm_changed', before: restricted, after: open }])
  return settingChanged({ property: 'emails_restricted_to_domains', value: false })
}

async function changeDomains(
  ctx: Context,
  requester: Requester,
  change: (tx: Tx, realmId: number) => Promise<PlainEvent[]>,
): Promise<void> {
  requireOwner(requester)
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const events = await change(tx, realmId)
    await publish(tx, realmId, events.map(forEverybody))
  })
}

/** A domain as it is stored: trimmed, lower case. @throws BadRequestError */
export function checkDomain(text: string): string {
  const domain = text.trim().toLowerCase()
  const fault = faultOf(domain)
  if (fault !== undefined) throw new BadRequestError(`Invalid domain: ${fault}`)
  return domain
}

function faultOf(domain: string): string | undefined {
  if (domain === '') return "Domain can't be empty."
  if (!domain.includes('.')) return 'Domain must have at least one dot (.)'
  if (domain.length > 253) return 'Domain is too long'
  if (/^\.|\.$/.test(domain)) return 'Domain cannot start or end with a dot (.)'
  const labels = domain.split('.')
  if (labels.includes('')) return "Consecutive '.' are not allowed."
  if (labels.some((label) => /^-|-$/.test(label))) {
    return "Subdomains cannot start or end with a '-'."
  }
  return /^[a-z0-9.-]+$/.test(domain)
    ? undefined
    : "Domain can only have letters, numbers, '.' and '-'s."
}

function noSuchDomain(domain: string): BadRequestError {
  return new BadRequestError(`No entry found for domain ${domain}.`)
}
