/**
 * The random walk of the web app: plays seeded steps of a person in Chromium, and checks after each what must always
 * hold. It has a server of its own, and leaves nothing behind but the pictures of failures.
 */
import '../tests/support/local-hosts'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { sharedServer } from '../tests/support/shared-server/registry'
import { planOf } from '../tests/walk/plan'
import type { Step } from '../tests/walk/step-kinds'
import { describeFailure } from '../tests/walk/report'
import { invariantNames, runWalk } from '../tests/walk/run'
import type { Failure, RunOptions } from '../tests/walk/run'
import { openScene } from '../tests/walk/scene'
import type { Scene } from '../tests/walk/scene'
import { shrink } from '../tests/walk/shrink'
import { windowOf } from '../tests/walk/walk'

interface Options {
  seed: number
  seeds: number
  steps: number
  width: number[]
  tries: number
  without: string[]
  pictures?: string
  verbose?: true
}

const thoroughEvery = 8

async function main(): Promise<void> {
  globalThis.parleySharedServer = sharedServer
  const options = readOptions()
  const signal = stopOnSignal()
  const scene = await openScene('off')
  const folder = options.pictures ?? (await mkdtemp(path.join(tmpdir(), 'parley-walk-')))
  await mkdir(folder, { recursive: true })
  let hasFailed = false
  try {
    for (const width of options.width) {
      for (let seed = options.seed; seed < options.seed + options.seeds; seed += 1) {
        if (signal.aborted) break
        hasFailed =
          !(await walkOnce(scene, { ...options, folder, seed, width, signal })) || hasFailed
      }
    }
  } finally {
    await scene.close()
    if (!hasFailed && options.pictures === undefined) await rm(folder, { recursive: true })
  }
  if (hasFailed) process.exitCode = 1
}

interface OneWalk extends Omit<Options, 'width'> {
  width: number
  folder: string
  signal: AbortSignal
}

/** @returns whether everything held */
async function walkOnce(scene: Scene, walk: OneWalk): Promise<boolean> {
  const { seed, steps, width, folder, signal, verbose, without } = walk
  const startedAt = performance.now()
  const plan = planOf(seed, steps)
  const options: RunOptions = {
    ...{ window: windowOf(width), thoroughEvery, signal, without },
    ...(verbose && { say: (line: string) => console.error(line) }),
    pictureOf: ({ at }) => path.join(folder, `${seed}-${width}-${at}.png`),
  }
  const { played, refused, failures } = await runWalk(scene, plan, options)
  const seconds = (performance.now() - startedAt) / 1000
  const figures = `${played} steps, ${refused} without effect, ${Math.round(seconds)} s`
  console.log(`Seed ${seed} at ${width} px: ${figures}, ${failures.length} kinds of faults`)
  for (const failure of failures) {
    const shortest = await findShortest(scene, plan, failure, { ...options, tries: walk.tries })
    console.log(`\n${describeFailure({ seed, steps, width, failure, shortest })}\n`)
  }
  return failures.length === 0
}

async function findShortest(
  scene: Scene,
  plan: readonly Step[],
  { kind, at }: Failure,
  { tries, ...options }: RunOptions & { tries: number },
): Promise<Failure | undefined> {
  let shortest: Failure | undefined
  const fails = async (candidate: readonly Step[]): Promise<readonly Step[] | undefined> => {
    if (options.signal?.aborted === true) return undefined
    const again = { ...options, until: kind, thoroughEvery: candidate.length }
    const { failures } = await runWalk(scene, candidate, again)
    const found = failures.find((failure) => failure.kind === kind)
    if (found) shortest = found
    return found && candidate.slice(0, found.at + 1)
  }
  if (tries > 0) await shrink(plan.slice(0, at + 1), fails, tries)
  return shortest
}

function readOptions(): Options {
  return new Command('npm run test:walk --')
    .description('Plays steps of a person in the web app, and checks what must always hold.')
    .option('--seed <number>', 'decides the steps', wholeNumber, randomSeed())
    .option('--seeds <number>', 'how many seeds from this one', wholeNumber, 1)
    .option('--steps <number>', 'steps of each walk', wholeNumber, 500)
    .option('--width <pixels...>', '1440 for a desktop, 390 for a phone', widths, [1440, 390])
    .option(
      '--tries <number>',
      'replays spent on a shorter sequence after a failure',
      wholeNumber,
      30,
    )
    .addOption(
      new Option('--without <invariant...>', 'pass over them, while their fault is being mended')
        .choices(invariantNames)
        .default([]),
    )
    .option('--pictures <folder>', 'where pictures of failures are stored')
    .option('--verbose', 'tell each step')
    .parse()
    .opts<Options>()
}

let isWidthGiven = false

function widths(text: string, before: number[]): number[] {
  const width = wholeNumber(text)
  const others = isWidthGiven ? before : []
  isWidthGiven = true
  return [...others, width]
}

function randomSeed(): number {
  return Math.floor(Math.random() * 1_000_000)
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

/** The first signal ends the walk after its step; the second ends it at once. */
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
