import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { built } from '../support/built-server'
import { bundledWorker } from '../support/bundle/bundle'
import { present, shapedLike } from '../support/checked'
import { portOf } from '../support/own-ports'
import { Person } from '../support/person'

/** As users start it, without help of tests. */
const program = built('main.js')
/** The same in one file, which starts at a third of the cost: for what a start leads to. */
const bundled = bundledWorker()

/** A server as `npm start` runs it, in a folder of its own and with only these settings. */
class Started {
  output = ''
  errors = ''

  constructor(readonly process: ChildProcess) {
    process.stdout?.setEncoding('utf8').on('data', (text: string) => (this.output += text))
    process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.errors += text))
  }

  get url(): string {
    return present(/ready at (\S+)/.exec(this.output)?.[1])
  }

  async ready(): Promise<this> {
    while (!this.output.includes('curl ')) {
      const [reason] = (await Promise.race([
        once(present(this.process.stdout, 'stdout'), 'data'),
        once(this.process, 'exit').then(() => ['ended']),
      ])) as [string]
      if (reason === 'ended') throw new Error(this.errors)
    }
    return this
  }

  async ended(): Promise<number | null> {
    if (this.process.exitCode === null) await once(this.process, 'exit')
    return this.process.exitCode
  }
}

function start(settings: Record<string, string>, ...args: string[]): Started {
  return run([program, ...args], settings)
}

function startBundled(settings: Record<string, string>): Started {
  return run([bundled], settings)
}

function run(words: readonly string[], settings: Record<string, string>): Started {
  const env = { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', ...settings }
  return new Started(spawn(process.execPath, words, { env, stdio: 'pipe' }))
}

describe('the embedded server', () => {
  let folder: string
  let settings: Record<string, string>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-embedded-'))
    settings = { DATA_DIR: join(folder, 'data') }
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('tells its owner how to begin, and finds its data again', async () => {
    const first = await start(settings).ready()
    const { email, api_key: apiKey } = shapedLike(
      JSON.parse(readFileSync(join(folder, 'data', 'owner-login.json'), 'utf8')),
      { email: '', api_key: '' },
    )
    expect(first.output).toContain(`Owner         ${email}`)
    expect(first.output).toContain('#general, #announce')
    const page = await (await fetch(first.url)).text()
    expect(page).toContain('<meta name="parley-version"')
    const owner = new Person(first.url, 0, email, apiKey, 'Owner')
    const id = await owner.send('general', 'hello', 'It works!')

    const beside = startBundled(settings)
    expect(await beside.ended()).toBe(1)
    expect(beside.errors).toContain(`in use by process ${first.process.pid}`)

    const queue = await owner.register({ event_types: ['message'] })
    const waiting = owner.poll(queue)
    await owner.poll(await owner.register(), { dont_block: true })
    first.process.kill('SIGTERM')
    expect(await waiting).toEqual([])
    expect(await first.ended()).toBe(0)

    const elsewhere = { PARLEY_OWNER_EMAIL: 'nobody@x.test', PARLEY_OWNER_API_KEY: 'x'.repeat(32) }
    const second = await startBundled({ ...settings, ...elsewhere }).ready()
    expect(second.output).toContain('Found its data')
    expect(second.output).toContain(`'${email}:YOUR_API_KEY'`)
    expect(second.output).not.toContain('nobody')
    expect(second.output).not.toContain(apiKey)
    const state = await owner.at(second.url).register({ fetch_event_types: ['message'] })
    expect(state['max_message_id']).toBe(id)
    second.process.kill('SIGKILL')
    await second.ended()

    const third = await startBundled(settings).ready()
    const metrics = await (await fetch(`${third.url}/metrics`)).text()
    expect(metrics).toContain('nodejs_eventloop_lag_seconds')
    expect(metrics).toContain('parley_http_request_seconds')
    third.process.kill('SIGINT')
    expect(await third.ended()).toBe(0)
  })

  it('denies other accounts of the machine its files, also files that an earlier version left readable', async () => {
    const data = present(settings['DATA_DIR'], 'DATA_DIR')
    const everything = () =>
      readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name))
    const loose = () => [data, ...everything()].filter((file) => statSync(file).mode & 0o077)
    expect(loose()).toEqual([])
    expect(everything().length).toBeGreaterThan(300)

    mkdirSync(join(data, 'uploads/2'), { recursive: true, mode: 0o755 })
    writeFileSync(join(data, 'uploads/2/secret.txt'), 'x', { mode: 0o644 })
    for (const file of [data, join(data, 'PG_VERSION')]) chmodSync(file, 0o755)
    const outside = join(folder, 'outside.txt')
    writeFileSync(outside, 'x', { mode: 0o644 })
    symlinkSync(outside, join(data, 'link'))
    const again = await startBundled(settings).ready()
    unlinkSync(join(data, 'link'))
    expect(loose()).toEqual([])
    expect(statSync(outside).mode & 0o777).toBe(0o644)
    const told = /^\{.*had rights to files.*\}$/m.exec(again.output)?.[0] ?? '{}'
    expect(JSON.parse(told)).toMatchObject({ folder: data, files: 5 })
    again.process.kill('SIGHUP')
    expect(await again.ended()).toBe(0)
  })

  it('makes nothing when it cannot listen', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String(portOf(other))
    const refused = startBundled({ DATA_DIR: join(folder, 'never'), PORT: port })
    expect(await refused.ended()).toBe(1)
    expect(refused.errors).toBe(
      `Port ${port} of 127.0.0.1 is in use already; set PORT to another one.\n`,
    )
    other.close()
  })

  it('names a wrong setting in a sentence, and lists all settings', async () => {
    const wrong = start({ HEARTBEAT_MS: 'soon' })
    expect(await wrong.ended()).toBe(1)
    expect(wrong.errors).toMatch(/^HEARTBEAT_MS must be .*\n$/)
    expect(wrong.output).toBe('')

    const help = start({}, '--help')
    expect(await help.ended()).toBe(0)
    expect(help.output).toContain('PARLEY_OWNER_EMAIL')
    expect(await start({}, '--port', '1').ended()).toBe(2)
  })
})
