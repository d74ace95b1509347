import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const migrations = join(__dirname, '../../db/migrations')

/** A digest of all inputs of an empty database: the migrations, and further files. */
export async function digestOfMigrations(...further: readonly string[]): Promise<string> {
  const names = (await readdir(migrations)).sort()
  const files = names.map((name) => join(migrations, name))
  const hash = createHash('sha1')
  for (const file of [...further, ...files]) hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}
