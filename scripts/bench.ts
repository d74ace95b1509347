/**
 * Measures throughput and cost of the built server, in alternation with a bare Node broadcaster. Explained in
 * docs/performance.md. Leaves nothing behind.
 *
 * Exits with 1 when a message was lost, repeated or out of order.
 */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { prepareBench } from './lib/bench/bench'
import { Cleanup } from './lib/bench/cleanup'
import { isFault } from './lib/bench/message-rows'
import { readBenchOptions } from './lib/bench/options'
import { summarizeProfiles } from './lib/bench/profile-summary'
import { tableOf } from './lib/bench/report'
import type { Row } from './lib/bench/rows'
import { scenarios } from './lib/bench/scenarios'
import type { Scenario } from './lib/bench/scenario'

interface ScenarioResult {
  scenario: string
  summary: string
  rows: Row[]
}

async function main(): Promise<void> {
  const options = readBenchOptions(
    process.argv,
    scenarios.map((scenario) => scenario.name),
  )
  if (!existsSync(path.resolve(__dirname, '../dist/main.js'))) {
    throw new Error('There is no dist/main.js: build the server first, with npm run build.')
  }
  const cleanup = new Cleanup()
  const results: ScenarioResult[] = []
  try {
    await Promise.race([interrupted(), runScenarios()])
  } finally {
    await cleanup.perform()
  }
  if (options.profile) await summarizeProfiles(options.profile)
  if (options.json) console.log(JSON.stringify({ machine: describeMachine(), options, results }))
  if (results.some(({ rows }) => rows.some(isFault))) process.exitCode = 1

  async function runScenarios(): Promise<void> {
    const bench = await prepareBench(options, cleanup)
    for (const scenario of scenarios.filter(({ name }) => options.only.includes(name))) {
      results.push(await runScenario(scenario))
    }

    async function runScenario({ name, summary, run }: Scenario): Promise<ScenarioResult> {
      const rows = await run(bench)
      if (!options.json) console.log(`\n${name}: ${summary}\n\n${tableOf(rows)}\n`)
      return { scenario: name, summary, rows }
    }
  }
}

function interrupted(): Promise<never> {
  return new Promise((_, reject) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => reject(new Error(`Stopped by ${name}.`)))
    }
  })
}

function describeMachine(): object {
  return { node: process.version, processors: availableParallelism(), at: new Date().toISOString() }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
