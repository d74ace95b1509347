/**
 * The seeded fault test: its own workers, PostgreSQL and Redis fail under load on the schedule of the seed,
 * and every client must receive every message exactly once. Leaves nothing behind.
 */
import { mkdirSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { findPostgres, findRedisServer } from '../tests/support/binaries'
import { runFaultTest } from '../tests/faults/run'
import { hasNetworkNamespaces } from '../tests/faults/worker-network'

interface Options {
  seed: number
  seconds: number
  cluster?: true
  asRoot?: true
  logs?: string
}

async function main(): Promise<void> {
  const { seed, seconds, cluster, asRoot, logs } = new Command('npm run test:faults --')
    .description('Lets workers and their stores fail under load and checks what clients got.')
    .option(
      '--seed <number>',
      'decides what fails, when and for how long',
      wholeNumber,
      randomSeed(),
    )
    .option('--seconds <number>', 'how long things go wrong', wholeNumber, 60)
    .option('--cluster', 'Redis is a cluster of three nodes, each with a replica')
    .option(
      '--as-root',
      'networks lose packets, and the disk of PostgreSQL is full; needs Linux and root',
    )
    .option('--logs <folder>', 'keep the logs of the workers there')
    .parse()
    .opts<Options>()
  if (!findPostgres() || !findRedisServer()) {
    throw new Error('The fault test starts postgres and redis-server; one is not installed.')
  }
  if (asRoot && cluster) throw new Error('Faults of root are for a single Redis.')
  if (asRoot && !hasNetworkNamespaces()) {
    throw new Error('Faults of root need network namespaces: Linux, iproute2 and root.')
  }
  if (logs) mkdirSync(logs, { recursive: true })
  const say = (line: string): void => console.log(line)
  const redis = cluster ? 'cluster' : 'single'
  const { complaints, figures } = await runFaultTest({
    ...{ seed, seconds, redis, say, logFolder: logs },
    asRoot: asRoot ?? false,
  })
  console.log(JSON.stringify(figures))
  if (complaints.length === 0) return
  console.log(`\n${complaints.length} things went wrong:\n${complaints.join('\n')}`)
  const kind = `${cluster ? ' --cluster' : ''}${asRoot ? ' --as-root' : ''}`
  console.log(`\nAgain: npm run test:faults -- --seed ${seed} --seconds ${seconds}${kind}`)
  process.exitCode = 1
}

function randomSeed(): number {
  return Math.floor(Math.random() * 1_000_000)
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

// A graceful exit stops the child processes.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
