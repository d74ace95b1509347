import type { AnswerOf, ArgumentsOf, EndpointName } from '../../../shared/calls'
import { RefusedError, UnreachableError } from './errors'
import { proveAfter } from './proofs'

interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal
}

/** Arguments may be left out if all of them are optional. */
type CallArguments<E extends EndpointName> =
  object extends ArgumentsOf<E>
    ? [args?: ArgumentsOf<E>, options?: CallOptions]
    : [args: ArgumentsOf<E>, options?: CallOptions]

/**
 * One call of the API, with the session's cookie. Arguments named in the path go into the path; of the others,
 * strings are sent as they are, other values as JSON, and undefined ones are left out.
 *
 * @throws RefusedError when the server refuses, UnreachableError when there is no readable answer
 * Sources: docs/protocol/requests.md#kinds, docs/protocol/authentication.md#sessions.
 */
export async function call<E extends EndpointName>(
  endpoint: E,
  ...[args, { signal } = {}]: CallArguments<E>
): Promise<AnswerOf<E>> {
  return perform<E>(endpoint, args ?? {}, signal)
}

/** The endpoints that change settings. */
type SettingsEndpoint =
  | 'PATCH /settings'
  | 'PATCH /realm'
  | 'PATCH /realm/user_settings_defaults'
  | 'PATCH /streams/{stream_id}'
  | 'PATCH /user_groups/{user_group_id}'

/** {@link call} for settings that a table names: the server checks their names and values. */
export function changeSettings<E extends SettingsEndpoint>(
  endpoint: E,
  changes: Readonly<Record<string, unknown>>,
): Promise<AnswerOf<E>> {
  return perform<E>(endpoint, changes)
}

async function perform<E extends EndpointName>(
  endpoint: E,
  args: object,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  const { method, address, words } = requestOf(endpoint, args)
  const isRead = method === 'GET'
  const query = isRead && words.size > 0 ? `?${words.toString()}` : ''
  return send<AnswerOf<E>>(`${address}${query}`, {
    method,
    ...(isRead ? {} : { body: words }),
    ...(signal ? { signal } : {}),
  })
}

/** Sends a prepared request, such as an upload; again after a proof of the reader, if it needs one. @throws as {@link call} */
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
  if (!response.ok) {
    const refusal = RefusedError.of(response.status, body)
    if (refusal instanceof RefusedError && (await proveAfter(refusal))) {
      return send<T>(address, init)
    }
    throw refusal
  }
  return body as T
}

/** The address of an endpoint with the arguments of its path, and all other arguments. */
export function requestOf(endpoint: EndpointName, args: object) {
  const [method = '', path = ''] = endpoint.split(' ')
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue
    words.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = words.get(name) ?? ''
    words.delete(name)
    return encodeURIComponent(value)
  })
  return { method, address: filled.startsWith('/json/') ? filled : `/json${filled}`, words }
}
