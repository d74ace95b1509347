import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DoublingJob, DoublingVerdict } from '../fuzz/doubling-process'
import { randomOf, sampled, sampledCount } from '../support/sample'

const root = join(__dirname, '../..')

/** Readers whose input is no text of some length, with the test of their bounds. */
const otherReaders = new Map([
  ['passwords', 'tests/api/password-strength.test.ts'],
  ['pictures: uploads, avatars, emoji', 'tests/unit/chat/uploads/pictures.test.ts'],
  ['pictures of other hosts', 'tests/api/external-content.test.ts'],
])

async function judgeReaders(job: DoublingJob): Promise<DoublingVerdict> {
  const child = fork(join(root, 'tests/fuzz/doubling-process.ts'), {
    execArgv: [
      ...['--single-threaded', '--min-semi-space-size=128', '--max-semi-space-size=128'],
      ...['--require', join(root, 'scripts/lib/compile-typescript.js')],
    ],
  })
  const exited = once(child, 'exit')
  child.send(job)
  const [verdict] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error('The process of the doubling law ended.')
    }),
  ])) as [DoublingVerdict]
  await exited
  return verdict
}

/** The first cell of each row of the table of readers. */
function rowsOfThreats(): string[] {
  const text = readFileSync(join(root, 'docs/threats.md'), 'utf8')
  const [, section = ''] = text.split('\n## Readers of foreign data\n')
  const [table = ''] = section.split('\n## ')
  const rows = table.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(1).map((line) => line.split(' | ')[0]?.slice(2) ?? '')
}

describe(sampled('the doubling law'), () => {
  let verdict: DoublingVerdict
  beforeAll(async () => {
    verdict = await judgeReaders({
      seed: randomOf('doubling law').between(0, 2 ** 31),
      charactersOfReader: sampledCount(1_600_000, 0.05),
      payloads: sampledCount(200, 0.04),
    })
    // Some ten seconds of CPU, which a busy machine gives in minutes.
  }, 900_000)

  it('is obeyed by each reader of foreign texts: twice the text costs at most 2.6 times as much', () => {
    expect(verdict.slow).toEqual([])
  })

  it('is tested for each reader that the page about threats names', () => {
    const tested = new Set<string>(verdict.readers.map(({ row }) => row))
    const named = rowsOfThreats()
    expect(named.filter((row) => !tested.has(row) && !otherReaders.has(row))).toEqual([])
    expect([...tested, ...otherReaders.keys()].filter((row) => !named.includes(row))).toEqual([])
  })
})
