/**
 * Endurance tests: polls through a rolling restart, misbehaving clients, and costly mails and archives. Runs on
 * the PostgreSQL and Redis of the tests; leaves nothing behind.
 */
import { Command, InvalidArgumentError } from 'commander'
import { mostGrowth, sufferClients } from '../tests/endurance/hostile-clients'
import { hostileArchives, sufferStrangers } from '../tests/endurance/hostile-strangers'
import { restartWorkers } from '../tests/endurance/rolling-restart'
import { requireOpenFiles } from './lib/bench/open-files'

const say = (line: string): void => console.log(line)

async function main(): Promise<void> {
  const program = new Command('npm run test:endurance --')
  program
    .command('rolling-restart')
    .description('Replaces two workers behind nginx while polls are parked at both.')
    .option('--polls <number>', 'how many', wholeNumber, 10_000)
    .action(async ({ polls }: { polls: number }) => {
      const figures = await restartWorkers({ polls, say })
      say(JSON.stringify(figures))
      const { lost, repeated, disordered } = figures
      if (lost + repeated + disordered > 0) process.exitCode = 1
    })
  program
    .command('hostile-clients')
    .description('Requests never finished, answers never taken, polls hung up at any moment.')
    .option('--half-open <number>', 'connections that begin a request', wholeNumber, 10_000)
    .option('--slow-readers <number>', 'clients that take a byte a second', wholeNumber, 50)
    .option('--slow-seconds <number>', 'how long they do', wholeNumber, 90)
    .option('--long-messages <number>', 'of 10,000 characters in an answer', wholeNumber, 400)
    .option('--hang-ups <number>', 'polls that are hung up', wholeNumber, 10_000)
    .option('--seed <number>', 'decides how clients leave', wholeNumber, 14)
    .action(async (options: Omit<Parameters<typeof sufferClients>[0], 'say'>) => {
      await requireOpenFiles(options.halfOpen)
      const figures = await sufferClients({ ...options, say })
      say(JSON.stringify(figures))
      const { after, parkedPolls, strayQueues, wrong, heapRatio } = figures
      const left = after.sockets + parkedPolls + strayQueues + wrong
      if (left > 0 || Math.abs(heapRatio - 1) > mostGrowth) process.exitCode = 1
    })
  program
    .command('hostile-strangers')
    .description(
      'Ten costly mails, one by one, then all at once with two archives that take much memory.',
    )
    .option('--mib <number>', 'size of the largest mails', wholeNumber, 25)
    .option('--no-alone', 'leaves out the mails one by one')
    .action(async ({ mib, alone }: { mib: number; alone: boolean }) => {
      const figures = await sufferStrangers({ mib, alone, archives: hostileArchives, say })
      say(JSON.stringify(figures))
      if (figures.some(({ healthFailures }) => healthFailures > 0)) process.exitCode = 1
    })
  await program.parseAsync()
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

// A graceful exit stops the child processes.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
