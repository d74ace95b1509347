import { Random } from '../support/random'
import type { TextReader } from './text-reader'

/** A text that breaks the doubling law: its work grows faster than its length, or it takes too long. */
export interface SlowInput extends Shape {
  reader: string
  characters: number
  /** CPU time for the text. */
  ms: number
  /** Factor of the time when the text is doubled: 2 if the work is linear, 4 if it is quadratic. */
  growth: number
}

/** Parts of a text: the repeated unit, and both ends. */
export interface Shape {
  prefix: string
  unit: string
  suffix: string
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
export type Stopwatch = (reader: TextReader, text: string) => number | Promise<number>

/** Shorter times are far below what the event loop bears, and steps of a reader, such as the cut of a long text, weigh more in them. */
const negligibleMs = 40
/**
 * A text is compared with parts of it, in doublings: with a sixteenth, so that no noise makes linear work (16 times) look
 * quadratic (256 times), and with a quarter, since the processor's caches make the first few kilobytes cheaper than all others.
 */
const doublings = { far: 4, near: 2 }
/** Max factor of the time for each doubling. */
const mostGrowth = 2.6
/** Growth that no noise makes of linear work: no further measurement is needed. */
const certainGrowth = 3.2
/** Max time for a sixteenth of a text; a slower reader is judged by a shorter text. */
const longestPartMs = 12
/** Measurements of a text and of its parts, in turns. The least of each counts, so that other work on the machine does not matter. */
const measurements = 3
/** Max measurements, for a text that seems slow. */
const mostMeasurements = 15

/**
 * Searches for texts that break the doubling law: repeated fragments that have a meaning to the reader, between others
 * that might cause backtracking. Finds two kinds: texts whose work grows faster than their length, and texts over the
 * reader's time limit (`TextReader.mostMs`).
 *
 * The same seed tries the same texts. Measures CPU time of this process instead of wall time; nothing else should run in
 * the process meanwhile.
 *
 * For the fuzzer: `findSlowInputs({ seed, readers: textReaders(), attempts: 500 })`.
 */
export async function findSlowInputs(search: SlowInputSearch): Promise<SlowInput[]> {
  const { seed, readers, attempts, stopwatch = cpuTime, onFound } = search
  const random = new Random(seed)
  const found: SlowInput[] = []
  for (const reader of readers) {
    const units = new Set<string>()
    for (let attempt = 0; attempt < attempts; attempt++) {
      const slow = await judge(reader, drawShape(random, reader.fragments), stopwatch)
      // One finding per fragment: the same fragment is slow in many combinations.
      if (!slow || units.has(slow.unit)) continue
      units.add(slow.unit)
      found.push(slow)
      onFound?.(slow)
    }
  }
  return found
}

/** Measures one text; undefined if it obeys the doubling law and takes no longer than its reader may. */
export async function judge(
  reader: TextReader,
  shape: Shape,
  stopwatch: Stopwatch = cpuTime,
): Promise<SlowInput | undefined> {
  const times = 2 ** doublings.far
  let characters = reader.mostCharacters
  let far = await stopwatch(reader, textOf(shape, characters / times))
  // Even cubic work would have shown at this length.
  if (far < Math.min(reader.mostMs, negligibleMs) / times ** 3) return undefined
  while (far > longestPartMs) {
    characters /= times
    far = await stopwatch(reader, textOf(shape, characters / times))
  }
  const texts = [1, 2 ** doublings.near, times].map((part) => textOf(shape, characters / part))
  const [whole = '', quarter = '', sixteenth = ''] = texts
  let ms = await stopwatch(reader, whole)
  let near = Infinity
  if (ms < Math.min(reader.mostMs, negligibleMs)) return undefined

  const growth = (): number =>
    Math.min(
      (ms / Math.max(far, 0.01)) ** (1 / doublings.far),
      (ms / Math.max(near, 0.01)) ** (1 / doublings.near),
    )
  for (let measured = 1; measured < mostMeasurements; measured++) {
    far = Math.min(far, await stopwatch(reader, sixteenth))
    near = Math.min(near, await stopwatch(reader, quarter))
    ms = Math.min(ms, await stopwatch(reader, whole))
    if (measured < measurements - 1) continue
    if (ms > negligibleMs && growth() > certainGrowth) break
    if (ms > negligibleMs && growth() > mostGrowth) continue
    if (ms <= reader.mostMs || ms <= reader.mostMs * (await slownessOfMachine())) return undefined
  }
  return { reader: reader.name, ...shape, characters, ms, growth: growth() }
}

/** A finding as one line of a report. */
export function describeSlowInput(found: SlowInput): string {
  const { reader, prefix, unit, suffix, characters, ms, growth } = found
  const shape = [prefix, unit, suffix].map((part) => JSON.stringify(part)).join(' + ')
  return `${reader}: ${shape} to ${characters} characters took ${ms.toFixed(1)} ms, ${growth.toFixed(1)} times its half`
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

/** CPU time of {@link usualWork} on the machine that the readers' limits were set for. */
const usualWorkMs = 15

/**
 * Current slowdown relative to the usual machine, at least 1; for example because other processes share the processors.
 */
async function slownessOfMachine(): Promise<number> {
  const text = textOf({ prefix: '', unit: 'nobody minds a plain word. ', suffix: '' }, 1_000_000)
  const times: number[] = []
  for (let measured = 0; measured < measurements; measured++) {
    times.push(await cpuTime(usualWork, text))
  }
  return Math.max(1, Math.min(...times) / usualWorkMs)
}

const usualWork: Pick<TextReader, 'read'> = {
  read: (text) => void JSON.parse(JSON.stringify(text.split(' '))),
}

async function cpuTime({ read }: Pick<TextReader, 'read'>, text: string): Promise<number> {
  const before = process.cpuUsage()
  const reading = read(text)
  if (reading instanceof Promise) await reading
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
