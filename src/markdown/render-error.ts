import { ApiError } from '../wire/api-error'

/**
 * A message whose HTML would be too long to keep or to send.
 *
 * Source: protocol notes 8.5.
 */
export class RenderError extends ApiError {
  constructor() {
    super('Unable to render message', { code: 'BAD_REQUEST' })
  }
}
