import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { bundle } from '../bundle/bundle'

const root = resolve(__dirname, '../../..')

/** One call of `parley`. */
export interface CommandCall {
  words: readonly string[]
  env: Readonly<Record<string, string>>
  folder: string
}

/** The outcome of a call, as a shell would see it. */
export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

interface Answer {
  result?: CommandResult
  error?: string
}

/** Runs commands of `parley`, one after another, in a process of the file of tests. */
export class Commands {
  private child: ChildProcess | undefined
  /** Output of the process outside of calls, such as a log that a command writes to the file descriptor itself. */
  private stray = ''
  private last: Promise<unknown> = Promise.resolve()

  /** Runs one command in an environment of its own. @throws Error if the command leaves a connection or timer open */
  run(env: Readonly<Record<string, string>>, ...words: string[]): Promise<CommandResult> {
    const call = this.last.then(() => this.call({ words, env, folder: root }))
    this.last = call.catch(() => undefined)
    return call
  }

  /** Ends the process. @throws Error with its output outside of calls, if there was some */
  async end(): Promise<void> {
    if (!this.child) return
    const closed = once(this.child, 'close')
    this.child.kill()
    await closed
    if (this.stray !== '') throw new Error(`Commands wrote to the process itself: ${this.stray}`)
  }

  private async call(call: CommandCall): Promise<CommandResult> {
    const child = (this.child ??= this.start())
    const over = new AbortController()
    const { signal } = over
    try {
      const answer = once(child, 'message', { signal }) as Promise<[Answer]>
      const end = once(child, 'exit', { signal }).then((): [Answer] => {
        throw new Error(`The process of the commands has ended: ${this.stray}`)
      })
      child.send(call)
      const [{ result, error }] = await Promise.race([answer, end])
      if (result) return result
      throw new Error(error)
    } finally {
      over.abort()
    }
  }

  private start(): ChildProcess {
    const child = fork(join(__dirname, 'process.js'), [bundle()], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const output of [child.stdout, child.stderr]) {
      output?.setEncoding('utf8').on('data', (text: string) => (this.stray += text))
    }
    return child
  }
}
