import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** A process that this one started and will stop. */
export interface Child {
  readonly pid: number
  /** Resolves when the process has ended, with the outcome: `exit code 1`, `signal SIGKILL`. */
  readonly exited: Promise<string>
  signal(name: NodeJS.Signals): void
  /** Kills the process and its children at once. */
  kill(): void
}

export interface ChildSpec {
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  /** Gets every line of stdout. */
  onOutput: (line: string) => void
  /** Gets every line of stderr. */
  onError: (line: string) => void
}

/**
 * Starts a process in a group of its own: Ctrl-C in a terminal reaches every process of the terminal's group,
 * but we choose the order of stopping.
 *
 * @throws when the command cannot be run at all
 */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const child = spawn(spec.command, spec.args, {
    env: spec.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(signal ? `signal ${signal}` : `exit code ${code}`)
    })
  })
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', () => resolve(child.pid ?? 0))
  })
  createInterface({ input: child.stdout }).on('line', spec.onOutput)
  createInterface({ input: child.stderr }).on('line', spec.onError)

  return {
    pid,
    exited,
    signal: (name) => void child.kill(name),
    kill: () => killGroup(pid),
  }
}

/** Asks a process to end, and kills it after a timeout. */
export async function stopChild(
  child: Child,
  signal: NodeJS.Signals,
  patienceMs: number,
): Promise<void> {
  child.signal(signal)
  const patience = new AbortController()
  const outOfPatience = delay(patienceMs, undefined, { signal: patience.signal }).then(
    () => child.kill(),
    () => undefined,
  )
  await child.exited
  patience.abort()
  await outOfPatience
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!isGone) throw error
  }
}
