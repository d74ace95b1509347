import type { ApiRequest } from '../../http/request'
import { ApiError, fixedError } from '../../wire/api-error'

/** No integration has this name. */
export class UnknownIntegrationError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'No integration has this name.',
  example: 'Unknown integration',
}) {}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** The body as text. @throws ApiError when it is not UTF-8: a silent repair would change it */
export function readBodyText({ rawBody }: ApiRequest): string {
  try {
    return strictUtf8.decode(rawBody ?? new Uint8Array())
  } catch {
    throw new ApiError('The request body is not valid UTF-8.', { code: 'BAD_REQUEST' })
  }
}
