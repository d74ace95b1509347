import { fixedError } from '../../../lib/api-error'

export class InvalidApnsTokenError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The token is neither hex nor base64.',
  example: 'Invalid APNS token',
}) {}

/** Apps on iOS send hex, older ones base64. @throws InvalidApnsTokenError */
export function hexToken(token: string): string {
  if (/^(?:[0-9a-f]{2})+$/i.test(token)) return token.toLowerCase()
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(token)) throw new InvalidApnsTokenError()
  return Buffer.from(token, 'base64').toString('hex')
}
