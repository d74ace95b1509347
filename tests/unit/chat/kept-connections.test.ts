import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { createAddressPolicy } from '../../../src/server/chat/rules/outgoing/addresses'
import type { AddressPolicy } from '../../../src/server/chat/rules/outgoing/addresses'
import { discard, requestGuarded } from '../../../src/server/chat/rules/outgoing/guarded-request'
import { portOf } from '../../support/own-ports'

describe('connections that serve several requests', () => {
  const sockets: Socket[] = []
  let requests = 0
  let endsConnection = false
  const server = createServer((request, response) => {
    requests += 1
    if (endsConnection && sockets.length === 1) return void request.socket.destroy()
    response.end('a body that nobody reads')
  })
  server.on('connection', (socket) => sockets.push(socket))

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    sockets.length = 0
    requests = 0
    endsConnection = false
  })

  async function post(addresses: AddressPolicy, host = '127.0.0.1'): Promise<void> {
    const port = portOf(server)
    const response = await requestGuarded(new URL(`http://${host}:${port}/`), {
      ...{ method: 'POST', headers: {}, addresses, keepsConnection: true },
      signal: AbortSignal.timeout(10_000),
    })
    discard(response)
    await once(response, 'end')
  }

  it('are reused by requests to the same host under the same policy alone', async () => {
    const addresses = createAddressPolicy(['127.0.0.1', 'localhost'])
    await post(addresses)
    await post(addresses)
    expect([requests, sockets.length]).toEqual([2, 1])
    await post(addresses, 'localhost')
    expect(sockets).toHaveLength(2)
    const strict = createAddressPolicy([])
    await expect(post(strict)).rejects.toThrow('127.0.0.1 is not an address on the Internet')
    await expect(post(strict, 'localhost')).rejects.toThrow('is not an address on the Internet')
    expect(requests).toBe(3)
  })

  it('are replaced when the host closes one just then', async () => {
    const addresses = createAddressPolicy('all')
    await post(addresses)
    endsConnection = true
    await post(addresses)
    expect([requests, sockets.length]).toEqual([3, 2])
  })
})
