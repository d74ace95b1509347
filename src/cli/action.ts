import type { Command } from 'commander'
import type { AppContext } from '../context'
import { describeBug, isForOperators } from '../main/failed-start'
import { NoDatabaseError, OtherRedisError, SchemaBehindError, withContext } from './with-context'

/** The outcome of a command: for a person, and for a program that gave `--json`. */
export interface Outcome {
  sentence: string
  data: Record<string, unknown>
}

/** A refusal of which there is more to tell than a sentence: programs get it beside the `error`. */
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

/** The organisation that a command is about. */
export const realmOption = ['--realm <string id>', 'organization, by its subdomain', ''] as const

interface ActionOptions {
  json?: boolean
}

/**
 * Makes a command do its work on the stores of the server and print what came of it. A failure
 * is told on stderr, and makes the exit code 1.
 *
 * @param needs whether the database is to be up to date, as for most; and whether an embedded one is made where
 * there is none, as by no command that needs it to be up to date
 */
export function runOnStores<O extends object>(
  command: Command,
  work: (ctx: AppContext, options: O, args: readonly string[]) => Promise<Outcome>,
  {
    needsSchema = true,
    makesDatabase = () => false,
  }: { needsSchema?: boolean; makesDatabase?: (options: O) => boolean } = {},
): void {
  command.option(...jsonOption).action(async () => {
    const options = command.opts<O & ActionOptions>()
    try {
      const needs = { needsSchema, makesDatabase: makesDatabase(options) }
      const outcome = await withContext(needs, (ctx) => work(ctx, options, command.args))
      console.log(options.json ? JSON.stringify(outcome.data) : outcome.sentence)
    } catch (error) {
      reportFailure(error, options)
    }
  })
}

/** Tells of a failure on stderr; or on stdout as `{"error": …}`, where a program reads along. */
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

/** Files that cannot be written and the like: the operator can act on the message alone. */
function hasSystemCode(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
