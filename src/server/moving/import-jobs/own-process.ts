import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import { threadCpuMs } from '../../lib/thread-time'
import { compilerOfSources } from '../../lib/threads'
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
/** Characters of the errors of a process that are kept until its end. */
const mostErrorText = 20_000

interface OwnProcessOptions {
  heapMib?: number
  /** As of `os.setPriority`; absent: the lowest, so that servers of the same machine come first. */
  priority?: number
  /** Environment of the process; absent: that of this one. */
  env?: NodeJS.ProcessEnv
}

export function startOwnProcess(
  file: string,
  {
    heapMib = mostHeapMib,
    priority = constants.priority.PRIORITY_LOW,
    env,
  }: OwnProcessOptions = {},
): ChildProcess {
  const compiler = extname(file) === '.ts' ? ['--require', compilerOfSources] : []
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${heapMib}`, '--single-threaded-gc', ...compiler],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    // Dates and errors stay what they are.
    serialization: 'advanced',
    ...(env && { env }),
  })
  passOnErrors(child)
  try {
    if (child.pid !== undefined) setPriority(child.pid, priority)
  } catch {
    // It has ended already.
  }
  return child
}

/** Writes the errors of a process to this one's, but for the pages that V8 writes when it ends a process without memory. */
function passOnErrors(child: ChildProcess): void {
  let last = ''
  child.stderr?.on(
    'data',
    (chunk: Buffer) => (last = (last + chunk.toString()).slice(-mostErrorText)),
  )
  child.once('close', (code, signal) => {
    if (last !== '' && !isOutOfMemory(code, signal)) process.stderr.write(last)
  })
}

function isOutOfMemory(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGABRT' || code === abortedCode
}

/** The error for the end of a process. */
export function endedBy(
  code: number | null,
  signal: NodeJS.Signals | null,
): ImportProcessEndedError {
  return new ImportProcessEndedError(
    `The process of the import ended with ${signal ?? String(code)}.`,
    isOutOfMemory(code, signal) ? reasons.tooMuchMemory : undefined,
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
