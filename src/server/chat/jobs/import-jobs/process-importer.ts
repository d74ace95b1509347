import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { threadCpuMs } from '../../../lib/thread-time'
import type { ImportJobRow } from '../../../data/schema'
import { BadRequestError } from '../../rules/errors'
import { removeAbandonedFolders } from '../import/archive/temporary-folder'
import { NoSuchArchiveError } from './archive'
import { ImportLostError } from './importer'
import type { Importer, ImportOutcome, ImportStatus, ImportWatch } from './importer'
import type { FromImportProcess, ToImportProcess } from './process-messages'
import { reasons } from './reasons'

/** The process of an import ended without an outcome. */
export class ImportProcessEndedError extends Error {
  override name = 'ImportProcessEndedError'

  /** @param reason why another attempt would end in the same way; undefined if it may succeed */
  constructor(
    message: string,
    readonly reason?: string,
  ) {
    super(message)
  }
}

/** Max heap of the process in MiB. */
const mostHeapMib = 512
/** Max CPU time between two records: the largest archives take a tenth of this before their first one. */
const mostSilentCpuMs = 600_000
/** Pause between looks at that time. */
const lookPauseMs = 2_000
/** Time that a process has to end by itself when it is to stop. */
const stopMs = 5_000
/** Exit code of a process that V8 ended, as it does without memory; under a shell or a container it stands for the signal. */
const abortedCode = 134

/** An importer that runs each import in a process of its own, whose entry module is `file`. */
export function createProcessImporter(
  file: string,
  { silentCpuMs = mostSilentCpuMs }: { silentCpuMs?: number } = {},
): Importer {
  return {
    async run(row, watch) {
      watch.signal.throwIfAborted()
      const child = startProcess(file)
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

function startProcess(file: string): ChildProcess {
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${mostHeapMib}`, '--single-threaded-gc'],
    // Dates and errors stay what they are.
    serialization: 'advanced',
  })
  try {
    // Servers of the same machine come first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
  return child
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
      if (silence.cpuMs() <= silentCpuMs) return
      settle(() => reject(new ImportProcessEndedError('took too long', reasons.tooLong)))
    }, lookPauseMs)
    const settle = (act: () => void): void => {
      clearInterval(looking)
      clearTimeout(stopping)
      signal.removeEventListener('abort', stop)
      act()
    }
    child.on('message', (message: FromImportProcess) => {
      if (typeof message === 'object' && 'status' in message) {
        silence.note(message.status)
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

function endedBy(code: number | null, signal: NodeJS.Signals | null): ImportProcessEndedError {
  const isOutOfMemory = signal === 'SIGABRT' || code === abortedCode
  return new ImportProcessEndedError(
    `The process of the import ended with ${signal ?? String(code)}.`,
    isOutOfMemory ? reasons.tooMuchMemory : undefined,
  )
}

/** Measures the CPU time of a process since its last record. */
class Silence {
  private recordsRead = 0
  private cpuBefore = 0

  constructor(private readonly child: ChildProcess) {}

  note({ recordsRead }: ImportStatus): void {
    if (recordsRead > this.recordsRead) this.cpuBefore = this.cpuOfChild()
    this.recordsRead = recordsRead
  }

  cpuMs(): number {
    return this.cpuOfChild() - this.cpuBefore
  }

  /** Systems without `/proc` count nothing. */
  private cpuOfChild(): number {
    const { pid } = this.child
    return (pid === undefined ? undefined : threadCpuMs(String(pid))) ?? 0
  }
}
