import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findScript } from '../support/binaries'
import { bundledParley, bundledWorker } from '../support/bundle/bundle'
import { anyValue, asTexts, mapOf, present, shapedLike } from '../support/checked'
import { unpackEmptyDatabase } from '../support/empty-database'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import { OwnProcess } from '../support/own-process'
import { Person } from '../support/person'
import { describeWith, describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase, workerSettings } from '../support/workers'

const madeUp = { PARLEY_OWNER_PASSWORD: '', PARLEY_OWNER_API_KEY: '' }
const program = bundledWorker()

const started = new Set<Server>()
// A failed test leaves no server behind.
afterEach(async () => {
  const left = [...started].filter((server) => server.isRunning)
  started.clear()
  await Promise.all(left.map((server) => server.end('SIGKILL')))
})

/** A server, and all that it writes; stdout and stderr together, as a log has them. */
class Server {
  private constructor(
    private readonly process: OwnProcess,
    readonly lines: string[],
  ) {}

  /** @param around what the command line is wrapped in */
  static start(
    settings: Record<string, string>,
    around: (words: readonly string[]) => string[] = (words) => [...words],
  ): Server {
    const lines: string[] = []
    const [command = '', ...args] = around([process.execPath, program])
    const env = { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', ...settings }
    const onLine = (line: string) => lines.push(line)
    const server = new Server(new OwnProcess({ command, args, env, onLine }), lines)
    started.add(server)
    return server
  }

  get isRunning(): boolean {
    return this.process.isRunning
  }

  get output(): string {
    return this.lines.join('\n')
  }

  get url(): string {
    return present(/ready at (\S+)/.exec(this.output)?.[1])
  }

  /** Resolves when it has told all about its start. */
  async ready(): Promise<this> {
    await untilHolds('the server is ready', () => {
      if (!this.process.isRunning) throw new Error(`It ended:\n${this.output}`)
      return this.output.includes('curl ')
    })
    return this
  }

  /** The first of {@link told}. The log may arrive after the greeting, as they have streams of their own. */
  async firstTold(): Promise<{ file: string } | undefined> {
    await untilHolds('the log says where the login is', () => this.told.length > 0)
    return this.told[0]
  }

  /** The lines that say where the login of the owner is. */
  get told(): { file: string }[] {
    const found = this.lines.filter((line) => line.includes('made up a login of the owner'))
    return found.map((line) => shapedLike(JSON.parse(line), { file: '' }))
  }

  end(signal: NodeJS.Signals): Promise<number | null> {
    return this.process.end(signal)
  }

  get exited(): Promise<number | null> {
    return this.process.exited
  }
}

interface Login {
  email: string
  password: string
  api_key: string
}

function readLogin(file: string): Login {
  return shapedLike(JSON.parse(readFileSync(file, 'utf8')), {
    email: '',
    password: '',
    api_key: '',
  })
}

async function expectToWork({ url }: Server, { email, password, api_key }: Login): Promise<void> {
  const owner = new Person(url, 0, email, api_key, 'Owner')
  expect((await owner.get('/users/me')).body).toMatchObject({ email, is_owner: true })
  const body = new URLSearchParams({ username: email, password })
  expect((await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body })).status).toBe(200)
}

