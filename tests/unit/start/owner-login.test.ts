import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LoginFile, LoginNotKeptError, madeUpLogin } from '../../../src/server/start/owner-login'
import type { CreatedRealm } from '../../../src/server/chat/actions/realms/create-realm'
import { asError, present } from '../../support/checked'
import { testConfig } from '../../support/config'
import { makeOwnFolder, removeOwnFolder } from '../../support/own-folder'
import { partOf } from '../../support/stand-ins'

const apiKey = 'MadeUpMadeUpMadeUpMadeUpMadeUp12'
const created = (password?: string): CreatedRealm =>
  partOf<CreatedRealm>({
    owner: { email: 'ada@acme.test' },
    apiKey,
    ...(password === undefined ? {} : { password }),
  })

describe('the file with the login of a new owner', () => {
  let folder: string
  beforeEach(async () => {
    folder = await makeOwnFolder('login')
  })
  afterEach(() => removeOwnFolder(folder))

  const configWith = (told: Record<string, string> = {}, dataDir = join(folder, 'data')) =>
    testConfig({
      PARLEY_OWNER_PASSWORD: '',
      PARLEY_OWNER_API_KEY: '',
      DATA_DIR: dataDir,
      ...told,
    })
  const modeOf = (file: string): number => statSync(file).mode & 0o777
  const read = (file: string | undefined): unknown => JSON.parse(readFileSync(file ?? '', 'utf8'))

  it('is readable by the account of the server only, and so is a folder made for it', async () => {
    const file = new LoginFile(configWith())
    await file.keep(created('a secret'))
    expect(file.path).toBe(join(folder, 'data', 'owner-login.json'))
    expect(modeOf(present(file.path, 'path'))).toBe(0o600)
    expect(modeOf(join(folder, 'data'))).toBe(0o700)
    expect(read(file.path)).toEqual({
      email: 'ada@acme.test',
      password: 'a secret',
      api_key: apiKey,
    })
  })

  it('leaves out secrets that the operator chose, and is not written if none remain', async () => {
    const key = { PARLEY_OWNER_API_KEY: apiKey }
    const file = new LoginFile(configWith(key))
    await file.keep(created('a secret'))
    expect(read(file.path)).toEqual({ email: 'ada@acme.test', password: 'a secret' })
    expect(madeUpLogin(configWith(key), created())).toBeUndefined()

    const none = new LoginFile(configWith(key, join(folder, 'none')))
    await none.keep(created())
    expect(none.path).toBeUndefined()
    expect(readdirSync(folder)).toEqual(['data'])
  })

  it('replaces no file of another start, and its own when the same start tries again', async () => {
    const [one, two] = [new LoginFile(configWith()), new LoginFile(configWith())]
    await Promise.all([one.keep(created('first')), two.keep(created('second'))])
    expect(readdirSync(join(folder, 'data')).sort()).toEqual([
      'owner-login-2.json',
      'owner-login.json',
    ])
    expect(read(one.path)).toMatchObject({ password: 'first' })
    expect(read(two.path)).toMatchObject({ password: 'second' })
    await one.keep(created('x'))
    expect(read(one.path)).toMatchObject({ password: 'x' })
    expect(read(two.path)).toMatchObject({ password: 'second' })
  })

  it('suggests a remedy if it cannot be written, without secrets', async () => {
    writeFileSync(join(folder, 'taken'), '')
    const file = new LoginFile(configWith({}, join(folder, 'taken', 'data')))
    const error: unknown = await file.keep(created('a secret')).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(LoginNotKeptError)
    const { message } = asError(error)
    expect(message).toMatch(/no organization was made/i)
    expect(message).toMatch(/ENOTDIR.*DATA_DIR.*PARLEY_OWNER_PASSWORD/)
    expect(message).not.toMatch(/a secret|MadeUp/)
    expect(file.path).toBeUndefined()
  })
})
