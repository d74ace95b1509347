import { RefusedError, UnreachableError } from './errors'

export type Arguments = Readonly<Record<string, unknown>>
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal
}

/**
 * One call of the API, with the session's cookie.
 *
 * @param path below `/json`, such as `/messages`
 * @param args strings are sent as they are, other values as JSON; undefined ones are left out
 * @throws RefusedError when the server refuses, UnreachableError when there is no readable answer
 * Sources: docs/protocol/requests.md#kinds, docs/protocol/authentication.md#sessions.
 */
export async function call<T>(
  method: Method,
  path: string,
  args: Arguments = {},
  { signal }: CallOptions = {},
): Promise<T> {
  const words = encode(args)
  const isRead = method === 'GET'
  const query = isRead && words.size > 0 ? `?${words.toString()}` : ''
  return send<T>(`/json${path}${query}`, {
    method,
    ...(isRead ? {} : { body: words }),
    ...(signal ? { signal } : {}),
  })
}

/** Sends a prepared request, such as an upload. @throws as {@link call} */
export async function send<T>(address: string, init: RequestInit): Promise<T> {
  const headers = { 'X-Requested-With': 'XMLHttpRequest', Accept: 'application/json' }
  let response: Response
  let body: unknown
  try {
    response = await fetch(address, {
      credentials: 'same-origin',
      cache: 'no-store',
      ...init,
      headers,
    })
    body = await response.json()
  } catch (error) {
    init.signal?.throwIfAborted()
    throw new UnreachableError({ cause: error })
  }
  if (!response.ok) throw RefusedError.of(response.status, body)
  return body as T
}

function encode(args: Arguments): URLSearchParams {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue
    words.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return words
}
