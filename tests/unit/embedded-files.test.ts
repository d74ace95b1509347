import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import files from '../support/run/embedded-files'

const root = join(__dirname, '../..')

describe('the files that also run on the embedded stores', () => {
  it('exist', () => {
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('are listed for each folder of queries', () => {
    const text = readFileSync(join(root, 'tests/support/run/embedded-files.js'), 'utf8')
    const queries = readdirSync(join(root, 'src/server/data')).filter((name) => name !== 'schema')
    expect(queries.filter((name) => !new RegExp(`// .*\\b${name}: \\d+ of`).test(text))).toEqual([])
  })
})
