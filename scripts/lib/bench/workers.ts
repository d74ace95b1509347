import { startMeasuredServer } from '../measured-server'
import type { MeasuredServer } from '../measured-server'
import type { DatabaseCpu } from './database-cpu'
import { readCpuSeconds, readResidentBytes } from './process-figures'
import type { RedisFigures } from './redis-figures'
import { countParkedPolls, sum } from './subject'
import type { Subject } from './subject'

export interface WorkersSpec {
  count: number
  settings: Record<string, string>
  nodeArgumentsOf: (number: number) => string[]
  databaseCpu: DatabaseCpu
  redis: RedisFigures
}

/** Starts workers of the built server. */
export async function startWorkers(spec: WorkersSpec): Promise<Subject> {
  const servers: MeasuredServer[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  try {
    // One after the other: the first migrates, and each takes the next free port.
    for (let number = 1; number <= spec.count; number++) {
      servers.push(await startMeasuredServer(spec.settings, spec.nodeArgumentsOf(number)))
    }
  } catch (error) {
    await stop()
    throw error
  }
  const addresses = servers.map(({ host, port }) => ({ host, port }))
  const total = async (read: (pid: number) => Promise<number | undefined>): Promise<number> =>
    sum(await Promise.all(servers.map(async ({ pid }) => (await read(pid)) ?? NaN)))
  return {
    name: 'parley',
    addresses,
    cpu: async () => ({
      workers: await total(readCpuSeconds),
      redis: await spec.redis.cpuSeconds(),
      postgres: await spec.databaseCpu.cpuSeconds(),
    }),
    collectGarbage: () => servers.forEach(({ pid }) => process.kill(pid, 'SIGUSR2')),
    residentBytes: () => total(readResidentBytes),
    parkedPolls: () => countParkedPolls(addresses),
    stop,
  }
}
