import type { IncomingMessage } from 'node:http'
import { requestGuarded } from './guarded-request'
import type { GuardedRequest } from './guarded-request'

/** Another host has no successful answer. The error's message is for the log. */
class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

const mostRedirections = 3

/**
 * Gets a URL that a user chose, and follows redirects; every target is checked like the first address. The caller
 * reads or destroys the response.
 *
 * @throws NoAnswerError, ForbiddenAddressError; Node's error if there is no answer
 */
export async function requestFollowing(
  first: URL,
  request: Omit<GuardedRequest, 'method' | 'body'>,
): Promise<{ response: IncomingMessage; url: URL }> {
  let url = first
  for (let redirections = 0; redirections <= mostRedirections; redirections++) {
    requireWebAddress(url)
    const response = await requestGuarded(url, { method: 'GET', ...request })
    const { statusCode = 0, headers: said } = response
    if (statusCode === 200) return { response, url }
    response.destroy()
    const isRedirection = statusCode >= 300 && statusCode < 400 && said.location !== undefined
    if (!isRedirection) throw new NoAnswerError(`status ${statusCode}`)
    url = resolve(said.location ?? '', url)
  }
  throw new NoAnswerError('it redirects too often')
}

/** Only HTTP and HTTPS, and no credentials in the URL. */
function requireWebAddress({ protocol, username, password }: URL): void {
  const isWeb = protocol === 'http:' || protocol === 'https:'
  if (!isWeb || username !== '' || password !== '') throw new NoAnswerError('not a web address')
}

function resolve(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) throw new NoAnswerError('it redirects to no address')
  return new URL(location, from)
}
