/**
 * The topology of docker-compose.yml without Docker: nginx in front of several workers that share one
 * PostgreSQL and one Redis. Stops everything that it started.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stopChild } from './lib/child'
import type { Child } from './lib/child'
import { readClusterOptions } from './lib/cluster-options'
import type { ClusterOptions } from './lib/cluster-options'
import { reportToPerson, reportToProgram } from './lib/cluster-report'
import type { ClusterReport } from './lib/cluster-report'
import { findFreePorts, isPortFree } from './lib/free-port'
import { findNginx, startNginx } from './lib/nginx'
import { startSupervisedWorker } from './lib/supervised-worker'
import type { SupervisedWorker, WorkerSpec } from './lib/supervised-worker'
import { waitUntilReady } from './lib/wait-until-ready'

const nginxPatienceMs = 12_000

async function main(): Promise<void> {
  const options = readClusterOptions(process.argv, process.env)
  const report = options.json ? reportToProgram() : reportToPerson()
  const nginxBinary = await findNginx()
  await refuseToStartInVain(options)

  const workers: SupervisedWorker[] = []
  let nginx: Child | undefined
  const stop = stopOnSignals(() => [...workers, ...(nginx ? [nginx] : [])])
  const folder = await makeFolder()
  try {
    await startWorkers(options, workers, report, stop)
    nginx = await startNginx(nginxBinary, {
      folder,
      host: options.host,
      port: options.port,
      workerPorts: workers.map(portOf),
      onLine: (line) => report.log(line),
    })
    const nginxEnded = nginx.exited.then((reason) => {
      throw new Error(`nginx ended: ${reason}.`)
    })
    const url = addressOf(options)
    await Promise.race([waitUntilReady(url, stop), nginxEnded])
    const running = workers.map((worker) => worker.running())
    report.ready({ url, pid: nginx.pid, folder, workers: running })
    await Promise.race([aborted(stop), nginxEnded, ...workers.map((each) => each.supervision)])
  } catch (error) {
    if (!stop.aborted) throw error
  } finally {
    await stopEverything(workers, nginx)
    await rm(folder, { recursive: true, force: true })
  }
}

async function refuseToStartInVain(options: ClusterOptions): Promise<void> {
  if (!existsSync(options.main)) {
    throw new Error(`There is no ${options.main}: build the server first, with npm run build.`)
  }
  if (!(await isPortFree(options.host, options.port))) {
    throw new Error(`Port ${options.port} of ${options.host} is in use; give another --port.`)
  }
}

/** nginx may run its processes as another account, which needs access to its folder. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-cluster-'))
  await chmod(folder, 0o711)
  return folder
}

/** Starts the first worker alone: it migrates the database and prints the owner's login. */
async function startWorkers(
  options: ClusterOptions,
  workers: SupervisedWorker[],
  report: ClusterReport,
  stop: AbortSignal,
): Promise<void> {
  const ports = await findFreePorts('127.0.0.1', options.port + 1, options.workers)
  const specs = ports.map((port, index) => ({
    name: `worker ${index + 1}`,
    port,
    main: options.main,
    env: workerEnvironment(options),
    onBanner: (line: string) => {
      if (index === 0) report.say(asOfCluster(line, port, options))
    },
  }))
  const start = async (spec: WorkerSpec): Promise<void> => {
    workers.push(await startSupervisedWorker(spec, report, stop))
  }
  const [first, ...others] = specs
  if (first) await start(first)
  // Wait for all, so that no worker is left behind when another fails.
  const started = await Promise.allSettled(others.map(start))
  const failure = started.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
  workers.sort((a, b) => ports.indexOf(portOf(a)) - ports.indexOf(portOf(b)))
}

/** A worker names its own port and settings; people should see nginx's port and the cluster's settings. */
function asOfCluster(line: string, port: number, options: ClusterOptions): string {
  return line
    .replaceAll(`127.0.0.1:${port}`, hostOf(options))
    .replace('HOST=0.0.0.0', '--host 0.0.0.0')
}

function workerEnvironment({ databaseUrl, redisUrl }: ClusterOptions): NodeJS.ProcessEnv {
  // As in `npm start`: in a terminal, a line per request would bury the texts for the person.
  const defaults = process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {}
  return { ...defaults, ...process.env, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl }
}

function addressOf(options: ClusterOptions): string {
  return `http://${hostOf(options)}`
}

/** Address of nginx on this machine. */
function hostOf({ host, port }: ClusterOptions): string {
  return `${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
}

function portOf(worker: SupervisedWorker): number {
  return Number(new URL(worker.running().url).port)
}

/** The first signal asks for a graceful end, the second for an immediate one. */
function stopOnSignals(listRunning: () => Pick<Child, 'kill'>[]): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) for (const child of listRunning()) child.kill()
      stop.abort()
    })
  }
  return stop.signal
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/**
 * In parallel, because they wait for each other: nginx for the answers of the workers, the workers for
 * connections that nginx keeps open.
 */
async function stopEverything(
  workers: SupervisedWorker[],
  nginx: Child | undefined,
): Promise<void> {
  const stopped = workers.map((worker) => worker.stop())
  if (nginx) stopped.push(stopChild(nginx, 'SIGQUIT', nginxPatienceMs))
  await Promise.allSettled(stopped)
  // If nginx's master process was killed, its other processes are still there.
  nginx?.kill()
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
