/** The load generator: a process that executes the commands of the benchmark. */
import type { AnswerMessage, CommandMessage, CommandName, LoadCommands } from './protocol'
import { deleteRegistered, measureRequests } from './request-rate'
import { Session } from './session'

const sessions = new Map<number, Session>()
let sessionsMade = 0

function sessionOf(number: number): Session {
  const session = sessions.get(number)
  if (!session) throw new Error(`There is no session ${number}.`)
  return session
}

const commands: LoadCommands = {
  async makeSession(spec) {
    const session = await Session.make(spec)
    sessions.set(++sessionsMade, session)
    return sessionsMade
  },
  openSession: (number) => sessionOf(number).open(),
  runSession: ({ session, run }) => sessionOf(session).perform(run),
  closeSession: async (number) => sessionOf(number).close(),
  async endSession(number) {
    await sessionOf(number).end()
    sessions.delete(number)
  },
  measureRequests,
  deleteRegistered,
}

function perform(name: CommandName, argument: unknown): Promise<unknown> {
  return (commands[name] as (argument: unknown) => Promise<unknown>)(argument)
}

process.on('message', ({ id, name, argument }: CommandMessage) => {
  const answer = (message: AnswerMessage): void => void process.send?.(message)
  perform(name, argument).then(
    (result) => answer({ id, result }),
    (error: unknown) =>
      answer({ id, error: error instanceof Error ? error.message : String(error) }),
  )
})
// The benchmark has ended or crashed.
process.on('disconnect', () => process.exit())
