/**
 * Writes the page of coverage among the protocol documents anew: what of feature level 371 is built.
 *
 *     npm run coverage
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeCoverage } from './lib/coverage/write'

writeFileSync(path.resolve(__dirname, '../docs/protocol/coverage.md'), writeCoverage())
