import type { LookupAddress } from 'node:dns'
import {
  createAddressPolicy,
  ForbiddenAddressError,
  isPublicAddress,
} from '../../../src/server/chat/rules/outgoing/addresses'

/** Addresses to which a connection would be made. */
async function lookUp(exceptions: 'all' | string[], hostname: string): Promise<LookupAddress[]> {
  const { lookup } = createAddressPolicy(exceptions)
  return new Promise((resolve, reject) =>
    lookup(hostname, { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses as LookupAddress[]),
    ),
  )
}

describe('addresses of services', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not on the Internet', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is on the Internet',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it('are checked if a URL contains an IP address, in any notation', () => {
    const { checkHost } = createAddressPolicy([])
    for (const url of ['http://127.1', 'http://2130706433', 'http://0x7f.1', 'http://[::1]']) {
      expect(() => checkHost(new URL(url).hostname)).toThrow(ForbiddenAddressError)
    }
    expect(() => checkHost('8.8.8.8')).not.toThrow()
    expect(() => checkHost('bot.example')).not.toThrow()
  })

  it('are checked after the name was looked up', async () => {
    await expect(lookUp([], 'localhost')).rejects.toThrow(ForbiddenAddressError)
    await expect(lookUp(['10.0.0.0/8'], 'localhost')).rejects.toThrow(ForbiddenAddressError)
  })

  it('are allowed by name, by address, by network, or all', async () => {
    const loopback = expect.objectContaining({ address: expect.stringMatching(/^(127|::1)/) })
    for (const exceptions of [['LOCALHOST'], ['127.0.0.1', '::1'], ['127.0.0.0/8', '::1/128']]) {
      expect(await lookUp(exceptions, 'localhost')).toContainEqual(loopback)
    }
    expect(await lookUp('all', 'localhost')).toContainEqual(loopback)
    expect(() => createAddressPolicy(['127.0.0.1']).checkHost('127.0.0.1')).not.toThrow()
  })
})
