import type { Logger } from 'pino'
import type { Config } from '../config/config'
import { createLog } from '../lib/log'
import { measureProcess } from '../lib/measure-process'
import { isStoreAway } from '../lib/store-away'
import { getActingOwner } from '../chat/actions/realms/find-realm'
import { ApiError } from '../lib/api-error'
import { describeStart, describeStartInJson } from './banner'
import { explainFailedStart } from './failed-start'
import { LoginFile } from './owner-login'
import { keepNewFilesPrivate } from './private-files'
import { startWorker } from './worker'
import type { Worker } from './worker'

/**
 * Runs one worker until SIGTERM, SIGINT or SIGHUP, which end the process gracefully: exit code 0. A second
 * signal ends it at once. A login generated at the first start is shown in a terminal; other outputs name the
 * file that holds it.
 *
 * @param json report the start as a line of JSON, for programs
 * @returns the worker once it serves; one that cannot start ends the process
 */
export async function serve(config: Config, { json = false } = {}): Promise<Worker> {
  const log = createLog(config)
  exitOnBugs(log)
  keepNewFilesPrivate()
  // Before it serves, there is nothing to finish.
  let stop = (): void => process.exit(0)
  onStopSignal(() => stop())
  const loginFile = process.stdout.isTTY ? undefined : new LoginFile(config)

  try {
    const worker = await startWorker(config, { log }, loginFile && ((made) => loginFile.keep(made)))
    measureProcess(worker.ctx.metrics)
    stop = () => void shutDown(worker)
    const login = loginFile ? { file: loginFile.path } : 'terminal'
    const owner = await ownerOf(worker)
    // The line of JSON names the file itself, unless another worker created the organization in the end.
    const isNamed = json && worker.created !== undefined
    if (loginFile?.path !== undefined && !isNamed) logLoginFile(config, loginFile.path)
    const describe = json ? describeStartInJson : describeStart
    process.stdout.write(describe({ config, ...worker, owner, login }))
    log.info({ port: worker.port, migrations: worker.migrations }, 'started')
    return worker
  } catch (error) {
    process.stderr.write(`${explainFailedStart(error, config)}\n`)
    process.exit(1)
  }
}

/** Logged at any LOG_LEVEL: a login that is not found is lost. */
function logLoginFile(config: Config, file: string): void {
  createLog({ ...config, logLevel: 'info' }).info({ file }, 'made up a login of the owner')
}

/** Email of the default realm's owner; that of the configuration if the realm has none. */
async function ownerOf({ created, ctx }: Worker): Promise<string> {
  if (created) return created.owner.email
  try {
    return (await getActingOwner(ctx, '')).email
  } catch (error) {
    // No owner, or the database is away: the worker keeps serving, and shows the configured email.
    if (error instanceof ApiError || isStoreAway(error)) return ctx.config.owner.email
    throw error
  }
}

async function shutDown({ ctx, close }: Worker): Promise<void> {
  const { log, config } = ctx
  log.info('stopping')
  setTimeout(() => {
    log.error('could not stop in time')
    process.exit(1)
  }, config.shutdownTimeoutMs)
  try {
    await close()
    log.info('stopped')
    process.exit(0)
  } catch (error) {
    log.error({ err: error }, 'could not stop in order')
    process.exit(1)
  }
}

function onStopSignal(stop: () => void): void {
  let signals = 0
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(name, () => {
      signals += 1
      if (signals === 1) stop()
      else process.exit(1)
    })
  }
}

/** Ends the process on a bug: its state is unknown, and another one takes over at once. */
function exitOnBugs(log: Logger): void {
  for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(name, (error: unknown) => {
      log.fatal({ err: error }, name)
      process.exit(1)
    })
  }
}
