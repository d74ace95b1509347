import type { IncomingMessage } from 'node:http'

import { memoize } from '../../runtime/memo'

/** The settings that decide how a request finds its organisation. */
export interface HostSettings {
  externalHost: string
  externalUrl: string | undefined
  trustProxy: boolean
}

/**
 * The subdomain of the organisation that a Host header names: `<sub>.<external host>` is
 * organisation `<sub>`, and anything else the root one, `''`. Any port will do.
 * Source: docs/protocol/authentication.md#subdomain.
 */
export function subdomainOf(host: string, externalHost: string): string {
  const name = host.toLowerCase().replace(/:\d*$/, '')
  const suffix = `.${externalHost.toLowerCase().replace(/:\d*$/, '')}`
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : ''
}

/** Addresses that a request came from and was sent to, by its own account and the proxy's. */
export interface RequestAddress {
  subdomain: string
  origin: string
  ip: string
}

export function locateRequest(request: IncomingMessage, settings: HostSettings): RequestAddress {
  const host = requestHost(request, settings)
  const subdomain = subdomainOf(host, settings.externalHost)
  const isRoot = subdomain === ''
  return {
    subdomain,
    origin: (isRoot && settings.externalUrl) || `${protocolOf(request, settings)}://${host}`,
    ip: clientIp(request, settings),
  }
}

function requestHost(request: IncomingMessage, settings: HostSettings): string {
  const host = forwarded(request, 'x-forwarded-host', settings) ?? request.headers.host ?? ''
  return isHost(host) ? host : settings.externalHost
}

/** Whether a Host header is a host name and nothing else: it ends up in links that we hand out. */
const isHost = memoize(
  (host) =>
    /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`),
)

function protocolOf(request: IncomingMessage, settings: HostSettings): 'http' | 'https' {
  const protocol = forwarded(request, 'x-forwarded-proto', settings)?.toLowerCase()
  return protocol === 'https' || 'encrypted' in request.socket ? 'https' : 'http'
}

function clientIp(request: IncomingMessage, settings: HostSettings): string {
  const ip = forwarded(request, 'x-forwarded-for', settings) ?? request.socket.remoteAddress ?? ''
  return ip.replace(/^::ffff:/i, '')
}

/**
 * A header that our proxy sets. The last item of a list is its own; those before it the client may
 * write.
 */
function forwarded(
  request: IncomingMessage,
  header: string,
  { trustProxy }: HostSettings,
): string | undefined {
  if (!trustProxy) return undefined
  const last = String(request.headers[header] ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return last === '' ? undefined : last
}
