import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tabulateSettings } from '../../src/server/config/settings'

describe('README', () => {
  const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8')

  it('lists every setting with its default and meaning; `npm run readme` updates the list', () => {
    expect(readme).toContain(tabulateSettings())
  })
})
