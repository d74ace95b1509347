import { readBytes, requestGuarded } from '../../chat/rules/outgoing/guarded-request'
import type { AddressPolicy } from '../../chat/rules/outgoing/addresses'

/** Max bytes of an answer of a provider. */
const maxBytes = 1_048_576

interface FetchOptions {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
  signal?: AbortSignal | undefined
}

/** `fetch` for calls to providers: only to addresses that the server may call for users, without redirects. */
export function createProviderFetch(
  addresses: AddressPolicy,
): (url: string, options: FetchOptions) => Promise<Response> {
  return async (url, { method = 'GET', headers = {}, body, signal }) => {
    const timeout = AbortSignal.timeout(patienceMs)
    const answer = await requestGuarded(new URL(url), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { 'user-agent': 'Parley', ...headers },
      ...(body !== undefined && body !== null && { body: textOf(body) }),
      addresses,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const bytes = await readBytes(answer, maxBytes, () => new Error('The answer is too long.'))
    const status = answer.statusCode ?? 502
    const sent = Object.entries(answer.headersDistinct).map(
      ([name, values = []]): [string, string] => [name, values.join(', ')],
    )
    return new Response(hasNoBody(status) ? null : new Uint8Array(bytes), { status, headers: sent })
  }
}

/** Max time of one call to a provider. */
const patienceMs = 10_000

const hasNoBody = (status: number) => status === 204 || status === 304

function textOf(body: unknown): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new TypeError('A call to a provider has a text as its body.')
}
