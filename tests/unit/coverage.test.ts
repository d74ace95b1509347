import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listStaleJudgements, readCoverage } from '../../scripts/lib/coverage/compare'
import { writeCoverage } from '../../scripts/lib/coverage/write'

describe('what of feature level 371 is built', () => {
  const coverage = readCoverage()

  it('says of everything that is missing why it is', () => {
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

  it('calls nothing missing that is there', () => {
    expect(listStaleJudgements(coverage)).toEqual([])
  })

  it('stands in the documents; `npm run coverage` writes it anew', () => {
    const page = readFileSync(join(__dirname, '../../docs/protocol/coverage.md'), 'utf8')
    expect(page).toBe(writeCoverage(coverage))
  })
})
