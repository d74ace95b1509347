import { MissingPayloadFieldError } from '../errors'

/**
 * The JSON text of a body that may also be a form with the JSON in its field
 * `payload`. The content type only decides what to complain about: many senders,
 * curl first, label JSON as a form.
 *
 * @throws MissingPayloadFieldError for a form without that field
 */
export function jsonTextOfForm(body: string, contentType: string | undefined): string {
  if (body.trimStart().startsWith('{')) return body

  // Of repeated arguments the last wins. Source: protocol notes 1.1.
  const field = new URLSearchParams(body).getAll('payload').at(-1)
  if (field !== undefined) return field

  const saysForm = /^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')
  if (saysForm) throw new MissingPayloadFieldError()
  return body
}
