import { Random } from '../support/random'
import type { TextReader } from './text-readers'

/** A text that takes a reader much longer than texts usually do. */
export interface SlowInput {
  reader: string
  prefix: string
  /** Repeated until the text is long. */
  unit: string
  suffix: string
  characters: number
  /** CPU time for it, and for as many characters of plain text. */
  ms: number
  plainMs: number
  /** How much longer it takes than half of it: 2 where the work grows with the length, 4 with its square. */
  growth: number
}

export interface SlowInputSearch {
  seed: number
  readers: readonly TextReader[]
  /** Texts for each reader. */
  attempts: number
  stopwatch?: Stopwatch
  /** Told of every finding at once. */
  onFound?: (found: SlowInput) => void
}

/** Tells how many milliseconds a reading takes; unless another is given, by CPU time of this process. */
export type Stopwatch = (reader: TextReader, text: string) => number

/** Nothing below it is slow: it is too little to be measured. */
const negligibleMs = 15
/** A text is slow when it takes so many times as long as a plain one, and its work outgrows its length. */
const timesPlain = 20
const slowGrowth = 2.9
/** Parts of the longest text that are tried first: most texts show at once that they are harmless. */
const firstPart = 1 / 8
const measurements = 3
/** Further ones of what seems slow: those beside much other work count for nothing. */
const confirmations = 10

/**
 * Looks for texts that the functions which read texts from outside take too long for: fragments that mean
 * something to the reader, repeated, between others that might make it look back. Two kinds are found: those
 * whose work outgrows their length, and those that take longer than the reader may take for anything
 * (`TextReader.mostMs`).
 *
 * The same seed tries the same texts. CPU time of this process is measured rather than the time of day, and a finding is
 * measured several times, so that a busy machine makes none; nothing else should run in the process meanwhile.
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
      // One of a kind: the same fragment is slow in many places.
      if (!slow || found.some(({ unit }) => unit === slow.unit)) continue
      found.push(slow)
      onFound?.(slow)
    }
    return found
  })
}

/** Parts of a text: what is repeated, and what stands at its ends. */
interface Shape {
  prefix: string
  unit: string
  suffix: string
}

/** Measures one text. Answers undefined for one that is not slow. */
export function judge(
  reader: TextReader,
  shape: Shape,
  stopwatch: Stopwatch = cpuTime,
  plainMs = leastTime(stopwatch, reader, plainText(reader.mostCharacters)),
): SlowInput | undefined {
  const { mostCharacters: characters, mostMs } = reader
  const probeMs = stopwatch(reader, textOf(shape, characters * firstPart))
  // Work that grows with the cube of the length would have shown.
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

/** A finding in a line, as a report shows it. */
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

/** The least that a few runs take, in milliseconds. */
function leastTime(
  stopwatch: Stopwatch,
  reader: TextReader,
  text: string,
  times = measurements,
): number {
  return Math.min(...Array.from({ length: times }, () => stopwatch(reader, text)))
}

/** CPU time of {@link usualWork} on the machine that the readers' times are meant for. */
const usualWorkMs = 15

/** How many times as long as usual everything takes at this moment, since others share the processors. */
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
