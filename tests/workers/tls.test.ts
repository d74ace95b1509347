import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startChild, stopChild } from '../../scripts/lib/child'
import type { Child } from '../../scripts/lib/child'
import { findNginx, startNginx } from '../../scripts/lib/nginx'
import { exactly, firstOf } from '../support/checked'
import { hasNginx } from '../support/cluster'
import { ownerEmail } from '../support/config'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import { ownPorts } from '../support/own-ports'
import { findTestDatabase, findTestRedis, describeWith } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { Worker } from '../support/workers'

const siteFile = join(__dirname, '../../deploy/nginx/tls-site.conf')
const password = 'a password of the owner'

const needs = {
  name: 'nginx, PostgreSQL and Redis',
  url: (hasNginx && findTestDatabase() && findTestRedis()) || undefined,
}

describeWith(needs, 'HTTPS as in deploy/nginx/tls-site.conf', () => {
  let folder: string
  let stores: TestStores
  let worker: Worker
  let metricsUrl: string
  const children: Child[] = []
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: false })

  beforeAll(async () => {
    folder = await makeOwnFolder('tls')
    stores = await createTestStores()
    const name = ['-subj', '/CN=chat.example.com', '-days', '2', '-newkey', 'rsa:2048', '-nodes']
    execFileSync('openssl', ['req', '-x509', ...name, '-keyout', 'key.pem', '-out', 'cert.pem'], {
      cwd: folder,
      stdio: 'ignore',
    })
    const [metricsPort] = exactly(await ownPorts(1), 1)
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
    worker = await Worker.start(stores, {
      METRICS_PORT: String(metricsPort),
      // Trusts only the proxy on this machine.
      TRUST_PROXY: '127.0.0.1',
      PARLEY_OWNER_PASSWORD: password,
      EXTERNAL_HOST: 'chat.example.com',
    })
  })
  afterAll(async () => {
    for (const child of children) await stopChild(child, 'SIGQUIT', 5_000)
    await worker.stop()
    await stores.remove()
    await removeOwnFolder(folder)
  })

  /** Runs the site in front of a port, and answers its own. */
  async function serveSite(behind: number): Promise<number> {
    const place = join(folder, `site-${behind}`)
    await mkdir(place)
    const [http, https] = exactly(await ownPorts(2), 2)
    const site = (await readFile(siteFile, 'utf8'))
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443', `listen 127.0.0.1:${https}`)
      .replace(/\S+fullchain.pem/, join(folder, 'cert.pem'))
      .replace(/\S+privkey.pem/, join(folder, 'key.pem'))
      .replaceAll('/var/log/nginx/', `${place}/`)
      .replace('proxy_pass http://127.0.0.1:9991', `proxy_pass http://127.0.0.1:${behind}`)
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const config =
      'pid nginx.pid;\nevents {}\nhttp {\n' +
      paths.map((path) => `${path}_temp_path ${path};\n`).join('') +
      `${site}}\n`
    await writeFile(join(place, 'nginx.conf'), config)
    children.push(
      await startChild({
        command: await findNginx(),
        args: ['-e', 'stderr', '-p', `${place}/`, '-c', 'nginx.conf', '-g', 'daemon off;'],
        onOutput: () => undefined,
        onError: () => undefined,
      }),
    )
    await untilHolds(
      'nginx answers',
      async () => (await call(https, 'GET', '/health')).status === 200,
    )
    return https
  }

  interface Answer {
    status: number
    headers: IncomingMessage['headers']
    body: string
  }

  /** A request from an address of this machine that no proxy is at. */
  function call(
    port: number,
    method: string,
    path: string,
    {
      form,
      headers = {},
    }: { form?: Record<string, string>; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          ...{ host: '127.0.0.1', port, localAddress: '127.0.0.2', agent, method, path },
          headers: {
            Host: 'chat.example.com',
            Origin: 'https://chat.example.com',
            ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
            ...headers,
          },
        },
        (response) => {
          text(response).then(
            (body) =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
            reject,
          )
        },
      )
      sent.on('error', reject)
      sent.end(form && new URLSearchParams(form).toString())
    })
  }

  async function expectToServe(port: number): Promise<void> {
    const claims = { 'X-Forwarded-For': '6.6.6.6', 'X-Forwarded-Proto': 'http' }
    const loggedIn = await call(port, 'POST', '/json/session', {
      form: { email: ownerEmail, password },
      headers: claims,
    })
    expect(loggedIn).toMatchObject({ status: 200 })
    const [cookie = ''] = loggedIn.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^__Host-sessionid=[\w-]{43}; Path=\/; .*\bSecure\b/)
    expect(loggedIn.headers['strict-transport-security']).toBe('max-age=31536000')

    const headers = { Cookie: firstOf(cookie.split(';')), ...claims }
    const listed = await call(port, 'GET', '/json/sessions', { headers })
    // The client's own address, not its claim and not that of a proxy.
    expect(JSON.parse(listed.body)).toMatchObject({
      sessions: expect.arrayContaining([
        expect.objectContaining({ is_current: true, ip_address: '127.0.0.2' }),
      ]),
    })
    const form = { type: 'stream', to: 'general', topic: 'tls', content: 'over HTTPS' }
    const posted = await call(port, 'POST', '/json/messages', { form, headers })
    expect(posted).toMatchObject({ status: 200 })
    // Pages of other origins get nowhere.
    const origin = { ...headers, Origin: 'https://elsewhere.example.com' }
    const forged = await call(port, 'POST', '/json/messages', { form, headers: origin })
    expect(forged.status).toBe(403)
    for (const path of [
      '/metrics',
      '/METRICS',
      '/metrics/',
      '//metrics',
      '/%6detrics',
      '/metrics?x',
    ]) {
      expect([path, (await call(port, 'GET', path)).status]).toEqual([path, 404])
    }
    const settings = await call(port, 'GET', '/api/v1/server_settings')
    expect(JSON.parse(settings.body)).toMatchObject({ realm_uri: 'https://chat.example.com' })
  }

  it('serves a browser in front of one server', async () => {
    const behind = Number(new URL(worker.url).port)
    await expectToServe(await serveSite(behind))
    const log = await readFile(join(folder, `site-${behind}`, 'parley.log'), 'utf8')
    expect(log).toMatch(/^127\.0\.0\.2 \[\S+\] POST \/json\/session 200 /m)
  })

  it('leaves the metrics to their own port', async () => {
    expect((await fetch(new URL('/metrics', worker.url))).status).toBe(404)
    expect(await (await fetch(metricsUrl)).text()).toContain('parley_build_info')
  })

  it('logs no key of a link or of a query', async () => {
    const behind = Number(new URL(worker.url).port)
    const place = join(folder, `site-${behind}`)
    const { pathname } = new URL(`file://${place}`)
    const config = await readFile(join(place, 'nginx.conf'), 'utf8')
    const port = Number(/listen 127.0.0.1:(\d+) ssl/.exec(config)?.[1])
    for (const path of [
      '/join/s3cret/',
      '/JOIN/s3cret/',
      '/x//Join//s3cret/',
      '/%6aoin/s3cret/',
      '/join%2fs3cret/',
      '/Accounts/Do_Confirm/s3cret',
      '/accounts/password/reset/1-s3cret',
      '/x?api_key=s3cret',
    ]) {
      await call(port, 'GET', path)
    }
    const log = await readFile(join(pathname, 'parley.log'), 'utf8')
    expect(log).toMatch(/ GET \/join\/ /)
    expect(log).toMatch(/ GET \/JOIN\/ /)
    expect(log).toMatch(/ GET \/accounts\/password\/reset\/ /)
    expect(log).not.toContain('s3cret')
  })

  it('serves a browser in front of the proxy of the compose stack', async () => {
    const [port] = exactly(await ownPorts(1), 1)
    const inner = join(folder, 'inner')
    await mkdir(inner)
    children.push(
      await startNginx(await findNginx(), {
        ...{ folder: inner, host: '127.0.0.1', port, onLine: () => undefined },
        workerPorts: [Number(new URL(worker.url).port)],
        proxies: ['127.0.0.1'],
      }),
    )
    await expectToServe(await serveSite(port))
  })
})
