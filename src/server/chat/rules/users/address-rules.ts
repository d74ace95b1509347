import { readFile } from 'node:fs/promises'
import type { Queryable } from '../../../data/engine/database'
import { listRealmDomains } from '../../../data/realms/domains'
import { BadRequestError } from '../errors'
import type { RealmSettings } from '../realms/settings'

type AddressSettings = Pick<
  RealmSettings,
  'emails_restricted_to_domains' | 'disallow_disposable_email_addresses'
>

/**
 * Refuses an address that the organization does not allow for new accounts.
 * @throws BadRequestError
 * Source: docs/protocol/sign-up.md#address-rules.
 */
export async function refuseAddress(
  db: Queryable,
  realmId: number,
  settings: AddressSettings,
  email: string,
): Promise<void> {
  const fault = (await addressRules(db, realmId, settings))(email)
  if (fault !== undefined) throw new BadRequestError(fault)
}

/**
 * An organization's rules for addresses of new accounts, as a function that answers the error, if any.
 * Source: docs/protocol/sign-up.md#address-errors.
 */
export async function addressRules(
  db: Queryable,
  realmId: number,
  settings: AddressSettings,
): Promise<(email: string) => string | undefined> {
  const { emails_restricted_to_domains: isRestricted } = settings
  const domains = isRestricted ? await listRealmDomains(db, realmId) : []
  const thrownAway = settings.disallow_disposable_email_addresses
    ? await disposableDomains()
    : undefined

  return (email) => {
    const [local = '', domain = ''] = email.toLowerCase().split('@')
    if (isRestricted) {
      if (local.includes('+')) return 'Email addresses containing + are not allowed.'
      const isAllowed = domains.some(
        (each) =>
          domain === each.domain || (each.allow_subdomains && domain.endsWith(`.${each.domain}`)),
      )
      if (!isAllowed) return 'Outside your domain.'
    }
    if (thrownAway?.domains.has(domain)) return 'Please use your real email address.'
    const isBelowOne = thrownAway?.roots.some((root) => domain.endsWith(`.${root}`))
    return isBelowOne ? 'Please use your real email address.' : undefined
  }
}

/** Domains of disposable addresses; `roots` match with all their subdomains. */
interface DisposableDomains {
  domains: ReadonlySet<string>
  roots: readonly string[]
}

let loading: Promise<DisposableDomains> | undefined

function disposableDomains(): Promise<DisposableDomains> {
  loading ??= loadDisposable()
  return loading
}

/** Loaded on first use: the lists are some megabytes, and most servers never need them. */
async function loadDisposable(): Promise<DisposableDomains> {
  const list = async (file: string) =>
    JSON.parse(await readFile(require.resolve(file), 'utf8')) as string[]
  const [domains, roots] = await Promise.all([
    list('disposable-email-domains/index.json'),
    list('disposable-email-domains/wildcard.json'),
  ])
  return { domains: new Set(domains), roots }
}
