import type { RequestTemplate } from './load/protocol'

/** The request that others are compared with. */
export const profileRequest: RequestTemplate = { method: 'GET', path: '/api/v1/users/me' }

/** @param eventTypes undefined: all events, with the whole state */
export function registerFor(eventTypes?: readonly string[]): RequestTemplate {
  return post('/register', eventTypes ? { event_types: eventTypes } : {})
}

/** @param args strings unchanged, all other values as JSON */
export function get(path: string, args: Readonly<Record<string, unknown>>): RequestTemplate {
  return { method: 'GET', path: `/api/v1${path}?${formOf(args)}` }
}

export function post(path: string, args: Readonly<Record<string, unknown>>): RequestTemplate {
  return { method: 'POST', path: `/api/v1${path}`, form: formOf(args) }
}

function formOf(args: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(args).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return new URLSearchParams(texts).toString()
}
