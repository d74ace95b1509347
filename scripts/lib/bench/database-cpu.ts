import { Client } from 'pg'
import { readCommandLine, readCpuSeconds } from './process-figures'

/** Sampling interval; a backend that ends loses at most this much of its work: pools drop idle ones only. */
const sampleEveryMs = 1_000

export interface DatabaseCpu {
  /** CPU of all backends that have served the database since the start; undefined if unknown. */
  cpuSeconds(): Promise<number | undefined>
  stop(): Promise<void>
}

/** Watches the processes of PostgreSQL that serve one database of this machine. */
export async function watchDatabaseCpu(databaseUrl: string): Promise<DatabaseCpu> {
  const client = new Client(databaseUrl)
  client.on('error', () => undefined)
  await client.connect()
  const secondsOf = new Map<number, number>()
  let endedSeconds = 0
  const isLocal = await isBackendHere(client)

  async function sample(): Promise<void> {
    const { rows } = await client.query<{ pid: number }>(backends)
    const alive = new Set(rows.map((row) => row.pid))
    for (const pid of alive) {
      const seconds = await readCpuSeconds(pid)
      if (seconds !== undefined) secondsOf.set(pid, seconds)
    }
    for (const [pid, seconds] of secondsOf) {
      if (alive.has(pid)) continue
      endedSeconds += seconds
      secondsOf.delete(pid)
    }
  }

  let running: Promise<void> = Promise.resolve()
  function sampleInTurn(): Promise<void> {
    return (running = running.catch(() => undefined).then(sample))
  }
  const timer = setInterval(() => void sampleInTurn().catch(() => undefined), sampleEveryMs)

  return {
    async cpuSeconds() {
      if (!isLocal) return undefined
      await sampleInTurn()
      return [...secondsOf.values()].reduce((sum, seconds) => sum + seconds, endedSeconds)
    },
    async stop() {
      clearInterval(timer)
      await running.catch(() => undefined)
      await client.end()
    },
  }
}

const backends = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

/** If PostgreSQL runs in another process namespace, its process ids mean nothing here. */
async function isBackendHere(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const commandLine = rows[0] && (await readCommandLine(rows[0].pid))
  return commandLine?.startsWith('postgres') ?? false
}
