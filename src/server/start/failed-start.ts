import { relative, resolve, sep } from 'node:path'
import { ConfigError } from '../config/config'
import type { Config } from '../config/config'
import { DataFolderInUseError } from '../data/engine/data-folder'
import { DifferentShardsError, NotSoleWorkerError } from '../data/engine/claim'
import { NewerSchemaError } from '../data/engine/migrate'
import { StoreAwayError } from '../lib/store-away'
import { ApiError } from '../lib/api-error'
import { LoginNotKeptError } from './owner-login'

const forOperators = [
  ConfigError,
  DataFolderInUseError,
  DifferentShardsError,
  LoginNotKeptError,
  NewerSchemaError,
  NotSoleWorkerError,
  StoreAwayError,
  ApiError,
]

/** Whether the message of an error is all that an operator needs. */
export function isForOperators(error: unknown): boolean {
  return forOperators.some((kind) => error instanceof kind)
}

/** Why the server did not start: a sentence for known causes, else the whole error. */
export function explainFailedStart(error: unknown, { host, port, dataDir }: Config): string {
  if (isForOperators(error)) return (error as Error).message
  // Before the codes below, which files and addresses share.
  if (isOfFolder(error, dataDir)) {
    return `The folder of DATA_DIR, ${dataDir}, cannot be used: ${error.message}.`
  }
  switch ((error as { code?: unknown }).code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use already; set PORT to another one.`
    case 'EACCES':
      return `This account may not listen on port ${port} of ${host}; set PORT above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine; look at HOST.`
    default:
      return describeBug(error)
  }
}

/** Whether an error concerns a file in the folder, or a parent of the folder. */
function isOfFolder(error: unknown, folder: string): error is Error {
  if (!(error instanceof Error && 'path' in error && typeof error.path === 'string')) return false
  const way = relative(resolve(folder), resolve(error.path)).split(sep)
  return way[0] !== '..' || way.every((step) => step === '..')
}

/**
 * Describes an unexpected error for developers: only message and stack, because errors of databases carry
 * whole rows, with hashes and keys, and the values of their statement.
 */
export function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  const told = error.stack ?? `${error.name}: ${error.message}`
  return typeof code === 'string' ? `${told}\n(code ${code})` : told
}
