import { isIP } from 'node:net'

/** Groups of 16 bits that name the network of an IPv6 client: a /64, which one client has to itself. */
const groupsOfNetwork = 4

/** The address in a header or of a socket, without port, brackets, zone or IPv4 mapping; undefined if there is none. */
export function plainAddress(written: string): string | undefined {
  const text = written.trim().replace(/^"(.*)"$/, '$1')
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1]
  const withoutPort = inBrackets ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = withoutPort.replace(/%.*/, '').toLowerCase()
  const family = isIP(address)
  if (family === 4) return address
  return family === 6 ? (mappedAddress(groupsOf(address)) ?? address) : undefined
}

/** The key under which limits count an address: IPv4 whole, IPv6 by its /64 network. */
export function networkOf(ip: string): string {
  const address = plainAddress(ip)
  if (address === undefined || isIP(address) === 4) return address ?? ip
  const network = groupsOf(address).slice(0, groupsOfNetwork)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_whole, ...bytes: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
    },
  )
  const [head = '', tail] = hex.split('::')
  const parse = (part = '') =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => parseInt(group, 16))
  const [before, after] = [parse(head), parse(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** The IPv4 address that `::ffff:…` maps. */
function mappedAddress(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return undefined
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
