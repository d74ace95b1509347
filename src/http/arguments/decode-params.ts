import { ConfusingArgumentsError, MissingArgumentError } from '../errors'
import type { Param, Params } from '../declare/param'

/** The source of the texts of arguments: path segments and arguments alike. */
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

/** The argument under whichever of its names it was sent. */
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
  { isRequired }: Param<unknown>,
  source: TextSource,
): { name: string; raw: string } | undefined {
  const raw = source.get(name)
  return raw === undefined || (raw === 'null' && !isRequired) ? undefined : { name, raw }
}
