/**
 * The fuzzer: sends seeded requests made from the OpenAPI document to workers of its own, and checks every
 * answer against the declarations. Leaves nothing behind.
 */
import { Command, InvalidArgumentError, Option } from 'commander'
import { showFinding } from '../tests/fuzz/ledger'
import { tabulate } from '../tests/fuzz/report'
import { runFuzz } from '../tests/fuzz/run'
import { findScene, startScene } from '../tests/fuzz/scene'
import type { Scene } from '../tests/fuzz/scene'
import { describeSlowInput, findSlowInputs } from '../tests/fuzz/slow-inputs'
import { textReaders } from '../tests/fuzz/text-readers'
import { createTestStores } from '../tests/support/stores'
import type { TestStores } from '../tests/support/stores'

interface Options {
  seed: number
  requests: number
  stores: 'embedded' | 'services'
  workers: number
  concurrency: number
  slowSeconds: number
  slowInputs: number
  shares?: true
  url?: string
  ownerEmail: string
  ownerApiKey: string
}

async function main(): Promise<void> {
  const options = readOptions()
  const signal = stopOnSignal()
  const { seed, requests, concurrency, slowSeconds, slowInputs, shares, url } = options
  const stores = options.stores === 'services' && !url ? await createTestStores() : undefined
  if (stores && !stores.shared) throw new Error('There are no PostgreSQL and Redis to test with.')
  const scene = await findOrStart(options, stores)
  try {
    const say = (line: string): void => console.error(line)
    const figures = { seed, requests, concurrency, slowSeconds }
    const result = await runFuzz(scene, { ...figures, say, signal })
    const attempts = signal.aborted ? 0 : slowInputs
    const slow = await findSlowInputs({ seed, readers: textReaders(), attempts })
    if (shares) console.log(`${result.ledger.successShares().join('\n')}\n`)
    console.log(tabulate(result, options))
    const findings = [...result.findings.map(showFinding), ...slow.map(describeSlowInput)]
    if (findings.length === 0) return
    console.log(`\n${findings.length} findings:\n\n${findings.join('\n\n')}`)
    console.log(
      `\nAgain: npm run test:fuzz -- ${process.argv.slice(2).filter(isNoSeed).join(' ')} --seed ${seed}`,
    )
    process.exitCode = 1
  } finally {
    await scene.close()
    await stores?.remove()
  }
}

function findOrStart(options: Options, stores: TestStores | undefined): Promise<Scene> | Scene {
  const { url, ownerEmail, ownerApiKey, workers } = options
  if (url !== undefined) return findScene(url, ownerEmail, ownerApiKey)
  return startScene(stores, stores ? workers : 1)
}

function readOptions(): Options {
  return new Command('npm run test:fuzz --')
    .description('Sends generated requests and checks every answer.')
    .option('--seed <number>', 'decides what is sent', wholeNumber, randomSeed())
    .option('--requests <number>', 'how many', wholeNumber, 20_000)
    .addOption(
      new Option('--stores <kind>', 'embedded, or PostgreSQL and Redis as for the tests')
        .choices(['embedded', 'services'])
        .default('embedded'),
    )
    .option('--workers <number>', 'how many share the services', wholeNumber, 1)
    .option('--concurrency <number>', 'requests under way at a time', wholeNumber, 4)
    .option('--slow-seconds <number>', 'processor time that a call may take', wholeNumber, 2)
    .option(
      '--slow-inputs <number>',
      'texts that each reader of texts is timed with',
      wholeNumber,
      2,
    )
    .option('--shares', 'tell how often each operation succeeded, and why not')
    .option('--url <address>', 'a server that runs already, on this machine')
    .option('--owner-email <address>', 'its owner', '')
    .option('--owner-api-key <key>', 'their key', '')
    .parse()
    .opts<Options>()
}

/** Drops the argument's `--seed`: the command repeats the seed in use, even if none was given. */
function isNoSeed(argument: string, at: number, all: readonly string[]): boolean {
  return argument !== '--seed' && all[at - 1] !== '--seed'
}

function randomSeed(): number {
  return Math.floor(Math.random() * 1_000_000)
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

/** The first signal ends the run gracefully, with the findings so far; the second ends it at once. */
function stopOnSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(1)
      stop.abort()
    })
  }
  return stop.signal
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.stack : error)
  process.exitCode = 1
})
