/**
 * The simulation of the event engine: runs many seeded schedules in processes of their own, and judges each.
 */
import { availableParallelism } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import { runSimulation } from '../tests/simulation/run'
import type { Outcome, Stores } from '../tests/simulation/schedules'
import { findRedisServer } from '../tests/support/binaries'

interface Options {
  memory: number
  redis: number
  first: number
  processes: number
}

/** Pause between two lines about the progress. */
const sayEveryMs = 60_000

async function main(): Promise<void> {
  const { memory, redis, first, processes } = new Command('npm run test:simulation --')
    .description('Runs the event engine in the order, and with the faults, that each seed decides.')
    .option('--memory <number>', 'schedules with queues in memory', wholeNumber, 50_000)
    .option('--redis <number>', 'schedules with queues in Redis', wholeNumber, 50_000)
    .option('--first <number>', 'seed of the first', wholeNumber, randomSeed())
    .option('--processes <number>', 'how many run them', wholeNumber, availableParallelism())
    .parse()
    .opts<Options>()
  if (redis > 0 && !findRedisServer()) console.error('There is no redis-server: left out.')
  const schedules = { memory, redis: findRedisServer() ? redis : 0 }
  const startedAt = Date.now()
  const seconds = (): number => Math.round((Date.now() - startedAt) / 1000)
  let saidAt = startedAt
  const onShare = ({ broken }: Outcome, outcomes: Record<Stores, Outcome>): void => {
    for (const { seed, faults } of broken) {
      const again = `TEST_SCHEDULE=${seed} npx jest tests/simulation`
      console.log(`Broken: ${seed}\n${faults.join('\n')}\nAgain: ${again}\n`)
    }
    if (Date.now() < saidAt + sayEveryMs) return
    saidAt = Date.now()
    console.error(`${seconds()} s: ${describe(outcomes)}`)
  }
  const outcomes = await runSimulation({ schedules, firstSeed: first, processes, onShare })
  console.log(`Schedules from ${first}, in ${seconds()} s: ${describe(outcomes)}`)
  if (Object.values(outcomes).some(({ broken }) => broken.length > 0)) process.exitCode = 1
}

function describe(outcomes: Record<Stores, Outcome>): string {
  return Object.entries(outcomes)
    .map(([stores, { schedules, broken, counts }]) => {
      const figures = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
      return `${schedules} in ${stores} (${figures.join(', ')}), ${broken.length} broken`
    })
    .join('; ')
}

function randomSeed(): number {
  return 1 + Math.floor(Math.random() * 1_000_000)
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.stack : error)
  process.exitCode = 1
})
