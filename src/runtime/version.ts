import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The version of Parley, as its package names it. */
export const packageVersion = (
  JSON.parse(readFileSync(path.join(__dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
).version
