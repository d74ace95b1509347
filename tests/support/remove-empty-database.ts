import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emptyDatabaseVariable } from './empty-database'

async function removeEmptyDatabase(): Promise<void> {
  const path = process.env[emptyDatabaseVariable]
  if (path) await rm(dirname(path), { recursive: true, force: true })
}

export = removeEmptyDatabase
