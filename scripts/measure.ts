/**
 * A few figures of the built server on this machine: how long the embedded one takes to start and
 * how much memory it needs, and how many requests one worker answers with PostgreSQL and Redis.
 * For an impression and for closing notes; it is no benchmark. Leaves nothing behind.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { measureEmbedded } from './lib/measure/embedded'
import { type Figure, bestOf, tableOf } from './lib/measure/figures'
import { measureWorker } from './lib/measure/worker'

async function main(): Promise<void> {
  const { json } = new Command('npm run measure --')
    .description('Measures the built server; figures are the best of three.')
    .option('--json', 'print JSON instead of a table', false)
    .addHelpText(
      'after',
      '\nTEST_DATABASE_URL and TEST_REDIS_URL name other stores than local ones.',
    )
    .parse()
    .opts<{ json: boolean }>()
  if (!existsSync(path.resolve(__dirname, '../dist/main.js'))) {
    throw new Error('There is no dist/main.js: build the server first, with npm run build.')
  }
  const figures: Figure[] = [...(await measureEmbedded()), ...(await measureWorker())]
  console.log(json ? JSON.stringify(figures.map(withBest)) : tableOf(figures))
}

function withBest(figure: Figure): Figure & { best: number } {
  return { ...figure, best: bestOf(figure) }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
