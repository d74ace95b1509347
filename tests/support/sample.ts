import { createHash } from 'node:crypto'
import { Random } from './random'

/** Names the variable that says which cases a run draws. */
const seedVariable = 'TEST_SEED'
/** The variable that has a run try every case when it is `1`. */
const allVariable = 'TEST_ALL'

/** Whether this run tries every generated case. */
export const triesAll = process.env[allVariable] === '1'

/** jest.config.js finds it: each commit draws other cases, and draws them again when it is repeated. */
const seed = process.env[seedVariable] || 'parley'

/** Numbers that the run's seed and a name decide. */
export function randomOf(name: string): Random {
  const digest = createHash('sha256').update(`${seed} ${name}`).digest()
  return new Random(digest.readUInt32LE())
}

export interface SampleOptions {
  /** How much of the items a run tries, from 0 to 1. */
  share: number
  /** Tells one sample from the others: two samples with the same name draw the same places. */
  name: string
}

/**
 * The generated cases that this run tries, in their order: a share of them, at least one, chosen by the run's seed;
 * all of them with TEST_ALL=1, as in `npm run test:all`.
 *
 * A suite draws for each endpoint (integration, screen, fixture) alone, so that none goes untried in any run. A case
 * that has failed becomes a plain test of its own, beside the mend: the next commit would draw others.
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

/** The same number of tries for all runs that try everything, and a share of it, at least one, for the others. */
export function sampledCount(all: number, share: number): number {
  return triesAll ? all : Math.max(1, Math.round(all * share))
}

/** A title of generated tests that also says how to repeat them. */
export function sampled(title: string): string {
  return `${title} (${howToRepeat})`
}

/** The environment in which another run tries the same cases. */
export const howToRepeat = triesAll ? `${allVariable}=1` : `${seedVariable}=${seed}`
