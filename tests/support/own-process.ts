import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { present } from './checked'

export interface OwnProcessSpec {
  command: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  /** Account to run as, for programs that refuse to run as root. */
  account?: { uid: number; gid: number } | undefined
  /** Gets every line of stdout and stderr. */
  onLine?: (line: string) => void
}

const running = new Set<ChildProcess>()
// Kills all processes of the test at its end.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A process that a test starts and ends. */
export class OwnProcess {
  private readonly child: ChildProcess
  /** Resolves with the exit code when the process has ended; null when a signal ended it. */
  readonly exited: Promise<number | null>

  constructor({ command, args, env = process.env, account, onLine }: OwnProcessSpec) {
    this.child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], ...account })
    running.add(this.child)
    this.exited = new Promise((resolve, reject) => {
      this.child.once('error', reject)
      this.child.once('exit', (code) => resolve(code))
    })
    // Callers that await `exited` see the error; without one it is ignored.
    this.exited.catch(() => undefined).finally(() => running.delete(this.child))
    for (const output of [this.child.stdout, this.child.stderr]) {
      if (output) createInterface({ input: output }).on('line', onLine ?? (() => undefined))
    }
  }

  get pid(): number {
    return present(this.child.pid, 'pid')
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** Sends a signal that does not end the process. */
  signal(name: NodeJS.Signals): void {
    this.child.kill(name)
  }

  /**
   * Stops the process and its children in mid-step, as an overloaded machine does; their connections stay open.
   * @returns the function that lets them go on
   */
  pause(): () => void {
    const all = [this.pid, ...childrenOf(this.pid)]
    // The parent first, so that it starts no more children.
    for (const pid of all) signalIfRunning(pid, 'SIGSTOP')
    return () => {
      for (const pid of all) signalIfRunning(pid, 'SIGCONT')
    }
  }

  /** Sends a signal that ends the process, and waits for its end; answers the exit code. */
  async end(name: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    if (this.isRunning) {
      const exited = once(this.child, 'exit')
      this.child.kill(name)
      await exited
    }
    return this.exited
  }
}

/** Ids of the children of a process; none where the system has no `/proc`. */
function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function signalIfRunning(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}
