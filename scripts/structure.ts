/**
 * Size of the code: files, imports and import cycles of `src`, and the number of files that a send, a poll, a
 * registration and an edit run through. Needs PostgreSQL and Redis, and leaves nothing behind there.
 *
 *     npm run structure                    # the table
 *     npm run structure -- --list send     # the files of one way
 */
import { Command, Option } from 'commander'
import { describeGraph, readSourceGraph } from './lib/structure/source-graph'
import { measureWays, wayNames } from './lib/structure/ways'

interface Options {
  list?: (typeof wayNames)[number]
}

async function main(): Promise<void> {
  const { list } = new Command('npm run structure --')
    .description('Counts files and imports of src, and the files that requests go through.')
    .addOption(new Option('--list <way>', 'name the files of one way').choices(wayNames))
    .parse()
    .opts<Options>()
  const ways = await measureWays()
  if (list) {
    const { own, shared } = ways[list]
    console.log([...own, ...shared.map((file) => `(${file})`)].join('\n'))
    return
  }
  for (const [name, value] of Object.entries(describeGraph(readSourceGraph()))) {
    console.log(`${name.padEnd(44)} ${value}`)
  }
  for (const name of wayNames) {
    const { own, shared } = ways[name]
    console.log(
      `${`files on the way of ${name}, own and all`.padEnd(44)} ${own.length} of ${own.length + shared.length}`,
    )
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
