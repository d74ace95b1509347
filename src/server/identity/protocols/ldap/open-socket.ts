import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import type { AddressPolicy } from '../../../chat/rules/outgoing/addresses'
import { ForbiddenAddressError } from '../../../chat/rules/outgoing/addresses'
import type { ProviderOptions } from '../../../../shared/rules/identity-providers'
import { GuardedSocket } from './guarded-socket'
import { checkMessage, lengthOfMessage, resultIn, tags } from './message-shapes'
import { RefusedByProvider } from '../refused-by-provider'

/** An extended request, number 1, for StartTLS (RFC 4511, 4.14.1). */
const startTls = Buffer.concat([
  Buffer.from('301d02010177188016', 'hex'),
  Buffer.from('1.3.6.1.4.1.1466.20037'),
])

/** Max bytes of the answer to StartTLS. */
const maxAnswerBytes = 4_096

/**
 * Opens an encrypted connection to a directory. A plain one is only for hosts that the operator excepts.
 *
 * @param signal ends the attempt and the connection
 * @throws ForbiddenAddressError; RefusedByProvider if the directory cannot encrypt; the error of node
 * Source: docs/protocol/single-sign-on.md#ldap-connection.
 */
export async function openSocket(
  addresses: AddressPolicy,
  { server_url: address = '', ca_certificates: ca, is_unencrypted: isPlain }: ProviderOptions,
  signal: AbortSignal,
): Promise<GuardedSocket> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  addresses.checkHost(host)
  const isSecure = url.protocol === 'ldaps:'
  if (!isSecure && isPlain === true && !addresses.isExcepted(host)) {
    throw new ForbiddenAddressError(host)
  }
  const port = url.port === '' ? (isSecure ? 636 : 389) : Number(url.port)
  const socket = connect({ host, port, lookup: addresses.lookup })
  signal.addEventListener('abort', () => socket.destroy(reasonOf(signal)), { once: true })
  try {
    await once(socket, 'connect', { signal })
    if (!isSecure && isPlain === true) return new GuardedSocket(socket)
    if (!isSecure) await askForTls(socket, signal)
    return new GuardedSocket(await encrypt(socket, { host, ca, signal }))
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? reasonOf(signal) : error
  }
}

const reasonOf = (signal: AbortSignal): Error => signal.reason as Error

interface Encryption {
  host: string
  ca: readonly string[] | undefined
  signal: AbortSignal
}

async function encrypt(socket: Socket, { host, ca, signal }: Encryption): Promise<Socket> {
  const options: ConnectionOptions = {
    ...{ socket, host, minVersion: 'TLSv1.2' },
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca && ca.length > 0 && { ca: [...ca] }),
  }
  const secure = connectSecurely(options)
  await once(secure, 'secureConnect', { signal })
  return secure
}

/**
 * Asks for StartTLS. Bytes after the answer would be read as if they were encrypted, so they end the connection.
 * @throws RefusedByProvider
 */
async function askForTls(socket: Socket, signal: AbortSignal): Promise<void> {
  socket.write(startTls)
  let bytes: Buffer = Buffer.alloc(0)
  for (let length: number | undefined; length === undefined || bytes.length < length;) {
    const [chunk] = (await once(socket, 'data', { signal })) as [Buffer]
    bytes = Buffer.concat([bytes, chunk])
    length = lengthOfMessage(bytes)
    if (bytes.length > Math.min(length ?? maxAnswerBytes, maxAnswerBytes)) {
      throw new RefusedByProvider({ message: 'its answer to StartTLS is no LDAP' })
    }
  }
  socket.pause()
  const { code } = checkMessage(bytes) === tags.extended ? resultIn(bytes) : { code: -1 }
  if (code !== 0) throw new RefusedByProvider({ message: 'it does not offer StartTLS' })
}
