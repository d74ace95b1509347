import { setTimeout as delay } from 'node:timers/promises'
import { nodeFlags } from '../../src/server/start/node-flags'
import { startChild, stopChild } from './child'
import type { Child } from './child'
import type { ClusterReport, RunningWorker } from './cluster-report'
import { waitUntilReady } from './wait-until-ready'

const host = '127.0.0.1'
/** A worker that dies younger than this is restarted after a pause of the same length. */
const crashLoopMs = 2_000
/** Longer than a worker's default time for its requests in flight. */
const stopPatienceMs = 12_000

export interface WorkerSpec {
  name: string
  port: number
  /** The program. */
  main: string
  env: NodeJS.ProcessEnv
  /** Gets the lines for a person from its first start, such as the owner's login. */
  onBanner?: (line: string) => void
}

/** A worker that is restarted whenever it dies, as an orchestrator would. */
export interface SupervisedWorker {
  running(): RunningWorker
  /** Resolves after `stop`; rejects when the worker cannot be restarted. */
  readonly supervision: Promise<void>
  stop(): Promise<void>
  kill(): void
}

/**
 * Starts a worker and waits until it serves.
 *
 * @param signal ends the wait
 * @throws when it ends before: then its settings are wrong, and a restart would not help
 */
export async function startSupervisedWorker(
  spec: WorkerSpec,
  report: ClusterReport,
  signal: AbortSignal,
): Promise<SupervisedWorker> {
  const url = `http://${host}:${spec.port}`
  const stopping = new AbortController()
  let child = await launch(spec, report, spec.onBanner)

  async function superviseUntilStopped(): Promise<void> {
    for (;;) {
      const startedAt = Date.now()
      const reason = await child.exited
      if (stopping.signal.aborted) return
      report.say(`${spec.name} (process ${child.pid}) died: ${reason}. Starting it again.`)
      if (Date.now() - startedAt < crashLoopMs) {
        await delay(crashLoopMs, undefined, { signal: stopping.signal })
      }
      child = await launch(spec, report)
      // `stop` may have been called while there was no worker to stop.
      if (stopping.signal.aborted) child.signal('SIGTERM')
      else void announceReturn(child)
    }
  }

  /** Silent if the worker dies again before it is ready: its death is reported anyway. */
  async function announceReturn(started: Child): Promise<void> {
    await readyOrThrow(spec, url, started, stopping.signal).then(
      () => report.restarted({ name: spec.name, url, pid: started.pid }),
      () => undefined,
    )
  }

  try {
    await readyOrThrow(spec, url, child, signal)
  } catch (error) {
    await stopChild(child, 'SIGTERM', stopPatienceMs)
    throw error
  }
  const supervision = superviseUntilStopped().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })

  return {
    supervision,
    running: () => ({ name: spec.name, url, pid: child.pid }),
    kill: () => child.kill(),
    async stop() {
      stopping.abort()
      await stopChild(child, 'SIGTERM', stopPatienceMs)
      await supervision
    },
  }
}

function launch(
  spec: WorkerSpec,
  report: ClusterReport,
  onBanner: (line: string) => void = () => {},
): Promise<Child> {
  return startChild({
    command: process.execPath,
    args: [...nodeFlags(spec.env), spec.main],
    env: { ...spec.env, host, PORT: String(spec.port), TRUST_PROXY: 'true' },
    onOutput: (line) => (isLogLine(line) ? report.log(line) : onBanner(line)),
    onError: (line) => report.log(line),
  })
}

/** Workers log JSON; any other line of stdout is for a person. */
function isLogLine(line: string): boolean {
  return line.startsWith('{')
}

async function readyOrThrow(
  spec: WorkerSpec,
  url: string,
  child: Child,
  signal: AbortSignal,
): Promise<void> {
  const given = new AbortController()
  const died = child.exited.then((reason) => {
    throw new Error(`${spec.name} ended before it was ready: ${reason}.`)
  })
  try {
    await Promise.race([waitUntilReady(url, AbortSignal.any([signal, given.signal])), died])
  } finally {
    given.abort()
  }
}
