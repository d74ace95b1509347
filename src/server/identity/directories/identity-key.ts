import type { Identity } from '../protocols/identity'

/** The text that is the same for one identity. */
export function identityKey({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): string {
  return `${issuer}\n${subject}`
}
