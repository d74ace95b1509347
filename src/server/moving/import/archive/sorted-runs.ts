import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeTemporaryFolder } from './temporary-folder'
import type { TemporaryFolder } from './temporary-folder'

const perRun = 50_000
const heaviestRun = 64 * 1024 ** 2

/** Sorts items by time on disk; holds one run in memory, of 50,000 items or of 64 Mi characters. */
export class SortedRuns<Item extends { at: number }> {
  private readonly files: string[] = []
  private run: Item[] = []
  private weight = 0

  private constructor(private readonly place: TemporaryFolder) {}

  /** @returns runs in a folder of their own, which {@link delete} deletes */
  static async create<Item extends { at: number }>(): Promise<SortedRuns<Item>> {
    return new SortedRuns<Item>(await makeTemporaryFolder())
  }

  /** @param characters about how many an item has, if some may be large */
  async add(item: Item, characters = 0): Promise<void> {
    this.run.push(item)
    this.weight += characters
    if (this.run.length >= perRun || this.weight >= heaviestRun) await this.writeRun()
  }

  private async writeRun(): Promise<void> {
    const file = join(this.place.folder, String(this.files.length))
    this.files.push(file)
    const items = this.run.sort((one, other) => one.at - other.at)
    this.run = []
    this.weight = 0
    const lines = Readable.from(linesOf(items))
    await pipeline(lines, createWriteStream(file, { mode: 0o600 }))
  }

  /** All items by time; items of the same time in the order of their addition. Every call begins anew. */
  async *sorted(): AsyncGenerator<Item> {
    if (this.run.length > 0) await this.writeRun()
    const runs = this.files.map((file) => readItems<Item>(file))
    const heads: (Item | undefined)[] = []
    for (const run of runs) heads.push((await run.next()).value)
    for (;;) {
      const index = earliest(heads)
      const item = heads[index]
      if (item === undefined) return
      yield item
      heads[index] = (await runs[index]?.next())?.value
    }
  }

  async delete(): Promise<void> {
    await this.place.remove()
  }
}

function* linesOf(items: readonly unknown[]): Generator<string> {
  for (const item of items) yield `${JSON.stringify(item)}\n`
}

async function* readItems<Item>(file: string): AsyncGenerator<Item, undefined> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  for await (const line of lines) yield JSON.parse(line) as Item
  return undefined
}

function earliest(heads: readonly ({ at: number } | undefined)[]): number {
  let best = -1
  for (const [index, head] of heads.entries()) {
    if (head && (best < 0 || head.at < (heads[best]?.at ?? 0))) best = index
  }
  return best
}
