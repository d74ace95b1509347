import type { Command } from 'commander'
import type { AppContext } from '../server/context'
import { describeBug, isForOperators } from '../server/start/failed-start'
import { NoDatabaseError, OtherRedisError, SchemaBehindError, withContext } from './with-context'

/** The outcome of a command: a sentence for a person, and data for `--json`. */
export interface Outcome {
  sentence: string
  data: Record<string, unknown>
}

/** A refusal with more facts than its sentence; `--json` prints them beside the `error`. */
export class RefusedWithFactsError extends Error {
  override name = 'RefusedWithFactsError'

  constructor(
    sentence: string,
    readonly facts: Readonly<Record<string, unknown>> & { error: string },
  ) {
    super(sentence)
  }
}

/** The option of every command. */
export const jsonOption = ['--json', 'print JSON instead of a sentence, also of refusals'] as const

/** The organization that a command is about. */
export const realmOption = ['--realm <string id>', 'organization, by its subdomain', ''] as const

interface ActionOptions {
  json?: boolean
}

/**
 * Makes a command do its work on the stores of the server and print the outcome. A failure goes to stderr,
 * and makes the exit code 1.
 *
 * @param needs `needsSchema`: the database must be up to date; `makesDatabase`: a missing embedded database is
 * created, only for commands without `needsSchema`
 */
export function runOnStores<O extends object>(
  command: Command,
  work: (ctx: AppContext, options: O, args: readonly string[]) => Promise<Outcome>,
  {
    needsSchema = true,
    makesDatabase = () => false,
  }: { needsSchema?: boolean; makesDatabase?: (options: O) => boolean } = {},
): void {
  runAndTell<O>(command, (options, args) =>
    withContext({ needsSchema, makesDatabase: makesDatabase(options) }, (ctx) =>
      work(ctx, options, args),
    ),
  )
}

/** Makes a command do its work and print the outcome, as {@link runOnStores}, without opening the stores. */
export function runAndTell<O extends object>(
  command: Command,
  work: (options: O, args: readonly string[]) => Promise<Outcome>,
): void {
  command.option(...jsonOption).action(async () => {
    const options = command.opts<O & ActionOptions>()
    try {
      const outcome = await work(options, command.args)
      console.log(options.json ? JSON.stringify(outcome.data) : outcome.sentence)
    } catch (error) {
      reportFailure(error, options)
    }
  })
}

/** Prints a failure on stderr; with `--json` as `{"error": …}` on stdout. */
export function reportFailure(error: unknown, { json }: ActionOptions = {}): void {
  const isRefusal =
    isForOperators(error) ||
    error instanceof RefusedWithFactsError ||
    error instanceof NoDatabaseError ||
    error instanceof SchemaBehindError ||
    error instanceof OtherRedisError ||
    hasSystemCode(error)
  const message = isRefusal ? (error as Error).message : describeBug(error)
  const facts = error instanceof RefusedWithFactsError ? error.facts : { error: message }
  if (json === true) console.log(JSON.stringify(facts))
  else console.error(message)
  process.exitCode = 1
}

/** Errors of the system, such as a file that cannot be written: the message is enough for the operator. */
function hasSystemCode(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
