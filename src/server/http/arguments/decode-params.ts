import { ConfusingArgumentsError, MissingArgumentError, UnbuiltArgumentError } from '../errors'
import type { Endpoint } from '../declare/endpoint'
import type { Param, Params } from '../declare/param'
import type { UnbuiltArgument } from '../declare/unbuilt'
import type { Arguments } from './arguments'

/** A source of argument texts: path segments or arguments. */
export interface TextSource {
  get(name: string): string | undefined
}

/**
 * Checks all arguments of an endpoint, in the order of their declaration.
 *
 * @returns the values by canonical name, absent optional ones included as undefined
 * @throws ApiError about the first bad one.
 * Sources: docs/protocol/requests.md#declaration-order, docs/protocol/errors.md#general.
 */
export function decodeParams(params: Params, source: TextSource): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name in params)
    values[name] = decodeParam(name, params[name] as Param<unknown>, source)
  return values
}

function decodeParam(name: string, param: Param<unknown>, source: TextSource): unknown {
  const sent = findSpelling(name, param, source)
  if (sent) return param.decode(sent.raw, sent.name)
  if (param.isRequired) throw new MissingArgumentError(name)
  return param.defaultValue
}

/** The spelling under which the argument was sent, and its value. */
function findSpelling(
  canonicalName: string,
  param: Param<unknown>,
  source: TextSource,
): { name: string; raw: string } | undefined {
  let found = sentAs(canonicalName, param, source)
  for (const alias of param.aliases) {
    const other = sentAs(alias, param, source)
    if (found && other && found.raw !== other.raw) {
      throw new ConfusingArgumentsError(found.name, alias)
    }
    found ??= other
  }
  return found
}

function sentAs(
  name: string,
  { isRequired, takesNull }: Param<unknown>,
  source: TextSource,
): { name: string; raw: string } | undefined {
  const raw = source.get(name)
  const isLeftOut = raw === undefined || (raw === 'null' && !isRequired && !takesNull)
  return isLeftOut ? undefined : { name, raw }
}

/** Max ignored names that an answer lists, and max characters of each. */
const maxIgnoredNames = 100
const maxIgnoredCharacters = 100

/**
 * The names that were sent and mean nothing to the endpoint, in order of arrival; values are not examined.
 * The body of a webhook is not looked at: its form is the sender's.
 *
 * @param texts the arguments and those of the path, for names that depend on them
 * @returns undefined where there are none
 * @throws UnbuiltArgumentError for one that must not be ignored
 * Sources: docs/protocol/level-371.md#ignored-parameters,
 * docs/protocol/level-371.md#unbuilt-arguments.
 */
export function findIgnored(
  endpoint: Endpoint,
  args: Arguments,
  texts: TextSource,
): string[] | undefined {
  let ignored: string[] | undefined
  const names = endpoint.auth === 'webhook' ? args.query.keys() : args.names()
  for (const name of names) {
    if (endpoint.argumentNames.has(name)) continue
    if (endpoint.optionNames?.(texts).includes(name)) continue
    if (Object.hasOwn(endpoint.unbuilt, name)) {
      refuseUnlessSo(endpoint.unbuilt[name] as UnbuiltArgument, name, args.get(name) ?? '')
      continue
    }
    ignored ??= []
    if (ignored.length < maxIgnoredNames) ignored.push(name.slice(0, maxIgnoredCharacters))
  }
  return ignored
}

function refuseUnlessSo(argument: UnbuiltArgument, name: string, raw: string): void {
  // Some clients send `null` for an absent argument.
  if (raw === 'null') return
  if (!argument.isSoAnyway(raw)) throw new UnbuiltArgumentError(name)
}
