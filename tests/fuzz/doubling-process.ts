import { Random } from '../support/random'
import { describeSlowInput, findSlowInputs, judge } from './slow-inputs'
import type { Shape } from './slow-inputs'
import { onceSlow } from './once-slow'
import type { TextReader } from './text-reader'
import { textReaders } from './text-readers'

/*
 * Entry module of the process in which the doubling law is tested: nothing else runs in it, and V8 does all of its work in
 * one thread, so that its CPU time is that of the reader.
 */

/** To the process. */
export interface DoublingJob {
  seed: number
  /** Characters of all random texts for a reader. */
  charactersOfReader: number
  /** Number of the readers of payloads that are tried: there are many, and alike. */
  payloads: number
}

/** From the process. */
export interface DoublingVerdict {
  /** Name and row of each reader. */
  readers: Pick<TextReader, 'name' | 'row'>[]
  /** A line for each text that breaks the law. */
  slow: string[]
}

/** Bounds of the number of random texts for a reader: readers of long texts get fewer. */
const attempts = { least: 2, most: 16 }

async function perform({
  seed,
  charactersOfReader,
  payloads,
}: DoublingJob): Promise<DoublingVerdict> {
  const readers = textReaders()
  const slow: string[] = []
  for (const reader of drawn(readers, seed, payloads)) {
    const { name, fragments, mostCharacters } = reader
    const shapes: Shape[] = onceSlow
      .filter(([nameOfReader]) => nameOfReader === name)
      .map(([, shape]) => ({ prefix: '', suffix: '', ...shape }))
    for (const shape of shapes) {
      const found = await judge(reader, shape)
      if (found) slow.push(describeSlowInput(found))
    }
    const wanted = Math.round(charactersOfReader / mostCharacters)
    const found = await findSlowInputs({
      ...{ seed, readers: [reader] },
      attempts: Math.min(attempts.most, Math.max(attempts.least, wanted), fragments.length),
    })
    slow.push(...found.map(describeSlowInput))
  }
  return { readers: readers.map(({ name, row }) => ({ name, row })), slow }
}

/** All readers but those of payloads, and some of these: the seed's, and each that was slow once. */
function drawn(readers: readonly TextReader[], seed: number, payloads: number): TextReader[] {
  const wasSlow = new Set(onceSlow.map(([name]) => name))
  const isPayload = ({ name }: TextReader): boolean => name.includes('/') && !wasSlow.has(name)
  const some = new Random(seed).shuffled(readers.filter(isPayload)).slice(0, payloads)
  return [...readers.filter((reader) => !isPayload(reader)), ...some]
}

process.on('message', (job: DoublingJob) => {
  void perform(job).then((verdict) => process.send?.(verdict, () => process.disconnect()))
})
