/**
 * Size of the code: files, imports and import cycles of `src`, functions with five or more parameters, comments and
 * sentences of documents that are hard to read, and the number of files that a send, a poll, a registration and an edit run
 * through. Needs PostgreSQL and Redis, and leaves nothing behind there.
 *
 *     npm run structure                    # the table
 *     npm run structure -- --list send     # the files of one way
 *     npm run structure -- --code          # long signatures, comments and sentences by place, without services
 */
import { Command, Option } from 'commander'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { measureDocuments } from './lib/structure/documents'
import { measureLanguage } from './lib/structure/language'
import type { Comment } from './lib/structure/language'
import { findLongSignatures } from './lib/structure/parameters'
import { describeGraph, readSourceGraph } from './lib/structure/source-graph'
import { measureWays, wayNames } from './lib/structure/ways'

interface Options {
  list?: (typeof wayNames)[number]
  code?: true
}

async function main(): Promise<void> {
  const { list, code } = new Command('npm run structure --')
    .description('Counts files and imports of src, and the files that requests go through.')
    .addOption(new Option('--list <way>', 'name the files of one way').choices(wayNames))
    .option(
      '--code',
      'list functions with many parameters, and comments and sentences to read again',
    )
    .parse()
    .opts<Options>()
  const graph = readSourceGraph()
  if (code) {
    printPlaces(graph.keys())
    return
  }
  const ways = await measureWays()
  if (list) {
    const { own, shared } = ways[list]
    console.log([...own, ...shared.map((file) => `(${file})`)].join('\n'))
    return
  }
  for (const [name, value] of Object.entries({
    ...describeGraph(graph),
    ...describeCode(graph.keys()),
    ...describeDocuments(),
  })) {
    console.log(`${name.padEnd(44)} ${value}`)
  }
  for (const name of wayNames) {
    const { own, shared } = ways[name]
    console.log(
      `${`files on the way of ${name}, own and all`.padEnd(44)} ${own.length} of ${own.length + shared.length}`,
    )
  }
}

function describeCode(files: Iterable<string>): Record<string, number | string> {
  const names = [...files]
  const { comments, openings, freeRelatives } = measureLanguage(textsOf(names))
  const share = ({ length }: readonly Comment[]): string =>
    `${length} of ${comments} (${((100 * length) / Math.max(1, comments)).toFixed(1)} %)`
  return {
    'functions with five or more parameters': findLongSignatures(names).length,
    'comments that open like a riddle': share(openings),
    'comments with a free relative': share(freeRelatives),
  }
}

const folders = {
  'README and docs': 'docs',
  'docs/protocol': 'docs/protocol',
  'docs/decisions': 'docs/decisions',
}

function describeDocuments(): Record<string, string> {
  const lines = Object.entries(folders).map(([name, folder]) => {
    const { words, sentences, hard } = measureDocuments(textsOf(documentsIn(folder)))
    const share = ((100 * hard.length) / Math.max(1, sentences)).toFixed(1)
    return [
      `hard sentences of ${name}`,
      `${hard.length} of ${sentences} (${share} %), in ${words} words`,
    ]
  })
  return Object.fromEntries(lines) as Record<string, string>
}

function documentsIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.md')).map((name) => path.join(folder, name))
  return folder === 'docs' ? ['README.md', ...files.sort()] : files.sort()
}

function printPlaces(files: Iterable<string>): void {
  const names = [...files]
  const placeOf = (file: string, line: number): string => `${path.relative('', file)}:${line}`
  for (const { file, line, name, parameters } of findLongSignatures(names)) {
    console.log(`${placeOf(file, line)}  ${name}: ${parameters} parameters`)
  }
  const { openings, freeRelatives } = measureLanguage(textsOf(names))
  for (const { file, line, text } of new Set([...openings, ...freeRelatives])) {
    console.log(`${placeOf(file, line)}  ${text.slice(0, 120)}`)
  }
  for (const { file, line, text } of measureDocuments(textsOf(documentsIn('docs'))).hard) {
    console.log(`${placeOf(file, line)}  ${text.slice(0, 120)}`)
  }
}

function textsOf(files: readonly string[]): [string, string][] {
  return files.map((file) => [file, readFileSync(file, 'utf8')])
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
