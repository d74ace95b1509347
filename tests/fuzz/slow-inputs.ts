import { Random } from '../support/random'
import type { TextReader } from './text-readers'

/** A text that takes a reader much longer than usual. */
export interface SlowInput {
  reader: string
  prefix: string
  /** Repeated until the text is long. */
  unit: string
  suffix: string
  characters: number
  /** CPU time for the text, and for plain text of the same length. */
  ms: number
  plainMs: number
  /** Time relative to half of the text: 2 if the work is linear, 4 if it is quadratic. */
  growth: number
}

export interface SlowInputSearch {
  seed: number
  readers: readonly TextReader[]
  /** Number of texts for each reader. */
  attempts: number
  stopwatch?: Stopwatch
  /** Called with each finding at once. */
  onFound?: (found: SlowInput) => void
}

/** Measures the milliseconds of a reading; default: CPU time of this process. */
export type Stopwatch = (reader: TextReader, text: string) => number

/** Shorter times are too small to measure, and never slow. */
const negligibleMs = 15
/**
 * A text is slow when it takes this many times as long as a plain one, and its work grows faster than its
 * length.
 */
const timesPlain = 20
const slowGrowth = 2.9
/** Share of the max length that is tried first: most texts prove harmless at once. */
const firstPart = 1 / 8
const measurements = 3
/**
 * Further measurements of a text that seems slow; the least counts, so that other work on the machine does
 * not matter.
 */
const confirmations = 10

/**
 * Searches for texts that are slow for the readers of outside text: repeated fragments that have a meaning to
 * the reader, between others that might cause backtracking. Finds two kinds: texts whose work grows faster
 * than their length, and texts over the reader's time limit (`TextReader.mostMs`).
 *
 * The same seed tries the same texts. Measures CPU time of this process instead of wall time, and each
 * finding several times, so that a busy machine causes none; nothing else should run in the process
 * meanwhile.
 *
 * For the fuzzer: `findSlowInputs({ seed, readers: textReaders(), attempts: 500 })`; some 40 seconds.
 */
export function findSlowInputs(search: SlowInputSearch): SlowInput[] {
  const { seed, readers, attempts, stopwatch = cpuTime, onFound } = search
  const random = new Random(seed)
  return readers.flatMap((reader) => {
    const plainMs = leastTime(stopwatch, reader, plainText(reader.mostCharacters))
    const found: SlowInput[] = []
    for (let attempt = 0; attempt < attempts; attempt++) {
      const shape = drawShape(random, reader.fragments)
      const slow = judge(reader, shape, stopwatch, plainMs)
      // One finding per fragment: the same fragment is slow in many combinations.
      if (!slow || found.some(({ unit }) => unit === slow.unit)) continue
      found.push(slow)
      onFound?.(slow)
    }
    return found
  })
}

/** Parts of a text: the repeated unit, and both ends. */
interface Shape {
  prefix: string
  unit: string
  suffix: string
}

/** Measures one text; undefined if it is not slow. */
export function judge(
  reader: TextReader,
  shape: Shape,
  stopwatch: Stopwatch = cpuTime,
  plainMs = leastTime(stopwatch, reader, plainText(reader.mostCharacters)),
): SlowInput | undefined {
  const { mostCharacters: characters, mostMs } = reader
  const probeMs = stopwatch(reader, textOf(shape, characters * firstPart))
  // Even cubic work would have shown at this length.
  if (probeMs < Math.min(mostMs, negligibleMs) * firstPart ** 3) return undefined
  const text = textOf(shape, characters)
  if (stopwatch(reader, text) < Math.min(mostMs, negligibleMs)) return undefined

  const half = textOf(shape, characters / 2)
  const growthOf = (times: number): number =>
    leastTime(stopwatch, reader, text, times) /
    Math.max(leastTime(stopwatch, reader, half, times), 0.01)
  const ms = leastTime(stopwatch, reader, text)
  const growth = growthOf(measurements)
  const isMuch = ms > Math.max(negligibleMs, timesPlain * plainMs)
  const outgrows = isMuch && growth > slowGrowth && growthOf(confirmations) > slowGrowth
  if (!outgrows && ms <= mostMs) return undefined
  const leastMs = leastTime(stopwatch, reader, text, confirmations)
  if (!outgrows && leastMs <= mostMs * Math.max(1, slownessOfMachine())) return undefined
  return { reader: reader.name, ...shape, characters, ms, plainMs, growth }
}

/** A finding as one line of a report. */
export function describeSlowInput({ reader, prefix, unit, suffix, ...figures }: SlowInput): string {
  const { characters, ms, plainMs, growth } = figures
  const shape = [prefix, unit, suffix].map((part) => JSON.stringify(part)).join(' + ')
  const times = `${ms.toFixed(1)} ms (plain text: ${plainMs.toFixed(1)})`
  return `${reader}: ${shape} to ${characters} characters took ${times}, ${growth.toFixed(1)} times its half`
}

function drawShape(random: Random, fragments: readonly string[]): Shape {
  const some = (least: number, most: number) =>
    Array.from({ length: random.between(least, most) }, () => random.pick(fragments)).join('')
  const repeated = random.chance(0.2) ? some(1, 1).repeat(random.between(2, 40)) : ''
  return { prefix: some(0, 2), unit: some(1, 3) + repeated, suffix: some(0, 2) }
}

/** The unit repeated between prefix and suffix, to a length. */
function textOf({ prefix, unit, suffix }: Shape, characters: number): string {
  const inner = Math.max(1, Math.floor(characters) - prefix.length - suffix.length)
  return prefix + unit.repeat(Math.ceil(inner / unit.length)).slice(0, inner) + suffix
}

function plainText(characters: number): string {
  return textOf({ prefix: '', unit: 'nobody minds a plain word. ', suffix: '' }, characters)
}

/** The minimum of a few runs, in milliseconds. */
function leastTime(
  stopwatch: Stopwatch,
  reader: TextReader,
  text: string,
  times = measurements,
): number {
  return Math.min(...Array.from({ length: times }, () => stopwatch(reader, text)))
}

/** CPU time of {@link usualWork} on the machine that the readers' limits were set for. */
const usualWorkMs = 15

/**
 * Current slowdown relative to the usual machine, for example because other processes share the processors.
 */
function slownessOfMachine(): number {
  const text = plainText(usualWork.mostCharacters)
  return leastTime(cpuTime, usualWork, text, confirmations) / usualWorkMs
}

const usualWork: TextReader = {
  ...{ name: 'usual work', mostCharacters: 1_000_000, mostMs: Infinity, fragments: [] },
  read: (text) => void JSON.parse(JSON.stringify(text.split(' '))),
}

function cpuTime({ read }: TextReader, text: string): number {
  const before = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
