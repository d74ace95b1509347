import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(__dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The cells of each row of the tables under a heading, without the head. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = read('docs/threats.md').split(`\n## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(1).map((row) =>
    row
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
}

const filesIn = (cell = ''): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => `${file}`)

describe('docs/threats.md', () => {
  const ofSecurity = rowsUnder('Promises of SECURITY.md')
  const byParty = rowsUnder('Promises by party')

  it('names tests that exist for each promise', () => {
    const rows = [...ofSecurity, ...byParty]
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) {
      const files = filesIn(row.at(-1))
      expect([row[0], files.length > 0]).toEqual([row[0], true])
      for (const file of files) {
        expect(file).toMatch(/^tests\/.+\.ts$/)
        expect([file, existsSync(join(root, file))]).toEqual([file, true])
      }
    }
  })

  it('has each promise of SECURITY.md, and no other under that name', () => {
    const [, promised = ''] = read('SECURITY.md').split('\n## Promises\n')
    const [text = ''] = promised.split('\n## ')
    const promises = [...text.matchAll(/^- \*\*(.+?)\*\*/gms)].map(([, promise]) => promise)
    expect(promises.length).toBeGreaterThan(5)
    expect(ofSecurity.map(([promise]) => promise)).toEqual(promises)
  })

  it('has promises for each party', () => {
    const parties = rowsUnder('Parties').map(([party = '']) => party.split(':')[0])
    expect(parties).toHaveLength(9)
    expect([...new Set(byParty.map(([party]) => party))].sort()).toEqual(parties.sort())
  })
})
