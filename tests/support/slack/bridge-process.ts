import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { bundledParley } from '../bundle/bundle'
import { LastOutput } from '../last-output'
import type { TestStores } from '../stores'
import { untilHolds } from '../until'
import { workerSettings } from '../workers'
import type { SlackStandIn } from './stand-in'

/** `parley bridge slack` as a process that a test may kill. */
export class BridgeProcess {
  private isEnding = false

  private readonly logged: string[] = []

  private constructor(private readonly child: ChildProcess) {
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => this.logged.push(line))
    }
    const output = new LastOutput(child, () => undefined)
    child.once('close', (code, signal) => {
      if (this.isEnding) return
      process.stderr.write(`${output.errorOf('A bridge', code, signal).message}\n`)
    })
  }

  static start(
    stores: TestStores,
    slack: SlackStandIn,
    channels: string,
    settings: Record<string, string> = {},
  ): BridgeProcess {
    const words = [bundledParley(), 'bridge', 'slack', '--channels', channels]
    const env = {
      ...{ PATH: process.env['PATH'], ...workerSettings(stores), ...slack.settings },
      ...{ LOG_LEVEL: 'warn', ...settings },
    }
    return new BridgeProcess(
      spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] }),
    )
  }

  /** Waits for a line of the log with a text. */
  async hasLogged(text: string): Promise<void> {
    await untilHolds(`a bridge logs "${text}"`, () =>
      this.logged.some((line) => line.includes(text)),
    )
  }

  /** Kills the process, as a crash or the kernel would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  /** Ends it in order; answers its exit code. */
  async stop(): Promise<number | null> {
    return this.end('SIGTERM')
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.isEnding = true
    const { child } = this
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }
}
