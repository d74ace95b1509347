import type { AppContext, BackgroundJob } from '../../context'
import {
  giveImportBack,
  leaveImport,
  lockImport,
  renewImport,
  takeImport,
  updateImport,
} from '../../data/import/jobs'
import { isLostTooOften } from '../../data/jobs/job-losses'
import type { Tx } from '../../data/engine/database'
import type { ImportJobRow, ImportReport } from '../../data/schema'
import { repeat } from '../../lib/pauses'
import type { Repetition } from '../../lib/pauses'
import { ApiError } from '../../lib/api-error'
import { recordsIn } from '../../wire/realm-imports'
import { reportSetAside } from '../../chat/notify/set-aside'
import { sendPrivatelyAs } from '../../chat/posting/sending/system-messages'
import { NoSuchArchiveError } from './archive'
import { ImportLostError } from './importer'
import { ImportProcessEndedError } from './own-process'
import { ProgressMeter } from './progress'
import { reasons } from './reasons'
import { endImportJob, startPatienceMs, publishImport } from './requests'

/** Lease of an import: a worker that does not renew it in time counts as dead. */
const leaseSeconds = 15
/** Pause between renewals; each also publishes the progress to owners. */
const renewPauseMs = 2_000
/** Pause until a worker looks again for an archive that no worker has. */
const awayPauseSeconds = 5

export type RunnerContext = Pick<
  AppContext,
  'config' | 'db' | 'log' | 'dueWork' | 'importer' | 'caches' | 'metrics' | 'renderer'
>

/** Background job that runs the imports of owners, one at a time in each worker. */
export function createImportRunner(ctx: RunnerContext): BackgroundJob {
  const stopped = new AbortController()
  let looking: Repetition | undefined
  return {
    start() {
      looking = ctx.dueWork.watch(
        ({ imports }) => (imports ? runImports(ctx, stopped.signal) : undefined),
        (error) => ctx.log.warn({ err: error }, 'could not look for imports'),
      )
    },
    async stop() {
      stopped.abort()
      await looking?.stop()
    },
  }
}

/** Runs all due imports. When `stop` aborts, other workers go on with the rest. */
export async function runImports(ctx: RunnerContext, stop?: AbortSignal): Promise<void> {
  while (!stop?.aborted) {
    const taken = await takeImport(ctx.db.query, leaseSeconds)
    if (!taken) return
    if (taken.is_cancelled) await end(ctx, taken, { state: 'cancelled' })
    else if (taken.state === 'uploading' || taken.state === 'checked') {
      await end(ctx, taken, { state: 'cancelled', error: reasons.left })
    } else if (isLostTooOften(taken.tries)) {
      await breakOff(ctx, taken, reasons.lost)
      reportSetAside(ctx, 'import', { import: taken.id, realm: taken.realm_id })
    } else await run(ctx, taken, stop)
  }
}

async function run(ctx: RunnerContext, row: ImportJobRow, stop?: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const meter = new ProgressMeter()
  const renewal = repeat(
    async () => {
      if (!(await renew(ctx, row, meter))) lost.abort(new ImportLostError())
    },
    renewPauseMs,
    (error) => ctx.log.warn({ err: error, import: row.id }, 'could not keep an import'),
  )
  const signal = AbortSignal.any([lost.signal, ...(stop ? [stop] : [])])
  try {
    const outcome = await ctx.importer.run(row, { onProgress: meter.follow, signal })
    await renewal.stop()
    await conclude(ctx, row, outcome)
  } catch (error) {
    await renewal.stop()
    if (stop?.aborted || error instanceof ImportLostError || lost.signal.aborted) {
      await giveImportBack(ctx.db.query, row, 0)
    } else if (error instanceof NoSuchArchiveError) {
      await waitForFile(ctx, row)
    } else if (error instanceof ImportProcessEndedError) {
      await afterLoss(ctx, row, error)
    } else if (error instanceof ApiError) {
      await breakOff(ctx, row, error.message)
    } else {
      ctx.log.error({ err: error, import: row.id }, 'an import failed')
      await breakOff(ctx, row, reasons.fault)
    }
  } finally {
    await renewal.stop()
  }
}

