/**
 * Rewrites the coverage page among the protocol documents: which parts of feature level 371 are built.
 *
 *     npm run coverage
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeCoverage } from './lib/coverage/write'

writeFileSync(path.resolve(__dirname, '../docs/protocol/coverage.md'), writeCoverage())
