import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { endpoints } from '../../src/server/start/endpoints'
import type { Config } from '../../src/server/config/config'
import { newPartBytes } from '../../src/server/moving/import-jobs/archive'
import { settings } from '../../src/server/config/settings'
import { asTexts, present, shapedLike } from '../support/checked'
import { portOf } from '../support/own-ports'
import { partOf } from '../support/stand-ins'

const root = join(__dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const compose = read('docker-compose.yml')

/** Lines of a service, indented below its name. */
function service(name: string): string {
  return new RegExp(`^ {2}${name}:\\n((?: {3,}.*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? ''
}

describe('docker-compose.yml', () => {
  const services = ['nginx', 'worker', 'postgres', 'redis']

  it('passes all settings to the workers, except the ones that it sets itself', () => {
    const decided = ['PORT', 'HOST', 'DATA_DIR', 'UPLOADS_DIR', 'WORKER_ID']
    const passed = [...service('worker').matchAll(/^ {6}([A-Z0-9_]+):/gm)].map(([, name]) => name)
    // TMPDIR is the operating system's.
    const all = [...Object.values(settings).map(({ name }) => name), 'TMPDIR']
    expect([...passed, ...decided].sort()).toEqual([...all].sort())
  })

  it.each(services)('gives %s minimal privileges', (name) => {
    expect(service(name)).toContain('<<: *confined')
    expect(service(name)).toMatch(/^ {4}tmpfs: /m)
    if (name !== 'worker') expect(service(name)).toMatch(/^ {4}user: \w+$/m)
  })

  it('sets the options that confine containers', () => {
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "['no-new-privileges:true']"]) {
      expect(compose).toContain(line)
    }
  })

  it('names exact images', () => {
    const images = [...`${compose}\n${read('Dockerfile')}`.matchAll(/^(?:FROM| +image:) (\S+)/gm)]
    const foreign = images.map(([, image]) => image).filter((image) => image !== 'parley')
    expect(foreign).toHaveLength(5)
    for (const image of foreign) expect(image).toMatch(/^\w+:\d+(\.\d+)+-[a-z]+(-slim|[\d.]*)$/)
  })

  it('derives the body limit from the setting for the largest file', () => {
    const script = join(root, 'deploy/nginx/max-body.envsh')
    expect(statSync(script).mode & 0o111).toBe(0o111)
    const bodyOf = (env: NodeJS.ProcessEnv) =>
      execFileSync('sh', ['-c', `. ${script}; echo $PARLEY_MAX_BODY`], { env, encoding: 'utf8' })
    expect(bodyOf({ MAX_FILE_UPLOAD_MIB: '100' })).toBe('101m\n')
    expect(bodyOf({})).toBe(`${Number(settings.maxFileUploadMib.byDefault) + 1}m\n`)
    expect(service('nginx')).toContain('MAX_FILE_UPLOAD_MIB: ')
    const requestOf = (env: NodeJS.ProcessEnv) =>
      execFileSync('sh', ['-c', `. ${script}; echo $PARLEY_MAX_REQUEST`], { env, encoding: 'utf8' })
    expect(requestOf({ MAX_REQUEST_BYTES: '1000' })).toBe('66536\n')
    expect(requestOf({})).toBe(`${Number(settings.maxRequestBytes.byDefault) + 65_536}\n`)
    expect(service('nginx')).toContain('MAX_REQUEST_BYTES: ')
  })

  it('is reachable from its machine only, and has no password that everybody knows', () => {
    expect(service('nginx')).toMatch(/- '\$\{PARLEY_PORT:-127.0.0.1:9991\}:8080'/)
    for (const name of ['worker', 'postgres', 'redis'])
      expect(service(name)).not.toContain('ports:')
    const passwords = [...compose.matchAll(/\$\{POSTGRES_PASSWORD([^}]*)\}/g)]
    expect(passwords).toHaveLength(2)
    for (const [, rest] of passwords) expect(rest).toMatch(/^:\?/)
  })

  it.each(services)('bounds the memory of %s', (name) => {
    expect(service(name)).toMatch(/^ {4}mem_limit: (\$\{\w+:-)?\d+[mg]\}?$/m)
  })

  it('bounds the temporary files of each container', () => {
    for (const name of services) {
      const [, folders = ''] = /^ {4}tmpfs: \[(.*)\]$/m.exec(service(name)) ?? []
      for (const folder of folders.split("', '")) expect(folder).toMatch(/,size=\d+m'?$/)
    }
  })

  it('unpacks archives in a volume, since they are larger than its temporary files', () => {
    const [, place = ''] = /^ {6}TMPDIR: (\S+)$/m.exec(service('worker')) ?? []
    const volumes = [...service('worker').matchAll(/^ {6}- ([a-z]+):(\S+)$/gm)]
    const [, volume] = volumes.find(([, , path]) => place.startsWith(`${path}/`)) ?? []
    expect(compose).toMatch(new RegExp(`^volumes:\\n(?: .*\\n)* {2}${volume}:$`, 'm'))
    const [, folders = ''] = /^ {4}tmpfs: \[(.*)\]$/m.exec(service('worker')) ?? []
    const mounts = [...folders.matchAll(/'(\/[^:]*):/g)].map(([, mount]) => `${mount}/`)
    expect(mounts.filter((mount) => place.startsWith(mount))).toEqual([])
  })

  it('lets nginx and the workers know the same limits', () => {
    for (const { name, byDefault } of [settings.maxFileUploadMib, settings.maxRequestBytes]) {
      expect(service('worker')).toContain(`\n      ${name}: \${${name}:-}\n`)
      expect(service('nginx')).toContain(`\n      ${name}: \${${name}:-${byDefault}}\n`)
    }
  })
})

/** Bytes of a size as nginx writes it. */
function bytesOf(size: string): number {
  const [, number, unit = ''] = /^(\d+)([km]?)$/.exec(size) ?? []
  return Number(number) * ({ k: 1_024, m: 1_048_576 }[unit] ?? 1)
}

describe.each(['nginx.conf.template', 'tls-site.conf'])('deploy/nginx/%s', (file) => {
  const script = join(root, 'deploy/nginx/max-body.envsh')
  const filledIn = ['-c', `. ${script}; echo $PARLEY_MAX_REQUEST $PARLEY_MAX_BODY`]
  const [maxRequest = '', maxBody = ''] = execFileSync('sh', filledIn, {
    encoding: 'utf8',
    env: {},
  })
    .trim()
    .split(' ')
  const config = read(`deploy/nginx/${file}`)
    .replace(/\$\{PARLEY_MAX_REQUEST\}/, maxRequest)
    .replace(/\$\{PARLEY_MAX_BODY\}/, maxBody)

  it('lets through the largest file, the largest request and a part of an archive', () => {
    const sizes = [...config.matchAll(/client_max_body_size (\w+);/g)].map(([, size]) => size)
    const [request = 0, file = 0] = sizes.map((size) => bytesOf(present(size, 'size')))
    const { maxRequestBytes, maxFileUploadMib } = settings
    const form = 65_536
    expect(request).toBeGreaterThan(Number(maxRequestBytes.byDefault))
    const maxFileBytes = Number(maxFileUploadMib.byDefault) * 1_048_576
    expect(file).toBeGreaterThan(maxFileBytes + form)
    const byDefault = partOf<Config>({ maxFileUploadMib: Number(maxFileUploadMib.byDefault) })
    expect(file).toBeGreaterThan(newPartBytes(byDefault) + form)
  })

  it('passes forms with files on as they arrive, and no other bodies', () => {
    const [, pattern = ''] =
      /location ~ (\S+user_uploads\S+) \{[^~]*?buffering off/.exec(config) ?? []
    const isStreamed = (path: string) => new RegExp(pattern).test(path.replace(/\{\w+\}/g, '7'))
    const taking = endpoints.filter(({ upload }) => upload)
    expect(taking.filter(({ path }) => !isStreamed(path))).toEqual([])
    const others = endpoints.filter(({ path }) => isStreamed(path)).map(({ path }) => path)
    const paths = new Set(taking.map(({ path }) => path))
    expect(others.filter((path) => !paths.has(path))).toEqual([])
  })

  it('bounds time and connections of a client', () => {
    for (const line of [
      'client_body_timeout 30s;',
      'client_header_timeout 30s;',
      'limit_conn parley_clients 200;',
      'proxy_set_header X-Request-Id $request_id;',
    ]) {
      expect(config).toContain(line)
    }
  })
})

describe('the image', () => {
  const dockerfile = read('Dockerfile')
  const { files } = shapedLike(JSON.parse(read('package.json')), { files: [''] })

  it('contains every input of the build', () => {
    for (const folder of ['scripts', 'src']) {
      expect(dockerfile).toContain(`\nCOPY ${folder} ./${folder}\n`)
      expect(read('.dockerignore')).toContain(`\n!${folder}\n`)
    }
  })

  it('contains the files of a package', () => {
    expect(files).toEqual(expect.arrayContaining(['dist', 'dist-web', 'db']))
    for (const folder of files.filter((file) => !file.startsWith('!'))) {
      expect(dockerfile).toMatch(
        new RegExp(`^COPY (--from=build /app/)?${folder} \\./${folder}$`, 'm'),
      )
    }
  })
})

describe('the health check of the image', () => {
  const [, check] = asTexts(/HEALTHCHECK[^[]*(\[.*\])\n/.exec(read('Dockerfile')))
  const [program, ...args] = JSON.parse(present(check, 'check')) as [string, ...string[]]
  const run = (port: number): Promise<number> =>
    new Promise((resolve) => {
      execFile(program, args, { env: { PATH: process.env['PATH'], PORT: `${port}` } }, (error) =>
        resolve(error === null ? 0 : 1),
      )
    })

  it.each([
    [200, 0],
    [503, 1],
  ])('exits after an answer of %i with %i', async (status, found) => {
    const paths: (string | undefined)[] = []
    const server = createServer((request, response) => {
      paths.push(request.url)
      response.writeHead(status).end('{}')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const port = portOf(server)
    expect(await run(port)).toBe(found)
    expect(paths).toEqual(['/ready'])
    await new Promise((resolve) => server.close(resolve))
    expect(await run(port)).toBe(1)
  })

  it('starts no node', () => expect(program).toBe('bash'))
})
