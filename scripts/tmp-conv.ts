/**
 * The convergence test: writers change the same things through two workers at the same time, one worker is killed, and an
 * auditor judges the final state. Uses PostgreSQL and Redis as the tests do, and leaves nothing behind.
 */
import { Command, InvalidArgumentError } from 'commander'
import { runConvergence } from '../tests/convergence/run'
import { createTestStores } from '../tests/support/stores'
import { openTestDatabase, Worker } from '../tests/support/workers'

interface Options {
  seed: number
  runs: number
  calls: number
  kill: boolean
  events?: string
}

async function main(): Promise<void> {
  const options = new Command('npm run test:convergence --')
    .description('Changes the same things through two workers, and audits the final state.')
    .option(
      '--seed <number>',
      'decides what is called; further runs have the next ones',
      wholeNumber,
      randomSeed(),
    )
    .option('--runs <number>', 'how many, each in a new organization', wholeNumber, 1)
    .option('--calls <number>', 'how many in each run', wholeNumber, 2_000)
    .option('--no-kill', 'let both workers live')
    .option('--events <pattern>', 'show events that match this, with the names of their clients')
    .parse()
    .opts<Options>()
  for (let run = 0; run < options.runs; run += 1)
    await runOne({ ...options, seed: options.seed + run })
}

async function runOne({ seed, calls, kill, events }: Options): Promise<void> {
  const stores = await createTestStores()
  if (!stores.shared) throw new Error('There are no PostgreSQL and Redis to test with.')
  const workers = [await Worker.start(stores), await Worker.start(stores)]
  const database = openTestDatabase(stores)
  const replaceWorker = async () => {
    await workers.pop()?.kill()
    workers.push(await Worker.start(stores))
  }
  try {
    const scene = { database, workers, replaceWorker }
    const options = { seed, calls, kills: kill }
    const { complaints, figures, eventsAbout } = await runConvergence(scene, options)
    console.log(JSON.stringify({ seed, ...figures }))
    if (complaints.length === 0) return
    require('fs').writeFileSync('/tmp/conv-'+seed+'.events', eventsAbout(/./).join('\n'))
    console.log(`\n${complaints.length} complaints:\n${complaints.join('\n')}`)
    console.log(
      `\nAgain: npm run test:convergence -- --seed ${seed} --calls ${calls}${kill ? '' : ' --no-kill'}\n`,
    )
    process.exitCode = 1
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()))
    await database.close()
    await stores.remove()
  }
}

function randomSeed(): number {
  return Math.floor(Math.random() * 1_000_000)
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
