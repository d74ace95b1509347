import { isIP } from 'node:net'
import { BadRequestError } from '../../chat/rules/errors'

/** The site that a passkey is for. */
export interface Site {
  /** `https://chat.example.com`, as the browser tells it. */
  origin: string
  /** Host of the organization: browsers offer a passkey there alone. */
  rpId: string
}

export function siteOf(origin: string): Site {
  return { origin, rpId: new URL(origin).hostname }
}

/** @throws BadRequestError for an address without a host name, for which browsers make no passkeys */
export function requireHostName({ rpId }: Site): void {
  if (isIP(rpId.replace(/^\[|\]$/g, '')) !== 0) {
    throw new BadRequestError('Passkeys need a host name in the address of this server.')
  }
}
