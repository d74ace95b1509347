import { createReadStream } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { ExportOutput } from '../../../stores/files/export-output'

/** Average number of messages per bucket, and the bounds of the number of buckets. */
const messagesPerBucket = 1_000
const [fewestBuckets, mostBuckets] = [16, 1_024]
/** Characters of a bucket that wait in memory. */
const charactersPerWrite = 8_192
/** Max different words of a page in the index; further words are not found. */
const mostWords = 50_000

/** The words of a text as the search compares them: small letters without accents, at most 40 characters. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss')
  const found =
    plain.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? []
  return found.map((word) => word.slice(0, 40))
}

/** Words that begin with the same three characters share a bucket. */
export function bucketOf(word: string, buckets: number): number {
  let hash = 0
  for (const character of word.slice(0, 3)) {
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  }
  return hash % buckets
}

/** A message as the search shows it. */
export type FoundMessage = readonly [id: number, sender: string, time: string, text: string]

export interface IndexedPage {
  /** Path from the top of the export. */
  path: string
  title: string
  messages: readonly FoundMessage[]
}

/**
 * Index of an export for the search in its pages: a script with the texts of each page, and scripts with the words by bucket.
 * The words wait in files until the end.
 */
export class SearchIndex {
  readonly buckets: number
  private readonly waiting: string[]
  private readonly files: (string | undefined)[]
  private pages = 0

  constructor(
    private readonly output: ExportOutput,
    private readonly options: {
      /** Folder of the export, with a trailing slash, or ''. */
      root: string
      messages: number
      newPath: () => Promise<string>
    },
  ) {
    const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, options.messages / messagesPerBucket)))
    this.buckets = Math.min(mostBuckets, Math.max(fewestBuckets, wanted))
    this.waiting = Array.from({ length: this.buckets }, () => '')
    this.files = Array.from({ length: this.buckets })
  }

  async add(page: IndexedPage): Promise<void> {
    const number = (this.pages += 1)
    const words = new Set(wordsOf(page.title))
    for (const [, sender, , text] of page.messages) {
      for (const word of wordsOf(`${sender} ${text}`)) if (words.size < mostWords) words.add(word)
    }
    await this.write(`texts-${number}`, (sink) => sink(JSON.stringify(page)))
    for (const word of words) {
      const bucket = bucketOf(word, this.buckets)
      this.waiting[bucket] += `${word} ${number}\n`
      if ((this.waiting[bucket]?.length ?? 0) >= charactersPerWrite) await this.store(bucket)
    }
  }

  private async store(bucket: number): Promise<void> {
    const file = (this.files[bucket] ??= await this.options.newPath())
    await appendFile(file, this.waiting[bucket] ?? '')
    this.waiting[bucket] = ''
  }

  /** Writes the words. */
  async finish(): Promise<void> {
    for (let bucket = 0; bucket < this.buckets; bucket += 1) {
      const words = new Map<string, string>()
      const take = (line: string) => {
        const [word = '', page = ''] = line.split(' ')
        const known = words.get(word)
        words.set(word, known === undefined ? page : `${known},${page}`)
      }
      const file = this.files[bucket]
      if (file !== undefined) {
        for await (const line of createInterface({ input: createReadStream(file) })) take(line)
      }
      for (const line of this.waiting[bucket]?.split('\n') ?? []) if (line !== '') take(line)
      await this.write(`words-${bucket}`, async (sink) => {
        let before = '['
        for (const [word, pages] of words) {
          await sink(`${before}[${JSON.stringify(word)},[${pages}]]`)
          before = ',\n'
        }
        await sink(before === '[' ? '[]' : ']')
      })
    }
  }

  private async write(
    name: string,
    write: (sink: (text: string) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    await this.output.addText(`${this.options.root}search/${name}.js`, async (sink) => {
      await sink.write(`parleyData(${JSON.stringify(name)},`)
      await write((text) => sink.write(text))
      await sink.write(')\n')
    })
  }

  /** Deletes the files in which words wait. */
  async close(): Promise<void> {
    for (const file of this.files) if (file !== undefined) await rm(file, { force: true })
  }
}
