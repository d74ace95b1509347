import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config'
import { createSealer } from '../identity/sealer'
import type { Sealer } from '../identity/sealer'

const fileName = 'secrets.key'

/**
 * Encrypts with SECRETS_KEY. A worker with an embedded database is alone, and makes a key in its folder when it first needs
 * one; workers that share a database need a common key.
 */
export function openSealer(
  { secretsKey, databaseUrl, dataDir }: Pick<Config, 'secretsKey' | 'databaseUrl' | 'dataDir'>,
  { inMemory }: { inMemory: boolean },
): Sealer | undefined {
  if (secretsKey !== '') return createSealer(secretsKey)
  if (databaseUrl !== undefined) return undefined
  let sealer: Sealer | undefined
  const open = () => (sealer ??= createSealer(inMemory ? newKey() : keyIn(dataDir)))
  return {
    seal: (text, purpose) => open().seal(text, purpose),
    open: (sealed, purpose) => open().open(sealed, purpose),
  }
}

const newKey = () => randomBytes(32).toString('base64url')

function keyIn(folder: string): string {
  const file = join(folder, fileName)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(folder, { recursive: true })
  const key = newKey()
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return key
}
