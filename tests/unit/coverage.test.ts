import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listStaleJudgments, readCoverage } from '../../scripts/lib/coverage/compare'
import { writeCoverage } from '../../scripts/lib/coverage/write'

describe('the coverage of feature level 371', () => {
  const coverage = readCoverage()

  it('gives a reason for every missing part', () => {
    const { operations, events, registerKeys } = coverage
    const all = [
      ...operations.flatMap((each) => [
        each,
        ...each.args.map((arg) => ({ ...arg, name: `${each.name} ${arg.name}` })),
      ]),
      ...events,
      ...registerKeys,
    ]
    expect(all.filter(({ verdict }) => !verdict).map(({ name }) => name)).toEqual([])
  })

  it('lists no existing part as missing', () => {
    expect(listStaleJudgments(coverage)).toEqual([])
  })

  it('matches the documents; `npm run coverage` updates them', () => {
    const page = readFileSync(join(__dirname, '../../docs/protocol/coverage.md'), 'utf8')
    expect(page).toBe(writeCoverage(coverage))
  })
})
