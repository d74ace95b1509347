import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { AppContext, BackgroundJob } from '../../context'
import { recordActs } from '../../chat/notify/audit-log'
import { listDueMetadata, listProviders, rememberMetadata } from '../../data/identities/providers'
import type { IdentityProviderRow } from '../../data/schema'
import { releaseLease, renewLease, takeLease } from '../../data/jobs/leases'
import { lockAccounts } from '../../data/users/update-users'
import { repeat } from '../../lib/pauses'
import type { Repetition } from '../../lib/pauses'
import type { ProviderOptions } from '../../../shared/rules/identity-providers'
import { LoginFailedError } from '../errors'
import { reasonOfFailure } from '../protocols/failures'
import { fetchMetadata } from '../protocols/saml/metadata'
import type { MetadataOptions } from '../protocols/saml/metadata'

const duty = 'metadata'
/** A worker that does not renew the lease in time counts as dead: longer than one call to a provider. */
const leaseSeconds = 60
const lookPauseMs = 60_000
const roundPauseMs = 3_600_000
/** Age at which metadata are fetched anew. */
const maxAgeMs = 86_400_000
/** Providers of one round. */
const most = 500

type Context = Pick<AppContext, 'addresses' | 'clock' | 'config' | 'db'> & { log: Logger }

/**
 * Background job that fetches the metadata of SAML providers daily, in one worker at a time: certificates that a provider
 * renews are taken over. Source: docs/protocol/single-sign-on.md#saml-metadata.
 */
export function createMetadataRefresher(ctx: Context): BackgroundJob {
  const stopped = new AbortController()
  let looking: Repetition | undefined
  return {
    start() {
      looking = repeat(
        () => runIfDue(ctx, stopped.signal),
        lookPauseMs,
        (error) => ctx.log.warn({ err: error }, 'could not refresh the metadata of providers'),
      )
    },
    async stop() {
      stopped.abort()
      await looking?.stop()
    },
  }
}

async function runIfDue(ctx: Context, stop: AbortSignal): Promise<void> {
  const { db, clock, config } = ctx
  const lease = { duty, holder: config.workerId, seconds: leaseSeconds }
  const begun = clock.now()
  if (!(await takeLease(db.query, lease, new Date(begun.getTime() - roundPauseMs)))) return
  const goesOn = async () => !stop.aborted && (await renewLease(db.query, lease))
  let isWhole = false
  try {
    isWhole = await refreshMetadata(ctx, goesOn)
  } finally {
    await releaseLease(db.query, lease, isWhole ? begun : undefined)
  }
}

/**
 * Fetches the metadata that are a day old.
 * @param goesOn asked before each provider
 * @returns whether all were fetched
 */
export async function refreshMetadata(
  ctx: Omit<Context, 'config'>,
  goesOn: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const due = new Date(ctx.clock.now().getTime() - maxAgeMs)
  for (const row of await listDueMetadata(ctx.db.query, due, most)) {
    if (!(await goesOn())) return false
    await refresh(ctx, row)
  }
  return true
}

type Fetched = { told: MetadataOptions } | { fault: string }

async function refresh(ctx: Omit<Context, 'config'>, row: IdentityProviderRow): Promise<void> {
  const { metadata_url: address = '' } = row.options as ProviderOptions
  const fetched = await fetch(ctx, row, address)
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, row.realm_id)
    const rows = await listProviders(tx, row.realm_id)
    const now = rows.find(({ slug }) => slug === row.slug)
    const options = now?.options as ProviderOptions | undefined
    // An owner has changed it meanwhile.
    if (options?.metadata_url !== address) return
    const fault = 'fault' in fetched ? fetched.fault : null
    const after = 'told' in fetched ? { ...options, ...fetched.told } : options
    await rememberMetadata(tx, row, { options: { ...after }, fault })
    if (isDeepStrictEqual(options, after)) return
    await recordActs(tx, row.realm_id, [
      {
        act: 'identity_provider_changed',
        before: { options },
        after: { slug: row.slug, options: after },
      },
    ])
  })
}

async function fetch(
  ctx: Pick<Context, 'addresses'>,
  { display_name: name, options }: IdentityProviderRow,
  address: string,
): Promise<Fetched> {
  try {
    const told = await fetchMetadata(ctx, address)
    const { entity_id: known } = options as ProviderOptions
    if (told.entity_id === known) return { told }
    return { fault: `The metadata are of another provider: ${told.entity_id}.` }
  } catch (error) {
    const failure = error instanceof LoginFailedError ? error : reasonOfFailure(name, error)
    return { fault: failure.reason }
  }
}
