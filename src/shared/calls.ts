import type { Endpoints } from './endpoints'

/*
 * Types for callers of the API: an endpoint is named by its method and its path below /api/v1, as in
 * `PATCH /messages/{message_id}`; the paths of pages alone begin with `/json`.
 */

export type EndpointName = keyof Endpoints

/** The value with all lists and records in it readonly. */
export type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

/** Arguments of an endpoint, those in its path included; optional ones may be undefined. */
export type ArgumentsOf<E extends EndpointName> = Sent<Endpoints[E]['params']>

type Sent<P> = {
  readonly [K in keyof P]: Frozen<P[K]> | (object extends Pick<P, K> ? undefined : never)
}

/** Members of a successful answer beside `result` and `msg`. */
export type AnswerOf<E extends EndpointName> = Endpoints[E]['response']
