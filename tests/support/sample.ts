import { createHash } from 'node:crypto'
import { Random } from './random'

/** Environment variable with the seed for drawn cases. */
const seedVariable = 'TEST_SEED'
/** Environment variable that makes a run try every case when it is `1`. */
const allVariable = 'TEST_ALL'

/** Whether this run tries every generated case. */
const triesAll = process.env[allVariable] === '1'

/** Whether this file runs on services as well, so that a sample is enough here; environment.js sets the variable. */
export const isSecondRun = process.env['PARLEY_TEST_RUNS_TWICE'] === '1' && !triesAll

/** jest.config.js sets it: each commit draws other cases, and the same ones when it is repeated. */
const seed = process.env[seedVariable] || 'parley'

/** A generator seeded by the run's seed and a name. */
export function randomOf(name: string): Random {
  const digest = createHash('sha256').update(`${seed} ${name}`).digest()
  return new Random(digest.readUInt32LE())
}

export interface SampleOptions {
  /** Share of the items that a run tries, from 0 to 1. */
  share: number
  /** Name of the sample: two samples with the same name draw the same positions. */
  name: string
}

/**
 * The generated cases that this run tries, in order: a share of them, at least one, chosen by the run's seed;
 * all of them with TEST_ALL=1, as in `npm run test:all`.
 *
 * A suite draws for each endpoint (integration, screen, fixture) separately, so that every run covers each.
 * Turn a failed case into a plain test, together with the fix: the next commit would draw others.
 */
export function sampleOf<Item>(
  items: readonly Item[],
  { share, name }: SampleOptions,
): readonly Item[] {
  if (triesAll || items.length === 0) return items
  const count = Math.max(1, Math.round(items.length * share))
  const places = [...items.keys()]
  const drawn = new Set(randomOf(name).shuffled(places).slice(0, count))
  return items.filter((_, place) => drawn.has(place))
}

/** The full number of tries in a run of all cases, and a share of it, at least one, in others. */
export function sampledCount(all: number, share: number): number {
  return triesAll ? all : Math.max(1, Math.round(all * share))
}

/** A title of generated tests with instructions to repeat them. */
export function sampled(title: string): string {
  return `${title} (${howToRepeat})`
}

/** The environment that repeats the same cases. */
export const howToRepeat = triesAll ? `${allVariable}=1` : `${seedVariable}=${seed}`
