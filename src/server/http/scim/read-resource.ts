import type { IncomingMessage } from 'node:http'
import { ScimError } from '../../identity/scim/errors'
import { isDict } from '../../identity/scim/patch'
import { checkBodyHeaders, readBody } from '../arguments/body'
import type { BodyBudget } from '../arguments/body-budget'
import { checkJsonLimits, parseJsonArgument } from '../arguments/json-argument'
import { withTextChecks } from '../arguments/text-checks'

/** Max bytes of a body: a group of some 20,000 members. */
const maxBytes = 2 * 1024 * 1024
const maxItems = 20_000

const decode = withTextChecks(parseJsonArgument, {
  ...{ longest: maxBytes, refusal: undefined, hasPlaces: true, isExact: false },
})

/**
 * The JSON object of a body.
 * @throws ScimError `invalidSyntax`; PayloadTooLargeError, UnsupportedEncodingError, ClientGoneError
 */
export async function readResource(
  request: IncomingMessage,
  maxRequestBytes: number,
  budget: BodyBudget,
): Promise<Readonly<Record<string, unknown>>> {
  const limit = Math.min(maxBytes, maxRequestBytes)
  checkBodyHeaders(request, limit)
  const text = (await readBody(request, limit, budget)).toString('utf8')
  const value = decode(text, 'body')
  checkJsonLimits(value, 'body', { maxItems })
  if (isDict(value)) return value
  throw new ScimError('The body must be a JSON object.', { scimType: 'invalidSyntax' })
}

/** The arguments of a query; of several with one name the last. */
export function argumentsIn(query: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(query))
}
