/**
 * Rewrites README's table of settings from their declarations (`src/server/config/settings.ts`).
 *
 *     npm run readme
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tabulateSettings } from '../src/server/config/settings'

const file = path.resolve(__dirname, '../README.md')
const readme = readFileSync(file, 'utf8')
const table = /^\| Variable \|.*\n(?:\|.*\n)+/m
if (!table.test(readme)) throw new Error('README.md has no table of settings.')
writeFileSync(
  file,
  readme.replace(table, () => `${tabulateSettings()}\n`),
)
