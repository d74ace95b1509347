import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundledWorker } from './bundle/bundle'
import { present, shapedLike } from './checked'
import { expectSuccess } from './expectations'
import { LastOutput } from './last-output'
import { ownPorts } from './own-ports'
import type { Person } from './person'
import { findTestDatabase, findTestRedis } from './services'
import type { TestStores } from './stores'
import { untilHolds } from './until'
import { workerSettings } from './workers'

const root = join(__dirname, '../..')
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
/** Whether nginx is installed. */
export const hasNginx = folders.some((folder) => existsSync(join(folder, 'nginx')))

/** The requirements of tests with a cluster, for `describeWith`. */
export const clusterNeeds = {
  name: 'nginx, PostgreSQL and Redis',
  url: (hasNginx && findTestDatabase() && findTestRedis()) || undefined,
}

interface RunningWorker {
  url: string
  pid: number
}

/** Two workers behind nginx, as `npm run cluster` starts them. */
export class Cluster {
  private constructor(
    readonly process: ChildProcess,
    private readonly output: LastOutput,
    /** Address of nginx. */
    readonly url: string,
    /** The running workers. */
    readonly workers: RunningWorker[],
  ) {}

  /** @param settings of the workers, in addition to {@link workerSettings} */
  static async start(stores: TestStores, settings: Record<string, string> = {}): Promise<Cluster> {
    const script = [
      '-r',
      './tests/support/strip-types.js',
      'scripts/cluster.ts',
      '--json',
      '--main',
      bundledWorker(),
    ]
    // The workers take the next ports, and keep them across restarts.
    const [port] = await ownPorts(1)
    const child = spawn(process.execPath, [...script, '--port', String(port)], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        ...workerSettings(stores),
        LOG_LEVEL: 'warn',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = new LastOutput(child)
    const ready = await reportOf<{ url: string; workers: RunningWorker[] }>(child, 'ready', output)
    return new Cluster(child, output, ready.url, ready.workers)
  }

  /** The worker at which the only poll of a test is parked. */
  async holderOfPoll(): Promise<RunningWorker> {
    let holder: RunningWorker | undefined
    await untilHolds('a worker holds the poll', async () => {
      const polls = await Promise.all(this.workers.map(parkedPolls))
      holder = this.workers[polls.indexOf(1)]
      return holder !== undefined
    })
    return present(holder, 'holder')
  }

  /** Resolves once this many polls are parked at all workers together. */
  async holdsPolls(count: number): Promise<void> {
    await untilHolds(`${count} polls are parked`, async () => (await this.parkedPolls()) >= count)
  }

  /** Number of polls parked at all workers. */
  async parkedPolls(): Promise<number> {
    const parked = await Promise.all(this.workers.map(parkedPolls))
    return parked.reduce((sum, polls) => sum + polls, 0)
  }

  /**
   * Kills a worker. Resolves once the worker refuses connections: a request that reaches a dying worker
   * may be lost. `restarted` resolves when its replacement serves.
   */
  async kill(worker: RunningWorker): Promise<{ restarted: Promise<void> }> {
    const restarted = this.comesBack()
    process.kill(worker.pid, 'SIGKILL')
    await Promise.race([restarted, refuses(worker)])
    return { restarted }
  }

  /**
   * Sends a message after a kill. The proxy may have an open connection to the killed worker, and then answers a POST with
   * 502: no worker got the message, so it is sent again.
   */
  async sendAfterKill(
    sender: Person,
    message: { to: string; topic: string; content: string },
  ): Promise<number> {
    const send = () => sender.post('/messages', { type: 'stream', ...message })
    let sent = await send()
    while (sent.status === 502) sent = await send()
    return Number(expectSuccess(sent)['id'])
  }

  /** Stops a worker gracefully; resolves when its replacement serves. */
  async replace(worker: RunningWorker): Promise<void> {
    await this.beginToReplace(worker).restarted
  }

  /** Like `replace`; `gone` resolves when the worker takes no more requests. */
  beginToReplace(worker: RunningWorker): { gone: Promise<void>; restarted: Promise<void> } {
    const restarted = this.comesBack()
    process.kill(worker.pid, 'SIGTERM')
    return { gone: Promise.race([restarted, refuses(worker)]), restarted }
  }

  /** Resolves when a worker was restarted. */
  private async comesBack(): Promise<void> {
    const worker = await reportOf<RunningWorker>(this.process, 'restarted', this.output)
    const place = this.workers.findIndex(({ url }) => url === worker.url)
    this.workers[place] = worker
  }

  /** Stops the cluster, unless it has ended; answers its exit code, null if a signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.process.exitCode !== null) return this.process.exitCode
    const exited = once(this.process, 'exit')
    this.process.kill(signal)
    await exited
    return this.process.exitCode
  }
}

/** Resolves once the worker refuses connections. */
async function refuses({ url }: RunningWorker): Promise<void> {
  const answers = () =>
    fetch(`${url}/health`).then(
      () => true,
      () => false,
    )
  await untilHolds(`${url} refuses connections`, async () => !(await answers()))
}

/** Number of polls parked at a worker; 0 while it does not answer, such as one that starts again. */
async function parkedPolls({ url }: RunningWorker): Promise<number> {
  const metrics = await fetch(`${url}/metrics`).then(
    (response) => response.text(),
    () => '',
  )
  return Number(/^parley_parked_polls (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

/** The next report of this kind. */
async function reportOf<Report>(
  cluster: ChildProcess,
  kind: string,
  output: LastOutput,
): Promise<Report> {
  return new Promise((resolve, reject) => {
    if (!cluster.stdout) throw new Error('The cluster has no output.')
    const lines = createInterface({ input: cluster.stdout })
    lines.on('line', (line) => {
      const report = shapedLike(JSON.parse(line), { event: '' })
      if (report.event === kind) resolve(report as Report)
    })
    // On `close`, all output of the process has been read.
    cluster.once('close', (code, signal) => reject(output.errorOf('The cluster', code, signal)))
  })
}
