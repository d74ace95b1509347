import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { stopChild } from '../../scripts/lib/child'
import type { Child } from '../../scripts/lib/child'
import { findNginx, startNginx } from '../../scripts/lib/nginx'
import { waitUntilReady } from '../../scripts/lib/wait-until-ready'
import { exactly } from '../support/checked'
import { hasNginx } from '../support/cluster'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import { ownPorts, portOf } from '../support/own-ports'
import { describeWith } from '../support/services'

describeWith({ name: 'nginx', url: hasNginx ? 'nginx' : undefined }, 'the proxy', () => {
  let folder: string
  let worker: Server
  /** As `worker`, but without a newer one's files of the web app. */
  let olderWorker: Server
  let nginx: Child
  let url: string
  /** Headers of the last request at the worker. */
  let heard: IncomingHttpHeaders

  beforeAll(async () => {
    folder = await makeOwnFolder('proxy')
    worker = createServer((request, response) => {
      heard = request.headers
      request.resume().on('end', () => response.end('{}'))
    })
    await once(worker.listen(0, '127.0.0.1'), 'listening')
    olderWorker = createServer((request, response) => {
      if (request.url?.startsWith('/assets/')) response.statusCode = 404
      worker.emit('request', request, response)
    })
    await once(olderWorker.listen(0, '127.0.0.1'), 'listening')
    const [port, dead, deadToo] = exactly(await ownPorts(3), 3)
    const alive = portOf(worker)
    const older = portOf(olderWorker)
    const workerPorts = [dead, deadToo, older, alive]
    const proxies = ['127.0.0.1', '192.0.2.0/24']
    const spec = { folder, proxies, host: '127.0.0.1', port, workerPorts, onLine: () => undefined }
    nginx = await startNginx(await findNginx(), spec)
    url = `http://127.0.0.1:${port}`
    await waitUntilReady(url, new AbortController().signal)
  })
  afterAll(async () => {
    await stopChild(nginx, 'SIGQUIT', 5_000)
    worker.close()
    olderWorker.close()
    await removeOwnFolder(folder)
  })

  it('refuses nothing while two workers of four are there', async () => {
    const calls = Array.from({ length: 12 }, () =>
      fetch(`${url}/x`, { method: 'POST', body: 'a=1' }),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('finds a file of the web app at any worker that has it', async () => {
    const statuses = Array.from(
      { length: 6 },
      async () => (await fetch(`${url}/assets/x.js`)).status,
    )
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
  })

  it('leaves compression to the worker', async () => {
    await fetch(`${url}/x`, { headers: { 'Accept-Encoding': 'br, gzip' } })
    expect(heard['accept-encoding']).toBe('br, gzip')
  })

  /** Headers at the worker for a request through the trusted proxy. */
  const hear = async (forwardedFor: string, protocol: string): Promise<IncomingHttpHeaders> => {
    const headers = { 'X-Forwarded-For': forwardedFor, 'X-Forwarded-Proto': protocol }
    await fetch(`${url}/x`, { headers })
    return heard
  }

  it('trusts a proxy in front of it, and no address before that proxy', async () => {
    expect(await hear('6.6.6.6, 203.0.113.9, 192.0.2.7', 'https')).toMatchObject({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
    })
    expect(await hear('203.0.113.9', 'http')).toMatchObject({ 'x-forwarded-proto': 'http' })
    expect(await hear('203.0.113.9', 'javascript')).toMatchObject({ 'x-forwarded-proto': 'http' })
  })

  it('does not pass forged headers of clients to the worker', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port: Number(new URL(url).port),
      localAddress: '127.0.0.2',
    })
    const claims = 'X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Proto: https\r\n'
    socket.write(`GET /x HTTP/1.1\r\nHost: x\r\n${claims}Connection: close\r\n\r\n`)
    await text(socket)
    expect(heard).toMatchObject({ 'x-forwarded-for': '127.0.0.2', 'x-forwarded-proto': 'http' })
  })
})