/** Leaves an import whose process ended to the next attempt, unless that would end in the same way. */
async function afterLoss(
  ctx: RunnerContext,
  row: ImportJobRow,
  error: ImportProcessEndedError,
): Promise<void> {
  ctx.log.error({ err: error, import: row.id }, 'the process of an import ended')
  const reason = error.reason ?? (isLostTooOften(row.tries + 1) ? reasons.lost : undefined)
  if (reason === undefined) return leaveImport(ctx.db.query, row)
  await breakOff(ctx, row, reason)
  reportSetAside(ctx, 'import', { import: row.id, realm: row.realm_id, reason })
}

/** Renews the lease, and publishes the progress to owners. @returns false if the import is lost */
async function renew(ctx: RunnerContext, row: ImportJobRow, meter: ProgressMeter) {
  return ctx.db.transaction(async (tx) => {
    const renewed = await renewImport(tx, row, meter.read(), leaseSeconds)
    if (renewed) await publishImport(ctx, tx, renewed)
    return renewed !== undefined
  })
}

/** Records that earlier attempts of the same import have written count as new. */
function withEarlierAttempts(report: ImportReport, checked: ImportReport | null): ImportReport {
  const kinds = Object.entries(report.kinds).map(([kind, { read, written, known }]) => {
    const before = Math.min(known, checked?.kinds[kind]?.known ?? 0)
    return [kind, { read, written: written + known - before, known: before }] as const
  })
  return { ...report, kinds: Object.fromEntries(kinds) }
}

async function conclude(
  ctx: RunnerContext,
  row: ImportJobRow,
  { report, format }: { report: ImportReport; format: string },
) {
  const records = {
    ...{ records_read: recordsIn(report), records_per_second: null },
    ...{ format, is_waiting_for_file: false },
  }
  await change(ctx, row, async (tx) => {
    if (row.state === 'checking') {
      const checked = await updateImport(tx, row, {
        ...{ ...records, state: 'checked', checked_report: JSON.stringify(report) },
        due_at: new Date(tx.now.getTime() + startPatienceMs),
      })
      await publishImport(ctx, tx, checked)
      return
    }
    const whole = JSON.stringify(withEarlierAttempts(report, row.checked_report))
    await endImportJob(ctx, tx, row, { ...records, state: 'done', report: whole })
    await notify(ctx, tx, row, 'import.done')
    ctx.metrics.imports.inc({ outcome: 'done' })
  })
}

/** Ends a failed dry run; an import can be started again. */
async function breakOff(ctx: RunnerContext, row: ImportJobRow, error: string): Promise<void> {
  await change(ctx, row, async (tx) => {
    ctx.metrics.imports.inc({ outcome: 'failed' })
    if (row.state === 'checking') {
      await endImportJob(ctx, tx, row, { state: 'failed', error })
      return
    }
    const due = new Date(tx.now.getTime() + startPatienceMs)
    const stopped = { state: 'checked', due_at: due, error, records_per_second: null } as const
    await publishImport(ctx, tx, await updateImport(tx, row, stopped))
    await notify(ctx, tx, row, 'import.failed')
  })
}

async function waitForFile(ctx: RunnerContext, row: ImportJobRow): Promise<void> {
  await change(ctx, row, async (tx) => {
    await publishImport(ctx, tx, await updateImport(tx, row, { is_waiting_for_file: true }))
  })
  await giveImportBack(ctx.db.query, row, awayPauseSeconds)
}

function end(
  ctx: RunnerContext,
  row: ImportJobRow,
  outcome: { state: 'cancelled'; error?: string },
): Promise<void> {
  return change(ctx, row, (tx) => endImportJob(ctx, tx, row, outcome))
}

/** Changes an import unless another worker has taken it meanwhile. */
async function change(
  ctx: RunnerContext,
  row: ImportJobRow,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const locked = await lockImport(tx, row.realm_id, row.id)
    if (locked && !locked.ended_at && locked.attempts === row.attempts) await work(tx)
  })
}

async function notify(
  ctx: RunnerContext,
  tx: Tx,
  { realm_id: realmId, acting_user_id: userId }: ImportJobRow,
  text: 'import.done' | 'import.failed',
): Promise<void> {
  await sendPrivatelyAs(ctx, tx, 'notification', {
    realmId,
    recipientIds: [userId],
    content: (say) => say(text),
  })
}
