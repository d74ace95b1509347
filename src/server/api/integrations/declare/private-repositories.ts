import { ApiError } from '../../../lib/api-error'

/** Argument that keeps events of private repositories out. Source: docs/protocol/webhooks.md#private-repositories. */
export const privateOption = {
  name: 'ignore_private_repositories',
  label: 'Exclude notifications from private repositories',
  validator: 'check_bool',
} as const

/**
 * Whether the URL keeps events of private repositories out. @throws ApiError for a value that is neither true nor false,
 * so that no typing error lets private events through
 */
export function ignoresPrivate(query: URLSearchParams): boolean {
  const values = query.getAll(privateOption.name).map((value) => value.trim().toLowerCase())
  const isBoolean = values.every((value) => ['true', 'false', ''].includes(value))
  if (isBoolean) return values.includes('true')
  throw new ApiError(`${privateOption.name} is not a boolean`, { code: 'BAD_REQUEST' })
}

/** A member of a payload that holds members itself; {} for anything else. */
export function membersOf(payload: object, name: string): Readonly<Record<string, unknown>> {
  const member = (payload as Record<string, unknown>)[name]
  return typeof member === 'object' && member !== null ? (member as Record<string, unknown>) : {}
}
