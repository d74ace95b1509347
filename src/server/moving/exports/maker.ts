import { rm } from 'node:fs/promises'
import type { AppContext, BackgroundJob } from '../../context'
import { endExport, giveExportBack, renewalOfExport, takeExport } from '../../data/exports/jobs'
import { isLostTooOften, isSuspect } from '../../data/jobs/job-losses'
import { scheduleFileDeletion } from '../../data/retention/purge'
import type { RealmExportRow } from '../../data/schema'
import type { Repetition } from '../../lib/pauses'
import { reportSetAside } from '../../chat/notify/set-aside'
import { sendPrivatelyAs } from '../../chat/posting/sending/system-messages'
import { keyOfExport, publishExports } from './jobs'
import { writeExport } from './write-export'

/** Lease of an export: a worker that does not renew it in time counts as dead. */
const leaseSeconds = 15
const renewPauseMs = 4_000

export type MakerContext = Pick<
  AppContext,
  | 'config'
  | 'db'
  | 'files'
  | 'log'
  | 'dueWork'
  | 'caches'
  | 'metrics'
  | 'presence'
  | 'renderer'
  | 'suspects'
>

/** Background job that makes requested exports, one at a time in each worker. */
export function createExportMaker(ctx: MakerContext): BackgroundJob {
  const stopped = new AbortController()
  let looking: Repetition | undefined
  return {
    start() {
      looking = ctx.dueWork.watch(
        ({ exports }) => (exports ? makeExports(ctx, stopped.signal) : undefined),
        (error) => ctx.log.warn({ err: error }, 'could not look for exports'),
      )
    },
    async stop() {
      stopped.abort()
      await looking?.stop()
    },
  }
}

/** Makes all due exports. When `stop` aborts, other workers take over the rest. */
export async function makeExports(ctx: MakerContext, stop?: AbortSignal): Promise<void> {
  while (!stop?.aborted) {
    const { taken, leave } = await ctx.suspects.take(
      (suspects) => takeExport(ctx.db.query, leaseSeconds, suspects),
      // An attempt that ends in order is the last one, or given back.
      (found) => found !== undefined && isSuspect({ losses: found.attempts }),
    )
    if (!taken) return
    try {
      if (isLostTooOften(taken.attempts)) {
        await conclude(ctx, taken, undefined)
        reportSetAside(ctx, 'export', { export: taken.id, realm: taken.realm_id })
      } else await make(ctx, taken, stop)
    } finally {
      leave()
    }
  }
}

async function make(ctx: MakerContext, row: RealmExportRow, stop?: AbortSignal): Promise<void> {
  const lost = new AbortController()
  // The event loop writes the export, and some of its steps are long.
  const lease = ctx.db.keepLease(renewalOfExport(row, leaseSeconds), renewPauseMs, {
    onLost: () => lost.abort(),
    onError: (error) => ctx.log.warn({ err: error, export: row.id }, 'could not keep an export'),
  })
  const signal = AbortSignal.any([lost.signal, ...(stop ? [stop] : [])])
  const file = await ctx.files.incoming.newPath()
  try {
    const bytes = await writeExport(ctx, row.realm_id, {
      format: row.format,
      part: row.export_type === 1 ? 'public' : 'consented',
      output: file,
      ...{ signal, isCompressed: true, isPacked: true },
    })
    await ctx.files.store.put(keyOfExport(row), { path: file, bytes }, 'application/gzip')
    await conclude(ctx, row, bytes)
  } catch (error) {
    if (stop?.aborted) return await giveExportBack(ctx.db.query, row)
    if (lost.signal.aborted) return
    ctx.log.error({ err: error, export: row.id }, 'an export failed')
    await conclude(ctx, row, undefined)
  } finally {
    lease.release()
    await rm(file, { force: true })
  }
}

/** @param bytes size of the archive; undefined if the export failed */
async function conclude(
  ctx: MakerContext,
  row: RealmExportRow,
  bytes: number | undefined,
): Promise<void> {
  const { realm_id: realmId } = row
  const isOurs = await ctx.db.transaction(async (tx) => {
    const outcome = bytes === undefined ? { failed_at: tx.now } : { finished_at: tx.now, bytes }
    if (!(await endExport(tx, row, outcome))) return false
    await publishExports(tx, realmId)
    // An earlier attempt may have left a file.
    if (bytes === undefined) await scheduleFileDeletion(tx, realmId, [keyOfExport(row)])
    await sendPrivatelyAs(ctx, tx, 'notification', {
      realmId,
      recipientIds: [row.acting_user_id],
      content: (say) => say(bytes === undefined ? 'export.failed' : 'export.ready'),
    })
    return true
  })
  if (isOurs) ctx.metrics.exports.inc({ outcome: bytes === undefined ? 'failed' : 'done' })
}
