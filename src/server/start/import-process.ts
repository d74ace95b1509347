import { ApiError } from '../lib/api-error'
import { NoSuchArchiveError } from '../moving/import-jobs/archive'
import { belongToWorker } from '../moving/import-jobs/child-of-worker'
import { ImportLostError } from '../moving/import-jobs/importer'
import { createImporterHere } from '../moving/import-jobs/importer-here'
import type { FromImportProcess, ToImportProcess } from '../moving/import-jobs/process-messages'
import { readConfig } from '../config/config'
import type { ImportJobRow } from '../data/schema'
import { repeat } from '../lib/pauses'
import { createContext } from './create-context'
import { keepNewFilesPrivate } from './private-files'

/*
 * Entry module of the process of one import, which a worker starts and follows. It has the settings of the worker, and ends
 * with it.
 */

/** Pause between reports of the progress. */
const reportPauseMs = 500

/** Max connections to PostgreSQL: an import runs one transaction at a time, and reads beside it. */
const mostConnections = 3

const stopped = new AbortController()

function tell(message: FromImportProcess): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()))
}

async function run(row: ImportJobRow): Promise<FromImportProcess> {
  const settings = readConfig()
  const ctx = createContext({
    ...settings,
    workerId: `${settings.workerId}-import-${process.pid}`,
    databasePoolSize: Math.min(settings.databasePoolSize, mostConnections),
  })
  // The queues of this process have no clients: a worker takes the events from the outbox.
  if (!ctx.config.redisUrl) ctx.db.onCommit(async () => undefined)
  let status: Extract<FromImportProcess, { status: unknown }>['status'] | undefined
  const reporting = repeat(
    async () => (status ? tell({ status }) : undefined),
    reportPauseMs,
    () => undefined,
  )
  try {
    const outcome = await createImporterHere(ctx).run(row, {
      onProgress: (latest) => (status = latest),
      signal: stopped.signal,
    })
    return { outcome }
  } catch (error) {
    return failureOf(error)
  } finally {
    await reporting.stop()
    await ctx.close()
  }
}

function failureOf(error: unknown): FromImportProcess {
  if (error instanceof ImportLostError || stopped.signal.aborted) return 'lost'
  if (error instanceof NoSuchArchiveError) return 'no archive'
  if (error instanceof ApiError) return { refusal: error.message }
  return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

belongToWorker()
keepNewFilesPrivate()
process.on('message', (message: ToImportProcess) => {
  if (message === 'stop') return stopped.abort()
  void run(message.row)
    .then(tell)
    .finally(() => process.exit(0))
})
