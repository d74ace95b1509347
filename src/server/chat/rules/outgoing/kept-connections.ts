import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import type { AddressPolicy } from './addresses'

/** Time after which an unused connection is closed. */
const idleMs = 20_000
/** Max unused connections per protocol and policy: users choose the hosts. */
const mostIdle = 100

type Keep = (socket: Duplex) => boolean

function hasRoom({ freeSockets }: HttpAgent): boolean {
  const lists = Object.values(freeSockets)
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0) < mostIdle
}

class PlainConnections extends HttpAgent {
  override keepSocketAlive(socket: Duplex): boolean {
    return hasRoom(this) && (super.keepSocketAlive as Keep).call(this, socket)
  }
}

class SecureConnections extends HttpsAgent {
  override keepSocketAlive(socket: Duplex): boolean {
    return hasRoom(this) && (super.keepSocketAlive as Keep).call(this, socket)
  }
}

const kept = new WeakMap<AddressPolicy, { http: HttpAgent; https: HttpsAgent }>()

/**
 * Agent whose connections serve several requests. A policy has connections of its own, which its `lookup` opened; Node
 * reuses one only for the same host name and port.
 */
export function keptConnections(addresses: AddressPolicy, { protocol }: URL): HttpAgent {
  let agents = kept.get(addresses)
  if (!agents) {
    const options = { keepAlive: true, maxFreeSockets: 16, timeout: idleMs }
    agents = { http: new PlainConnections(options), https: new SecureConnections(options) }
    kept.set(addresses, agents)
  }
  return protocol === 'https:' ? agents.https : agents.http
}
