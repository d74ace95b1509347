import { request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { builtWebApp } from '../support/built-server'
import { present, shapedLike } from '../support/checked'
import { makeOwnFolder } from '../support/own-folder'
import { useOwnServer } from '../support/own-server'

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  bytes: Buffer
}

interface Asking {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** An answer with its bytes as they came: every other client unpacks them. */
function ask(url: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port, origin } = new URL(url)
    // The path as it is written, which a URL would tidy up.
    const path = url.slice(origin.length)
    const sent = httpRequest({ hostname, port, path, method, headers }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode, headers: response.headers, bytes }),
        reject,
      )
    })
    sent.on('error', reject).end(body)
  })
}

const taking = (encoding: string) => ({ headers: { 'Accept-Encoding': encoding } })

describe('the web app', () => {
  const folder = builtWebApp()
  const server = useOwnServer()
  const get = (path: string, asking?: Asking) => ask(`${server.url}${path}`, asking)
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const script = present(/<script type="module" src="\/assets\/([^"]+)"/.exec(page)?.[1])
  const address = `/assets/${script}`
  const source = readFileSync(join(folder, 'assets', script))

  it('has a page that names its files', async () => {
    for (const path of ['/', '/login', '/login/', '/?from=mail']) {
      const { status, headers, bytes } = await get(path)
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-length']).toBe(`${bytes.length}`)
      const named = [...bytes.toString().matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to]) => to)
      expect(named).toContain(address)
      for (const path of named) expect((await get(present(path, 'path'))).status).toBe(200)
    }
  })

  it('has the same page behind links of mails, and keeps their keys out of the referrer', async () => {
    for (const path of [
      '/join/KEY/',
      '/register/',
      '/accounts/do_confirm/KEY',
      '/accounts/password/reset/',
      '/accounts/password/reset/Nw/KEY/',
      '/accounts/confirm_new_email/KEY',
    ]) {
      const { status, headers, bytes } = await get(path)
      expect(status).toBe(200)
      expect(bytes.toString()).toContain(address)
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("script-src 'self';"),
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
    }
    expect((await get('/accounts/other')).status).toBe(404)
  })

  it('has a content security policy with exactly the needs of the app', async () => {
    const { headers } = await get('/')
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; " +
        "media-src 'self' blob:; connect-src 'self'; font-src 'self'; worker-src 'self'; " +
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types parley parley-judge parley-worker; report-uri /csp-reports",
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })

  it('is asked for its page each time, and sends it only when it is another', async () => {
    for (const encoding of ['identity', 'br', 'gzip']) {
      const first = await get('/', taking(encoding))
      expect(first.headers['cache-control']).toBe('no-cache')
      const tag = present(first.headers['etag'], 'etag')
      expect(tag).toMatch(/^"/)
      const conditions = { 'If-None-Match': tag, 'Accept-Encoding': encoding }
      const again = await get('/', { headers: conditions })
      expect(again.status).toBe(304)
      expect(again.bytes).toHaveLength(0)
      expect(again.headers['content-security-policy']).toBeDefined()
    }
    const other = await get('/', { headers: { 'If-None-Match': '"other"' } })
    expect(other.status).toBe(200)
  })

  it('has its page in the language of the reader, else in one of the browser', async () => {
    const languageOf = async (headers: Record<string, string>) => {
      const answer = await get('/', { headers })
      expect(answer.headers['vary']).toBe('Accept-Encoding, Accept-Language, Cookie')
      const [, language] = /<html lang="([^"]+)"/.exec(answer.bytes.toString()) ?? []
      expect(answer.headers['content-language']).toBe(language)
      return language
    }
    const accepting = (languages: string) => ({ 'Accept-Language': languages })
    expect(await languageOf({})).toBe('en')
    expect(await languageOf(accepting('de-AT,de;q=0.9,en;q=0.8'))).toBe('de')
    expect(await languageOf(accepting('fr,en;q=0.5,de;q=0.7'))).toBe('de')
    expect(await languageOf(accepting('fr'))).toBe('en')
    expect(await languageOf(accepting('*'))).toBe('en')
    expect(await languageOf(accepting(';;q=,'))).toBe('en')
    const withCookie = (value: string) => ({
      ...accepting('de'),
      Cookie: `a=b; parley_language=${value}; c=d`,
    })
    expect(await languageOf(withCookie('en'))).toBe('en')
    for (const odd of ['', 'fr', '__proto__', '../en']) {
      expect(await languageOf(withCookie(odd))).toBe('de')
    }

    // A page in another language is another page, with its own scripts and manifest.
    const [english, german] = [await get('/'), await get('/', { headers: accepting('de') })]
    expect(german.headers['etag']).not.toBe(english.headers['etag'])
    const manifest = await get('/manifest.de.webmanifest')
    expect(JSON.parse(manifest.bytes.toString())).toMatchObject({ lang: 'de' })
    expect((await get('/join/KEY/', { headers: accepting('de') })).headers).toMatchObject({
      'content-language': 'de',
      'cache-control': 'no-store',
    })
  })

  it('has files that may be kept for ever', async () => {
    const { status, headers, bytes } = await get(address)
    expect(status).toBe(200)
    expect(bytes).toEqual(source)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': `${source.length}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
  })

  it('sends the compressed files of the build to clients that accept them', async () => {
    const brotli = await get(address, taking('gzip, deflate, br, zstd'))
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotli.bytes).toEqual(readFileSync(join(folder, 'assets', `${script}.br`)))
    expect(brotliDecompressSync(brotli.bytes)).toEqual(source)

    const gzip = await get(address, taking('gzip'))
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.bytes)).toEqual(source)
    expect(gzip.headers['etag']).not.toBe(brotli.headers['etag'])

    const whole = await get(address, taking('br;q=0, identity'))
    expect(whole.headers['content-encoding']).toBeUndefined()
    expect(whole.bytes).toEqual(source)
  })

  it('answers HEAD with the headers alone', async () => {
    for (const path of ['/', address]) {
      const whole = await get(path)
      const head = await get(path, { method: 'HEAD' })
      expect(head.bytes).toHaveLength(0)
      expect(head.headers).toEqual({ ...whole.headers, ...variable(head.headers) })
    }
  })

  /** Headers that no two answers share. */
  const variable = ({ date, 'x-request-id': id }: IncomingHttpHeaders) => ({
    date,
    'x-request-id': id,
  })

  it('has a manifest and a picture of itself', async () => {
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/)
    expect(manifest.headers['cache-control']).toBe('no-cache')
    const { icons } = shapedLike(JSON.parse(manifest.bytes.toString()), { icons: [{ src: '' }] })
    expect(icons).not.toHaveLength(0)
    for (const { src } of icons) {
      const picture = await get(src)
      expect(picture.status).toBe(200)
      expect(picture.headers['content-type']).toMatch(/^image\//)
    }
  })

  it('has a service worker that may only fetch from here, and the page names the files that it stores', async () => {
    const worker = await get('/service-worker.js')
    expect(worker.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    const files = /name="parley-files" content="([^"]+)"/.exec(page)?.[1]?.split(' ') ?? []
    expect(files).toContain(address)
    expect(files.length).toBeLessThan(40)
    for (const file of files) {
      // An icon keeps its name when its content changes.
      const kept = file.startsWith('/icons/') ? 'no-cache' : 'immutable'
      expect((await get(file)).headers['cache-control']).toContain(kept)
    }
  })

  it.each([
    '/assets/main-00000000.js',
    `${'/assets/'}../index.html`,
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/index.html',
    '/index.de.html',
    '/metafile.json',
    '/metafile.de.json',
    '/.made-of',
    '/assets',
    `${'/assets/'}${'\\..\\'}package.json`,
  ])('has nothing at %s, and says so to people', async (path) => {
    const { status, headers, bytes } = await get(path)
    expect(status).toBe(404)
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['cache-control']).toBe('no-store')
    expect(bytes.toString()).toContain('There is nothing at this address.')
  })

  it('refuses POST', async () => {
    for (const path of ['/', address]) {
      expect((await get(path, { method: 'POST', body: 'a=1' })).status).toBe(404)
    }
  })

  it('is not served for a missing organization', async () => {
    const at = (host: string) => get('/login', { headers: { Host: host } })
    await server.realm('acme')
    expect((await at('acme.localhost')).status).toBe(200)
    const { status, bytes } = await at('nowhere.localhost')
    expect(status).toBe(404)
    expect(bytes.toString()).toContain('There is no organization here')
    expect(bytes.toString()).toContain('nowhere')
  })

  it('logs violations that browsers report, at a limited rate', async () => {
    const report = {
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.test/x.js?api_key=secret',
      'document-uri': `${server.url}/login`,
      'original-policy': 'a policy',
      'line-number': 7,
    }
    const { log } = server.ctx
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined)
    const send = async (body: string) =>
      (
        await get('/csp-reports', {
          method: 'POST',
          body,
          headers: { 'Content-Length': `${Buffer.byteLength(body)}` },
        })
      ).status
    expect(await send(JSON.stringify({ 'csp-report': report }))).toBe(204)
    expect(warn.mock.calls).toEqual([
      [
        {
          requestId: expect.any(String),
          directive: 'script-src-elem',
          blocked: 'https://evil.test/x.js?api_key=***',
          page: `${server.url}/login`,
          line: '7',
        },
        'a browser reports what the page must not do',
      ],
    ])
    for (const odd of ['', '[', 'null', '{"csp-report":7}', 'x'.repeat(20_000)]) {
      expect(await send(odd)).toBe(204)
    }
    for (let sent = 0; sent < 40; sent += 1) await send('{}')
    expect(warn.mock.calls.length).toBeLessThanOrEqual(40)
    warn.mockRestore()
    const metrics = (await get('/metrics')).bytes.toString()
    expect(metrics).toMatch(/^parley_csp_reports_total 46$/m)
  })
})

describe('a server without a built web app', () => {
  const empty = makeOwnFolder('no-web-app')
  let folder = ''
  beforeAll(async () => {
    folder = await empty
  })
  const server = useOwnServer({
    get webFolder() {
      return folder
    },
  })

  it('has a page that says so, and leads to the API', async () => {
    const response = await ask(`${server.url}/`)
    expect(response.status).toBe(503)
    const page = response.bytes.toString()
    expect(page).toContain('npm run build')
    for (const address of ['/api', '/api/v1/openapi.json']) {
      expect(page).toContain(`href="${address}"`)
      expect((await ask(`${server.url}${address}`)).status).toBe(200)
    }
  })
})
