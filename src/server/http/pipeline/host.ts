import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { TrustedProxies } from '../../config/settings/values'
import { plainAddress } from '../../lib/client-network'
import { memoize } from '../../lib/memo'

/** The settings that decide how a request finds its organization. */
export interface HostSettings {
  externalHost: string
  externalUrl: string | undefined
  trustProxy: TrustedProxies | undefined
}

/**
 * The subdomain of the organization that a Host header names: `<sub>.<external host>` is organization
 * `<sub>`, and any other host the root one, `''`. The port is ignored.
 * Source: docs/protocol/authentication.md#subdomain.
 */
export function subdomainOf(host: string, externalHost: string): string {
  const name = host.toLowerCase().replace(/:\d*$/, '')
  const suffix = `.${externalHost.toLowerCase().replace(/:\d*$/, '')}`
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : ''
}

/** Addresses that a request came from and was sent to, from its headers and the proxy's. */
export interface RequestAddress {
  subdomain: string
  /** Origin of this server for links to clients. */
  origin: string
  /** The origin that this client used. */
  writtenOrigin: string
  ip: string
}

export function locateRequest(request: IncomingMessage, settings: HostSettings): RequestAddress {
  const host = requestHost(request, settings)
  const subdomain = subdomainOf(host, settings.externalHost)
  const isRoot = subdomain === ''
  const writtenOrigin = `${protocolOf(request, settings)}://${host}`
  return {
    subdomain,
    origin: (isRoot && settings.externalUrl) || writtenOrigin,
    writtenOrigin,
    ip: clientIp(request, settings),
  }
}

/** The subdomain of the organization that a request is for, as {@link locateRequest} says. */
export function subdomainOfRequest(request: IncomingMessage, settings: HostSettings): string {
  return subdomainOf(requestHost(request, settings), settings.externalHost)
}

function requestHost(request: IncomingMessage, settings: HostSettings): string {
  const host = forwarded(request, 'x-forwarded-host', settings) ?? request.headers.host ?? ''
  return isHost(host) ? host : settings.externalHost
}

/** Whether a Host header is a plain host name: it ends up in links. */
const isHost = memoize(
  (host) =>
    /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`),
)

function protocolOf(request: IncomingMessage, settings: HostSettings): 'http' | 'https' {
  const protocol = forwarded(request, 'x-forwarded-proto', settings)?.toLowerCase()
  return protocol === 'https' || 'encrypted' in request.socket ? 'https' : 'http'
}

/**
 * The address of the client: the right-most address that is no trusted proxy. The client may have written the
 * addresses before it.
 */
function clientIp(request: IncomingMessage, { trustProxy }: HostSettings): string {
  const peer = peerOf(request)
  if (!isTrusted(trustProxy, peer)) return peer
  // Some proxies add the port of the client.
  const hops = listOf(request, 'x-forwarded-for').flatMap((hop) => plainAddress(hop) ?? [])
  // If every proxy is trusted, only the connecting one counts, so its entry is the last.
  if (trustProxy === 'all') return hops.at(-1) ?? peer
  return hops.findLast((hop) => !isTrusted(trustProxy, hop)) ?? hops[0] ?? peer
}

/** A header of the connecting proxy, or its own entry of a list. */
function forwarded(
  request: IncomingMessage,
  header: string,
  { trustProxy }: HostSettings,
): string | undefined {
  return isFromProxy(request, trustProxy) ? listOf(request, header).at(-1) : undefined
}

/** Whether the connection comes from a trusted proxy. */
export function isFromProxy(
  { socket }: IncomingMessage,
  trusted: TrustedProxies | undefined,
): boolean {
  return trusted !== undefined && isTrusted(trusted, peerOf({ socket }))
}

function isTrusted(trusted: TrustedProxies | undefined, address: string): boolean {
  if (trusted === undefined || trusted === 'all') return trusted === 'all'
  const family = isIP(address)
  return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function listOf(request: IncomingMessage, header: string): string[] {
  return String(request.headers[header] ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function peerOf({ socket }: Pick<IncomingMessage, 'socket'>): string {
  return plainAddress(socket.remoteAddress ?? '') ?? ''
}
