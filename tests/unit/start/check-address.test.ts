import { once } from 'node:events'
import { createServer, Server } from 'node:net'
import { checkAddress } from '../../../src/server/start/check-address'
import { testConfig } from '../../support/config'
import { portOf } from '../../support/own-ports'

describe('the check of an address before the start', () => {
  const check = (port: number, host = '127.0.0.1') =>
    checkAddress(testConfig({ PORT: String(port), HOST: host }))

  async function listen(): Promise<{ port: number; close: () => Promise<void> }> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const port = portOf(server)
    return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
  }

  it('does not listen: a proxy would connect, and its request would be lost', async () => {
    const { port, close } = await listen()
    await close()
    const listening = jest.spyOn(Server.prototype, 'listen')
    await check(port)
    expect(listening).not.toHaveBeenCalled()
    listening.mockRestore()
  })

  it('refuses a port in use, and a host of another machine', async () => {
    const { port, close } = await listen()
    await expect(check(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await close()
    await check(port)
    await expect(check(0, '192.0.2.1')).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
    await expect(check(0, 'no.such.host.invalid')).rejects.toMatchObject({
      code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    })
  })
})
