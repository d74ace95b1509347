import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { built } from '../support/built-server'
import { anyValue, asRecord, lastOf, mapOf, maybe, present, shapedLike } from '../support/checked'
import { Commands } from '../support/commands/commands'
import type { CommandResult } from '../support/commands/commands'
import { ownerApiKey, ownerEmail } from '../support/config'
import { Person } from '../support/person'
import type { ReceivedEvent } from '../support/person'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { openTestDatabase, ownerAt, Worker } from '../support/workers'

const program = built('cli/main.js')
const root = join(__dirname, '../..')

/** Starts the command as an operator does; most tests here call it in the process of {@link Commands}. */
function start(settings: Record<string, string>, ...args: string[]): Promise<CommandResult> {
  const env = { PATH: process.env['PATH'], ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })
}

describeWithServices('the parley command', () => {
  let stores: TestStores
  let settings: Record<string, string>
  let worker: Worker
  const commands = new Commands()

  beforeAll(async () => {
    stores = await createTestStores()
    await stores.emptyDatabase()
    const url = new URL(present(stores.settings['DATABASE_URL'], 'DATABASE_URL'))
    url.searchParams.set('options', `-c search_path=${stores.searchPath}`)
    settings = { ...stores.settings, DATABASE_URL: url.href }
  })
  afterAll(async () => {
    await worker?.stop()
    await stores.remove()
    await commands.end()
  })

  const run = (...args: string[]) => commands.run(settings, ...args)
  const runJson = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await run(...args, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return asRecord(JSON.parse(stdout))
  }

  it('lists the migrations of an empty database, and runs them', async () => {
    const refused = await run('create-user', '--email', 'a@x.test', '--full-name', 'Ann')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/parley migrate/)

    expect((await runJson('migrate'))['ran']).not.toEqual([])
    expect(await run('migrate')).toMatchObject({ stdout: 'The database was up to date.\n' })
    worker = await Worker.start(stores)
  })

  it('makes accounts that a running server knows, and tells its clients', async () => {
    const owner = await ownerAt(worker)
    const queue = await owner.register({ event_types: ['realm_user', 'realm_bot'] })
    const { user_id, email, api_key } = await runJson(
      ...['create-user', '--email', 'ada@x.test', '--full-name', 'Ada', '--role', 'guest'],
    )
    const ada = new Person(worker.url, Number(user_id), String(email), String(api_key), 'Ada')
    expect((await ada.get('/users/me')).body).toMatchObject({ email: 'ada@x.test', role: 600 })

    expect(await run('change-role', 'ada@x.test', 'administrator')).toMatchObject({ code: 0 })
    const bot = await runJson(
      ...['create-bot', '--short-name', 'deploy', '--full-name', 'Deploy', '--owner', `${ada.id}`],
    )
    expect(bot).toMatchObject({ email: expect.stringMatching(/^deploy-bot@/) })
    expect(await run('deactivate-user', String(ada.id))).toMatchObject({ code: 0 })
    expect((await ada.get('/users/me')).status).toBe(401)

    const isEnd = ({ person }: ReceivedEvent) =>
      shapedLike(person, maybe({ is_active: maybe(false) }))?.is_active === false
    const heard = (await owner.pollUntil(queue, isEnd)).map(
      ({ type, op }) => `${type} ${String(op)}`,
    )
    expect(heard.slice(0, 4)).toEqual([
      'realm_user add',
      'realm_user update',
      'realm_user add',
      'realm_bot add',
    ])
  })

  it('shows the audit log, including its own acts', async () => {
    const { entries } = shapedLike(await runJson('audit', '--limit', '5'), {
      entries: [mapOf(anyValue)],
    })
    expect(entries.map((entry) => ({ ...entry, id: 0 }))).toMatchObject([
      { act: 'user_deactivated', source: 'cli', acting_user_id: null, address: null },
      { act: 'user_deactivated' },
      { act: 'bot_created', after: { full_name: 'Deploy' } },
      { act: 'user_role_changed', before: { role: 600 }, after: { role: 200 } },
      { act: 'user_created', after: { email: 'ada@x.test' } },
    ])
    const { stdout } = await run('audit', '--act', 'user_created')
    expect(stdout).toMatch(
      /^\d+ {2}\S+Z {2}cli {2}user_created user \d+ {2}\{\} -> \{.*"email":"ada@x.test"/,
    )
  })

  it('reactivates accounts, and gives them another password and another key', async () => {
    expect(await run('reactivate-user', 'ada@x.test')).toMatchObject({ code: 0 })
    const named = { email: 'ada@x.test', user_id: expect.any(Number) }
    const logIn = (password: string) =>
      fetch(`${worker.url}/api/v1/fetch_api_key`, {
        method: 'POST',
        body: new URLSearchParams({ username: 'ada@x.test', password }),
      })

    const { password, ...ada } = await runJson('reset-password', 'ada@x.test')
    expect(ada).toEqual(named)
    expect(password).toMatch(/^\S{16}$/)
    expect((await logIn(String(password))).status).toBe(200)

    const folder = await mkdtemp(join(tmpdir(), 'parley-password-'))
    try {
      const file = join(folder, 'password')
      await writeFile(file, 'of a file and long\nnot this\n')
      expect(await runJson('reset-password', 'ada@x.test', '--password-file', file)).toEqual(named)
    } finally {
      await rm(folder, { recursive: true })
    }
    expect((await logIn(String(password))).status).toBe(403)
    const { api_key } = shapedLike(await (await logIn('of a file and long')).json(), {
      api_key: '',
    })

    const rotated = await runJson('rotate-key', 'ada@x.test')
    expect(rotated).toMatchObject(named)
    const call = (key: string) =>
      new Person(worker.url, 0, 'ada@x.test', key, 'Ada').get('/users/me')
    expect((await call(api_key)).status).toBe(401)
    expect((await call(String(rotated['api_key']))).status).toBe(200)
    expect(await run('deactivate-user', 'ada@x.test')).toMatchObject({ code: 0 })
  })

  it('removes the second factor of a person', async () => {
    const refused = await run('remove-second-factor', ownerEmail)
    expect(refused).toMatchObject({ code: 1, stderr: 'There is no second factor.\n' })
    const database = openTestDatabase(stores)
    try {
      await sql`
        insert into totp_secrets (realm_id, user_id, sealed_secret, last_step)
        select realm_id, id, 'sealed', 0 from users where email = ${ownerEmail}`.execute(
        database.query,
      )
    } finally {
      await database.close()
    }
    const done = await runJson('remove-second-factor', ownerEmail)
    expect(done).toEqual({ user_id: expect.any(Number), email: ownerEmail })
    expect(await run('remove-second-factor', ownerEmail)).toMatchObject({ code: 1 })
  })

  it('gives a person another address', async () => {
    await runJson('create-user', '--email', 'eve@x.test', '--full-name', 'Eve')
    const changed = await runJson('change-email', 'eve@x.test', 'eva@x.test')
    expect(changed).toEqual({ user_id: expect.any(Number), email: 'eva@x.test' })
    const refused = await run('change-email', 'eva@x.test', ownerEmail, '--json')
    expect(refused).toMatchObject({ code: 1, stderr: '' })
    expect(JSON.parse(refused.stdout)).toEqual({ error: `Email '${ownerEmail}' already in use` })
    expect(await run('deactivate-user', 'eva@x.test')).toMatchObject({ code: 0 })
  })

  it('creates accounts from a file, reports each line, and is idempotent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-people-'))
    try {
      const file = join(folder, 'people.csv')
      await writeFile(file, 'email,full_name,role\nflo@x.test,Flo,\ngus@x.test,Gus,king\n')
      const refused = await run('import-users', file)
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toMatch(
        /^Line 3 {2}gus@x.test {2}There is no role 'king': .*\nOf 2 lines 1 are refused, so nothing/,
      )
      const told = asRecord(JSON.parse((await run('import-users', file, '--json')).stdout))
      expect(told).toMatchObject({
        error: 'Of 2 lines 1 are refused, so nothing was imported.',
        ...{ created: 0, existing: 0, refused: 1 },
        lines: [{ line: 2 }, { line: 3, result: 'refused' }],
      })

      const skipping = ['import-users', file, '--skip-bad-lines']
      expect((await run(...skipping, '--dry-run')).stdout).toMatch(/Would make 1 accounts; 0 were/)
      expect((await run(...skipping)).stdout).toMatch(
        /^Line 2 {2}flo@x.test {2}created \(user \d+\)\nLine 3 .*\nMade 1 accounts; 0 were/,
      )
      expect(await runJson(...skipping)).toMatchObject({ created: 0, existing: 1, refused: 1 })
      const missing = await run('import-users', join(folder, 'nothing'))
      expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/^ENOENT/) })
    } finally {
      await rm(folder, { recursive: true })
    }
    expect(await run('deactivate-user', 'flo@x.test')).toMatchObject({ code: 0 })
  })

  it('writes the database into a file, and reads none into one that is used', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-dump-'))
    try {
      const file = join(folder, 'dump')
      expect(await runJson('export-database', file)).toMatchObject({
        file,
        uploads: expect.stringMatching(/uploads$/),
      })
      const refused = await run('import-database', file)
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toMatch(/^There is an organization in this database already/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('lists users', async () => {
    const { users } = shapedLike(await runJson('list-users'), { users: [mapOf(anyValue)] })
    expect(users).toMatchObject([{ email: ownerEmail, role: 'owner' }])
    const { users: gone } = shapedLike(await runJson('list-users', '--deactivated'), {
      users: [mapOf(anyValue)],
    })
    expect(gone).toMatchObject([
      { email: 'ada@x.test', role: 'administrator' },
      { email: 'eva@x.test' },
      { email: 'flo@x.test' },
    ])
    expect((await run('list-users')).stdout).toMatch(/^\d+ {2}\S+ {2}owner {2}Owner\n$/)
    const { realms } = shapedLike(await runJson('list-realms'), { realms: [mapOf(anyValue)] })
    expect(realms).toMatchObject([{ string_id: '', people: 1 }])
  })

  it('prints its version and pending migrations', async () => {
    expect((await run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(await runJson('migrate', '--status')).toEqual({ pending: [] })
  })

  it.each([
    [['--version'], { code: 0, stdout: /^\d+\.\d+\.\d+\n$/, stderr: /^$/ }],
    [['rotate-key', 'nobody@x.test'], { code: 1, stdout: /^$/, stderr: /^No such user\n$/ }],
    [['create-user'], { code: 2, stdout: /^$/, stderr: /required option '--email/ }],
  ])(
    'ends %j with its exit code when it is started as a program',
    async (args, { code, stdout, stderr }) => {
      const matching = (text: RegExp) => expect.stringMatching(text)
      const told = { code, stdout: matching(stdout), stderr: matching(stderr) }
      expect(await start(settings, ...args)).toEqual(told)
    },
  )

  it.each(['cli/main.js', 'main.js'] as const)(
    'ends silently if the reader of the help of %s has gone',
    async (name) => {
      const child = spawn(process.execPath, [built(name), '--help'])
      child.stdout.destroy()
      let stderr = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
      const [code]: unknown[] = await once(child, 'close')
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    },
  )

  it('prints refusals as JSON on stdout with --json', async () => {
    const refused = await run('rotate-key', 'nobody@x.test', '--json')
    expect(refused).toEqual({ code: 1, stdout: '{"error":"No such user"}\n', stderr: '' })
  })

  it.each([
    [['no-such-command'], /^unknown command/],
    [['create-user'], /^required option '--email/],
    [['change-role', 'x@y.test', 'king'], /Allowed choices are owner/],
    [['rotate-key', 'x@y.test', '--color'], /^unknown option '--color'/],
  ])('tells programs as JSON that the command line %j is wrong', async (args, told) => {
    const { code, stdout, stderr } = await run(...args, '--json')
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ error: expect.stringMatching(told) })
  })

  it('makes further organizations', async () => {
    const { owner } = shapedLike(
      await runJson('create-realm', 'acme', '--owner-email', 'boss@acme.test'),
      { owner: { email: '', api_key: '', password: '' } },
    )
    const boss = new Person(worker.url, 0, owner.email, owner.api_key, 'Owner', 'acme.localhost')
    expect((await boss.get('/users/me')).body).toMatchObject({ role: 100 })
    expect(owner.password).toMatch(/^\S{16}$/)

    for (const given of ['--owner-api-key', '--owner-password']) {
      const email = ['--owner-email', 'boss@short.test']
      const refused = await run('create-realm', 'short', ...email, given, 'tiny5')
      expect(refused).toMatchObject({ stdout: '' })
      expect(refused.stderr).not.toMatch(/insert|scrypt|\$\d/)
      expect(refused.code).toBeGreaterThan(0)
    }
    const again = await run('create-realm', 'acme', '--owner-email', 'boss@acme.test')
    expect(again).toEqual({
      code: 1,
      stdout: '',
      stderr: "There is an organization 'acme' already.\n",
    })
  })

  it('seeds users with one stream each, and keeps existing ones', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-seed-'))
    try {
      const out = join(folder, 'users.json')
      const seed = async (users: number) => {
        await runJson('seed', '--users', String(users), '--streams', '3', '--out', out)
        return shapedLike(JSON.parse(await readFile(out, 'utf8')), [
          { email: '', api_key: '', user_id: 0 },
        ])
      }

      const five = await seed(5)
      const seven = await seed(7)
      expect(seven).toHaveLength(7)
      expect(seven.slice(0, 5)).toEqual(five)
      const last = lastOf(seven)
      const user = new Person(worker.url, last.user_id, last.email, last.api_key, 'Load')
      const { subscriptions } = await user.call('GET /users/me/subscriptions')
      expect(subscriptions).toMatchObject([{ name: 'load-0' }])
      expect(await user.send('load-0', 'load', 'hello')).toBeGreaterThan(0)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it.each([
    [[], 2, /Usage: parley/],
    [['no-such-command'], 2, /unknown command/],
    [['create-user'], 2, /required option '--email/],
    [['change-role', 'x@y.test', 'king'], 2, /Allowed choices are owner/],
    [['seed', '--users', '0', '--streams', '1', '--out', 'x'], 2, /whole number from 1/],
    [['deactivate-user', 'nobody@x.test'], 1, /^No such user\n$/],
    [['create-user', '--realm', 'nope', '--email', 'a@b', '--full-name', 'Ann'], 1, /'nope'/],
    [['create-user', '--email', ownerEmail, '--full-name', 'Ann'], 1, /already in use/],
  ])('answers %j with exit code %i', async (args, code, message) => {
    const result = await run(...args)
    expect(result).toMatchObject({ code, stdout: '' })
    expect(result.stderr).toMatch(message)
  })

  it('says how it is used', async () => {
    const { code, stdout } = await run('--help')
    expect(code).toBe(0)
    const names = ['serve', 'migrate', 'create-realm', 'create-user', 'create-bot', 'seed']
    for (const name of names) expect(stdout).toContain(name)
    const helps = await Promise.all(names.map((name) => run(name, '--help')))
    for (const help of helps) expect(help).toMatchObject({ code: 0, stderr: '' })
  })

  it('prints nothing but JSON when it is called as its page of the documentation says', async () => {
    const page = await readFile(join(root, 'docs/commands.md'), 'utf8')
    expect(page).toContain('`npm run --silent parley -- COMMAND`')
    const words = ['run', '--silent', 'parley', '--', 'migrate', '--json']
    const env = { ...settings, PATH: process.env['PATH'] }
    const { stdout } = await promisify(execFile)('npm', words, { env, cwd: root })
    expect(JSON.parse(stdout)).toEqual({ ran: [] })
  })

  it('refuses to speak to another Redis than the workers do', async () => {
    const elsewhere = { ...settings, REDIS_KEY_PREFIX: 'elsewhere' }
    const refused = await commands.run(elsewhere, 'deactivate-user', ownerEmail)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^Workers serve this database, but none of them uses the Redis/)
    expect((await (await ownerAt(worker)).get('/users/me')).status).toBe(200)
  })

  it('refuses a database of a newer version, as a worker does', async () => {
    const database = openTestDatabase(stores)
    const name = '9999_of_the_future.sql'
    try {
      await sql`insert into schema_migrations (name) values (${name})`.execute(database.query)
      const told = `The database is of a newer version of Parley: it has seen the migration ${name},`
      const refusals = [
        await run('migrate'),
        await run('deactivate-user', ownerEmail),
        await start({ ...settings, PORT: '0' }, 'serve'),
      ]
      for (const refused of refusals) {
        expect(refused).toMatchObject({ code: 1, stdout: '' })
        expect(refused.stderr).toMatch(new RegExp(`^${told}`))
      }
      // A running worker keeps serving.
      expect((await fetch(`${worker.url}/ready`)).status).toBe(200)
    } finally {
      await sql`delete from schema_migrations where name = ${name}`.execute(database.query)
      await database.close()
    }
  })

  it('names a setting that is wrong, without the password in it', async () => {
    const wrong = await commands.run({ DATABASE_URL: 'mysql://root:geheim@db' }, 'migrate')
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toMatch(/^DATABASE_URL must be/)
    expect(wrong.stderr).not.toContain('geheim')
  })

  it('keeps the existing owner', async () => {
    expect((await ownerAt(worker)).apiKey).toBe(ownerApiKey)
  })
})
