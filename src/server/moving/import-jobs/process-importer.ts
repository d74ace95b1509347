import type { ChildProcess } from 'node:child_process'
import type { ImportJobRow } from '../../data/schema'
import { BadRequestError } from '../../chat/rules/errors'
import { removeAbandonedFolders } from '../import/archive/temporary-folder'
import { NoSuchArchiveError } from './archive'
import { ImportLostError } from './importer'
import type { Importer, ImportOutcome, ImportWatch } from './importer'
import {
  endedBy,
  lookPauseMs,
  mostSilentCpuMs,
  Silence,
  startOwnProcess,
  tookTooLong,
} from './own-process'
import type { FromImportProcess, ToImportProcess } from './process-messages'

/** Time that a process has to end by itself when it is to stop. */
const stopMs = 5_000

/** An importer that runs each import in a process of its own, whose entry module is `file`. */
export function createProcessImporter(
  file: string,
  { silentCpuMs = mostSilentCpuMs }: { silentCpuMs?: number } = {},
): Importer {
  return {
    async run(row, watch) {
      watch.signal.throwIfAborted()
      const child = startOwnProcess(file)
      try {
        return await outcomeOf(child, row, watch, silentCpuMs)
      } finally {
        child.kill('SIGKILL')
        // The process leaves the folder of its archive if it is killed.
        await removeAbandonedFolders()
      }
    },
  }
}

/** Waits for the outcome of a process, and ends it when it works for too long without a record. */
function outcomeOf(
  child: ChildProcess,
  row: ImportJobRow,
  { onProgress, signal }: ImportWatch,
  silentCpuMs: number,
): Promise<ImportOutcome> {
  return new Promise((resolve, reject) => {
    const silence = new Silence(child)
    let recordsRead = 0
    const tell = (message: ToImportProcess): void => {
      // A process that has ended is reported by its exit.
      if (child.connected) child.send(message, () => undefined)
    }
    let stopping: NodeJS.Timeout | undefined
    const stop = (): void => {
      tell('stop')
      stopping = setTimeout(() => child.kill('SIGKILL'), stopMs)
    }
    const looking = setInterval(() => {
      if (silence.cpuMs() > silentCpuMs) settle(() => reject(tookTooLong()))
    }, lookPauseMs)
    const settle = (act: () => void): void => {
      clearInterval(looking)
      clearTimeout(stopping)
      signal.removeEventListener('abort', stop)
      act()
    }
    child.on('message', (message: FromImportProcess) => {
      if (typeof message === 'object' && 'status' in message) {
        if (message.status.recordsRead > recordsRead) silence.end()
        recordsRead = message.status.recordsRead
        onProgress(message.status)
      } else
        settle(() => (isOutcome(message) ? resolve(message.outcome) : reject(errorOf(message))))
    })
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', (code, killedBy) => {
      settle(() => reject(signal.aborted ? new ImportLostError() : endedBy(code, killedBy)))
    })
    signal.addEventListener('abort', stop)
    tell({ row })
  })
}

function isOutcome(message: FromImportProcess): message is { outcome: ImportOutcome } {
  return typeof message === 'object' && 'outcome' in message
}

function errorOf(message: Exclude<FromImportProcess, { status: unknown } | { outcome: unknown }>) {
  if (message === 'lost') return new ImportLostError()
  if (message === 'no archive') return new NoSuchArchiveError()
  return 'refusal' in message ? new BadRequestError(message.refusal) : new Error(message.failure)
}
