import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AnswerMessage, CommandMessage, CommandName, LoadCommands } from './load/protocol'

/** The process that simulates the clients. */
export interface LoadGenerator extends LoadCommands {
  stop(): Promise<void>
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

/**
 *
 * @param program its main file, as JavaScript
 * @param nodeArguments options of node itself
 */
export function startLoadGenerator(
  program: string,
  nodeArguments: readonly string[],
): LoadGenerator {
  // In a group of its own, so that Ctrl-C reaches it only through us, in our order.
  const child = fork(program, { execArgv: [...nodeArguments], detached: true })
  const waiting = new Map<number, Waiting>()
  let commandsSent = 0
  child.on('message', (answer: AnswerMessage) => {
    const { resolve, reject } = waiting.get(answer.id) as Waiting
    waiting.delete(answer.id)
    if ('error' in answer) reject(new Error(answer.error))
    else resolve(answer.result)
  })
  child.on('exit', (code, signal) => {
    const error = new Error(`The load generator ended (${signal ?? `exit code ${code}`}).`)
    for (const { reject } of waiting.values()) reject(error)
  })

  function command<Name extends CommandName>(name: Name): LoadCommands[Name] {
    const call = (argument: unknown): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const message: CommandMessage = { id: ++commandsSent, name, argument }
        waiting.set(message.id, { resolve, reject })
        child.send(message, (error) => error && reject(error))
      })
    return call as unknown as LoadCommands[Name]
  }

  return {
    makeSession: command('makeSession'),
    openSession: command('openSession'),
    runSession: command('runSession'),
    closeSession: command('closeSession'),
    endSession: command('endSession'),
    measureRequests: command('measureRequests'),
    deleteRegistered: command('deleteRegistered'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
