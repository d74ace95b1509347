import { lookup as lookUpAll } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

/** A request to an address of this machine or its network. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError'

  constructor(hostname: string) {
    super(`${hostname} is not an address on the Internet`)
  }
}

/** IPv4 networks that are not public: private, loopback, documentation, multicast. */
const specialNetworks: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Parts of 2000::/3 that map to IPv4 addresses, or are not routed. */
const special6Networks: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, bits] of specialNetworks) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of special6Networks) special.addSubnet(network, bits, 'ipv6')

/** The public IPv6 range; other addresses, such as mapped IPv4, are not allowed. */
const internet6 = new BlockList()
internet6.addSubnet('2000::', 3, 'ipv6')

/** Decides which addresses the server may call on behalf of users. */
export interface AddressPolicy {
  /** Whether the configuration names the host, or all. */
  isExcepted(hostname: string): boolean
  /** @throws ForbiddenAddressError for a forbidden IP address as the host */
  checkHost(hostname: string): void
  /** Resolves a name to its allowed addresses. The connection uses this result, without a second lookup. */
  lookup: LookupFunction
}

/**
 * Prevents server-side request forgery: users name URLs for bots and pictures, which must not reach the
 * server's own network.
 *
 * @param exceptions hosts and networks that are allowed nevertheless; 'all' allows every address
 */
export function createAddressPolicy(exceptions: 'all' | readonly string[]): AddressPolicy {
  const names = new Set<string>()
  const networks = new BlockList()
  for (const exception of exceptions === 'all' ? [] : exceptions) {
    const [address = '', bits] = exception.split('/')
    const family = isIP(address)
    if (family === 0) names.add(exception.toLowerCase())
    else networks.addSubnet(address, Number(bits ?? (family === 4 ? 32 : 128)), ipv(family))
  }

  const isAllowed = (hostname: string, address: string): boolean =>
    exceptions === 'all' ||
    names.has(hostname.toLowerCase()) ||
    isPublicAddress(address) ||
    networks.check(address, ipv(isIP(address)))

  return {
    isExcepted(hostname) {
      const family = isIP(hostname)
      if (exceptions === 'all' || names.has(hostname.toLowerCase())) return true
      return family !== 0 && networks.check(hostname, ipv(family))
    },
    checkHost(hostname) {
      const address = hostname.replace(/^\[(.*)\]$/, '$1')
      if (isIP(address) !== 0 && !isAllowed(hostname, address)) {
        throw new ForbiddenAddressError(hostname)
      }
    },
    lookup(hostname, options, callback) {
      lookUpAll(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
        const allowed = error ? [] : found.filter(({ address }) => isAllowed(hostname, address))
        const [first] = allowed
        if (error) callback(error, '')
        else if (!first) callback(new ForbiddenAddressError(hostname), '')
        else if (options.all) callback(null, allowed)
        else callback(null, first.address, first.family)
      })
    },
  }
}

/** Whether an IP address is publicly routable. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0 || special.check(address, ipv(family))) return false
  return family === 4 || internet6.check(address, 'ipv6')
}

function ipv(family: number): 'ipv4' | 'ipv6' {
  return family === 6 ? 'ipv6' : 'ipv4'
}
