import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import { threadCpuMs } from '../../../lib/thread-time'
import { compilerOfSources } from '../../../lib/threads'
import { reasons } from './reasons'

/*
 * Processes in which archives are read, with a bounded heap and bounded CPU time. See docs/threats.md#readers-of-foreign-data.
 */

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

/** Max heap of a process in MiB. */
const mostHeapMib = 512
/** Max CPU time between two records: the largest archives take a tenth of this before their first one. */
export const mostSilentCpuMs = 600_000
/** Pause between looks at that time. */
export const lookPauseMs = 2_000
/** Exit code of a process that V8 ended, as it does without memory; under a shell or a container it stands for the signal. */
const abortedCode = 134

/** @param env environment of the process; absent: that of this one */
export function startOwnProcess(
  file: string,
  { heapMib = mostHeapMib, env }: { heapMib?: number; env?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  const compiler = extname(file) === '.ts' ? ['--require', compilerOfSources] : []
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${heapMib}`, '--single-threaded-gc', ...compiler],
    // Dates and errors stay what they are.
    serialization: 'advanced',
    ...(env && { env }),
  })
  try {
    // Servers of the same machine come first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
  return child
}

/** The error for the end of a process. */
export function endedBy(
  code: number | null,
  signal: NodeJS.Signals | null,
): ImportProcessEndedError {
  const isOutOfMemory = signal === 'SIGABRT' || code === abortedCode
  return new ImportProcessEndedError(
    `The process of the import ended with ${signal ?? String(code)}.`,
    isOutOfMemory ? reasons.tooMuchMemory : undefined,
  )
}

export function tookTooLong(): ImportProcessEndedError {
  return new ImportProcessEndedError('took too long', reasons.tooLong)
}

/** Measures the CPU time of a process since it last brought something. Systems without `/proc` count nothing. */
export class Silence {
  private cpuBefore = 0

  constructor(private readonly child: ChildProcess) {}

  end(): void {
    this.cpuBefore = this.cpuOfChild()
  }

  cpuMs(): number {
    return this.cpuOfChild() - this.cpuBefore
  }

  private cpuOfChild(): number {
    const { pid } = this.child
    return (pid === undefined ? undefined : threadCpuMs(String(pid))) ?? 0
  }
}
