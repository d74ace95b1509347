import { randomBytes } from 'node:crypto'

/* Message-IDs of mails that this server sends. */

const ownForm = /^<[0-9a-f]{36}@([^@<>]+)>$/

export function newMessageId(host: string): string {
  return `<${randomBytes(18).toString('hex')}@${host}>`
}

/**
 * Whether this server made a Message-ID. The host alone says little: mail programs of people name the domain of their
 * address, which may be that of this server.
 */
export function isOwnMessageId(messageId: string, host: string): boolean {
  return ownForm.exec(messageId.trim().toLowerCase())?.[1] === host.toLowerCase()
}
