import { inspect } from 'node:util'
import { ConfigError } from '../config/config'
import type { Config } from '../config/config'
import { DataFolderInUseError } from '../db/engine/data-folder'
import { DifferentShardsError, NotSoleWorkerError } from '../db/engine/claim'
import { StoreAwayError } from '../runtime/store-away'
import { ApiError } from '../wire/api-error'

const forOperators = [
  ConfigError,
  DataFolderInUseError,
  DifferentShardsError,
  NotSoleWorkerError,
  StoreAwayError,
  ApiError,
]

/** Why the server did not start: in a sentence where that is known, else with all there is. */
export function explainFailedStart(error: unknown, { host, port }: Config): string {
  if (forOperators.some((kind) => error instanceof kind)) return (error as Error).message
  switch ((error as { code?: unknown }).code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use already; set PORT to another one.`
    case 'EACCES':
      return `This account may not listen on port ${port} of ${host}; set PORT above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine; look at HOST.`
    default:
      return inspect(error)
  }
}
