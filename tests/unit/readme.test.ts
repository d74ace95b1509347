import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../../src/config/setting-list'

describe('README', () => {
  const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8')

  it('lists every setting with its default and meaning', () => {
    for (const { name, default: value, description } of settings) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\``))
      const cells = row?.split(/(?<!\\)\|/).map((cell) => cell.trim())
      expect(cells?.slice(2, 4)).toEqual([value === '' ? '' : `\`${value}\``, description])
    }
  })
})
