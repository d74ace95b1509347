import type { AppContext, DirectorySyncs } from '../../context'
import { BadRequestError } from '../../chat/rules/errors'
import { listDueDirectories, saveSync, syncDutyOf } from '../../data/identities/directories'
import type { DirectoryKey } from '../../data/identities/directories'
import { releaseLease, renewLease, takeLease } from '../../data/jobs/leases'
import { getRealm } from '../../data/realms/realms'
import { repeat } from '../../lib/pauses'
import type { Repetition } from '../../lib/pauses'
import { LoginFailedError } from '../errors'
import { findAnyProvider } from '../providers/find-providers'
import type { ProviderSource } from '../providers/find-providers'
import { SyncStoppedError } from './stopped'
import { syncDirectory } from './sync'
import type { SyncResult } from './sync'

/** A worker that does not renew its lease in time counts as dead; a page of people takes less. */
const leaseSeconds = 60
/** Interval at which a worker looks for directories that are due. */
const lookPauseMs = 60_000
/** Time between two syncs of a directory. */
const roundPauseMs = 3_600_000

type Context = Parameters<typeof syncDirectory>[0] &
  ProviderSource &
  Pick<AppContext, 'clock' | 'sealer'>

/** Looks for directories that are due, and syncs those that owners ask for. */
export function createDirectorySyncs(ctx: Context): DirectorySyncs {
  const stopped = new AbortController()
  const running = new Set<Promise<unknown>>()
  const repetitions: Repetition[] = []
  const goesOn = async () => !stopped.signal.aborted
  return {
    start() {
      const looking = repeat(
        async () => {
          const doneBefore = new Date(ctx.clock.now().getTime() - roundPauseMs)
          for (const key of await listDueDirectories(ctx.db.query, doneBefore)) {
            if (await goesOn()) await runLeased(ctx, key, { doneBefore, goesOn })
          }
        },
        lookPauseMs,
        (error) => ctx.log.warn({ err: error }, 'could not sync the directories'),
      )
      repetitions.push(looking)
    },
    async begin(key) {
      const work = await takeSync(ctx, key, { doneBefore: ctx.clock.now(), goesOn })
      if (!work) throw new BadRequestError('This directory is being synced already.')
      const run = work()
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'could not sync a directory'))
        .finally(() => running.delete(run))
      running.add(run)
    },
    async stop() {
      stopped.abort()
      await Promise.all([...repetitions.map((each) => each.stop()), ...running])
    },
  }
}

interface Turn {
  doneBefore: Date
  goesOn(): Promise<boolean>
}

/** Syncs a directory now. @throws BadRequestError if a sync goes on */
export async function syncNow(ctx: Context, key: DirectoryKey): Promise<SyncOutcome> {
  const turn = { doneBefore: ctx.clock.now(), goesOn: async () => true }
  const outcome = await runLeased(ctx, key, turn)
  if (!outcome) throw new BadRequestError('This directory is being synced already.')
  return outcome
}

/** The result of a sync; `fault`: the sentence that tells why there is none. */
export type SyncOutcome = SyncResult | { fault: string }

async function runLeased(
  ctx: Context,
  key: DirectoryKey,
  turn: Turn,
): Promise<SyncOutcome | undefined> {
  const work = await takeSync(ctx, key, turn)
  return work?.()
}

/** Takes the lease of a sync. @returns the work to do; undefined if another worker has it */
async function takeSync(
  ctx: Context,
  key: DirectoryKey,
  { doneBefore, goesOn }: Turn,
): Promise<(() => Promise<SyncOutcome>) | undefined> {
  const { db, config } = ctx
  const duty = syncDutyOf(key)
  const lease = { duty, holder: config.workerId, seconds: leaseSeconds }
  const startedAt = ctx.clock.now()
  if (!(await takeLease(db.query, lease, doneBefore))) return undefined
  const begun = { startedAt, isFinished: false, result: {} }
  await db.transaction((tx) => saveSync(tx, key, begun))
  return async () => {
    let isDone = false
    try {
      const outcome = await sync(ctx, key, async () => {
        return (await goesOn()) && renewLease(db.query, lease)
      })
      // The next sync may begin as soon as this one is shown as ended.
      await db.transaction(async (tx) => {
        await saveSync(tx, key, { startedAt, isFinished: true, result: { ...outcome } })
        await releaseLease(tx, lease, startedAt)
      })
      isDone = true
      return outcome
    } finally {
      if (!isDone) await releaseLease(db.query, lease, undefined)
    }
  }
}

async function sync(
  ctx: Context,
  { realm_id: realmId, slug }: DirectoryKey,
  goesOn: () => Promise<boolean>,
): Promise<SyncOutcome> {
  const provider = await findAnyProvider(ctx, realmId, slug)
  if (provider?.kind !== 'ldap' || !provider.isEnabled)
    return { fault: 'The directory is switched off.' }
  const realm = await getRealm(ctx.db.query, realmId)
  try {
    return await syncDirectory(ctx, { realm, provider, goesOn })
  } catch (error) {
    if (error instanceof SyncStoppedError) throw error
    if (error instanceof LoginFailedError) return { fault: error.reason }
    throw error
  }
}