describe('the login that a first start makes up', () => {
  let folder: string
  beforeEach(async () => {
    folder = join(await makeOwnFolder('login'), 'data')
  })
  afterEach(() => removeOwnFolder(join(folder, '..')))

  it('is in a file if stdout is no terminal, and neither on stdout nor on stderr', async () => {
    const server = await Server.start({ DATA_DIR: folder }).ready()
    const file = join(folder, 'owner-login.json')
    expect(await server.firstTold()).toMatchObject({ file })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const login = readLogin(file)
    expect(login).toEqual({
      email: 'owner@localhost.localdomain',
      password: expect.stringMatching(/^\S{16}$/),
      api_key: expect.stringMatching(/^\w{32}$/),
    })
    for (const secret of [login.password, login.api_key])
      expect(server.output).not.toContain(secret)
    expect(server.output).toContain(`Password      (in ${file})`)
    await expectToWork(server, login)
    await server.end('SIGTERM')

    const second = await Server.start({ DATA_DIR: folder }).ready()
    expect(second.told).toEqual([])
    expect(readLogin(file)).toEqual(login)
    await second.end('SIGTERM')
  })

  it('is reported at LOG_LEVEL=silent, and to programs in JSON', async () => {
    unpackEmptyDatabase(folder)
    const silent = await Server.start({ DATA_DIR: folder, LOG_LEVEL: 'silent' }).ready()
    expect(await silent.firstTold()).toHaveProperty('file')
    await silent.end('SIGTERM')

    const elsewhere = join(folder, 'elsewhere')
    unpackEmptyDatabase(elsewhere)
    const forPrograms = Server.start({ DATA_DIR: elsewhere }, ([node = '']) => [
      ...[node, bundledParley(), 'serve', '--json'],
    ])
    await untilHolds('it is ready', () => forPrograms.output.includes('"url"'))
    expect(forPrograms.lines).toHaveLength(1)
    const { url, owner } = shapedLike(JSON.parse(forPrograms.output), {
      url: '',
      owner: mapOf(anyValue),
    })
    const file = join(elsewhere, 'owner-login.json')
    expect(owner).toMatchObject({ password: null, api_key: null, login_file: file })
    expect(url).toMatch(/^http:/)
    await forPrograms.end('SIGTERM')
  })

  it('is written nowhere if the operator set it', async () => {
    unpackEmptyDatabase(folder)
    const told = { PARLEY_OWNER_PASSWORD: 'told by me', PARLEY_OWNER_API_KEY: 'k'.repeat(32) }
    const server = await Server.start({ DATA_DIR: folder, ...told }).ready()
    expect(server.told).toEqual([])
    expect(readdirSync(folder).filter((name) => name.includes('login'))).toEqual([])
    expect(server.output).not.toMatch(/told by me|kkkk/)
    await server.end('SIGTERM')
  })
})

const terminal = { name: 'program `script`', url: findScript() }

describeWith(terminal, 'the login that a first start makes up at a terminal', (script) => {
  it('is shown there, and in no file', async () => {
    const folder = await makeOwnFolder('login')
    unpackEmptyDatabase(folder)
    const settings = { DATA_DIR: folder, LOG_LEVEL: '' }
    const server = await Server.start(settings, (words) => [
      ...[script, '-qec', `exec ${words.join(' ')}`, '/dev/null'],
    ]).ready()
    expect(server.output).toMatch(/Password {6}\S{16}\s/)
    const [, email, apiKey] = asTexts(/-u '(\S+):(\w{32})'/.exec(server.output))
    expect(existsSync(join(folder, 'owner-login.json'))).toBe(false)
    const owner = new Person(
      server.url,
      0,
      present(email, 'email'),
      present(apiKey, 'apiKey'),
      'Owner',
    )
    expect((await owner.get('/users/me')).status).toBe(200)
    await server.end('SIGTERM')
    await removeOwnFolder(folder)
  })
})

describeWithServices('the login that a first start makes up beside PostgreSQL', () => {
  let stores: TestStores
  let folder: string
  beforeEach(async () => {
    stores = await createTestStores()
    folder = await makeOwnFolder('login')
  })
  afterEach(async () => {
    await stores.remove()
    await removeOwnFolder(folder)
  })
  const start = (dataDir: string): Server =>
    Server.start({ ...workerSettings(stores), ...madeUp, LOG_LEVEL: 'warn', DATA_DIR: dataDir })

  it('is in one file, of the one of several workers that made the organization', async () => {
    // Folders that are not there yet: nothing else is kept there beside PostgreSQL.
    const folders = ['a', 'b', 'c'].map((name) => join(folder, name, 'data'))
    const servers = await Promise.all(folders.map((dataDir) => start(dataDir).ready()))
    const allTold = () => servers.flatMap((server) => server.told)
    await untilHolds('the log says where the login is', () => allTold().length > 0)
    const told = allTold()
    expect(told).toHaveLength(1)
    expect(readdirSync(folder)).toHaveLength(1)
    const login = readLogin(present(told[0]?.file, 'file'))
    for (const server of servers) await expectToWork(server, login)
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
  })

  it('is not lost if it cannot be written: no organization is made then', async () => {
    const taken = join(folder, 'taken')
    writeFileSync(taken, 'no folder')
    const refused = start(join(taken, 'data'))
    expect(await refused.exited).toBe(1)
    expect(refused.output).toMatch(/So no organization was made\. Set DATA_DIR/)
    const database = openTestDatabase(stores)
    expect(await database.query.selectFrom('realms').select('id').execute()).toEqual([])
    await database.close()

    const server = await start(join(folder, 'data')).ready()
    await expectToWork(server, readLogin(present((await server.firstTold())?.file, 'file')))
    await server.end('SIGTERM')
  })
})
