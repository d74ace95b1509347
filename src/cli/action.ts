import type { Command } from 'commander'
import type { AppContext } from '../context'
import { describeBug, isForOperators } from '../main/failed-start'
import { OtherRedisError, SchemaBehindError, withContext } from './with-context'

/** The outcome of a command: for a person, and for a program that gave `--json`. */
export interface Outcome {
  sentence: string
  data: Record<string, unknown>
}

/** The option of every command. */
export const jsonOption = ['--json', 'print JSON instead of a sentence'] as const

/** The organisation that a command is about. */
export const realmOption = ['--realm <string id>', 'organization, by its subdomain', ''] as const

interface ActionOptions {
  json?: boolean
}

/**
 * Makes a command do its work on the stores of the server and print what came of it. A failure
 * is told on stderr, and makes the exit code 1.
 */
export function runOnStores<O extends object>(
  command: Command,
  work: (ctx: AppContext, options: O, args: readonly string[]) => Promise<Outcome>,
  { needsSchema = true } = {},
): void {
  command.option(...jsonOption).action(async () => {
    const options = command.opts<O & ActionOptions>()
    try {
      const outcome = await withContext({ needsSchema }, (ctx) => work(ctx, options, command.args))
      console.log(options.json ? JSON.stringify(outcome.data) : outcome.sentence)
    } catch (error) {
      reportFailure(error)
    }
  })
}

export function reportFailure(error: unknown): void {
  const isRefusal =
    isForOperators(error) ||
    error instanceof SchemaBehindError ||
    error instanceof OtherRedisError ||
    hasSystemCode(error)
  console.error(isRefusal ? (error as Error).message : describeBug(error))
  process.exitCode = 1
}

/** Files that cannot be written and the like: the operator can act on the message alone. */
function hasSystemCode(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
