import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The version of Parley, from package.json. */
export const packageVersion = (
  JSON.parse(readFileSync(path.join(__dirname, '../../../package.json'), 'utf8')) as {
    version: string
  }
).version
