/**
 * Measures start-up time and memory of the embedded server on this machine; `npm run bench` measures a server
 * under load. Leaves nothing behind.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { measureEmbedded } from './lib/measure/embedded'
import { bestOf, tableOf } from './lib/measure/figures'
import type { Figure } from './lib/measure/figures'

async function main(): Promise<void> {
  const { json } = new Command('npm run measure --')
    .description('Measures the start of the built server; figures are the best of three.')
    .option('--json', 'print JSON instead of a table', false)
    .parse()
    .opts<{ json: boolean }>()
  if (!existsSync(path.resolve(__dirname, '../dist/main.js'))) {
    throw new Error('There is no dist/main.js: build the server first, with npm run build.')
  }
  const figures = await measureEmbedded()
  console.log(json ? JSON.stringify(figures.map(withBest)) : tableOf(figures))
}

function withBest(figure: Figure): Figure & { best: number } {
  return { ...figure, best: bestOf(figure) }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
