import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createProgram } from '../../../src/cli/program'
import { makeOwnFolder, removeOwnFolder } from '../../support/own-folder'

/** Commands that create a missing database, except `migrate --status`, and one that only tells of it. */
const makers = ['serve', 'migrate', 'import-database', 'restore', 'doctor']
const others = createProgram().commands.filter((command) => !makers.includes(command.name()))

describe('a folder without a database', () => {
  const before = { ...process.env }
  // Commands change the umask, since each has a process of its own in production.
  const umask = process.umask(0o022)
  let folder: string
  let data: string

  beforeEach(async () => {
    folder = await makeOwnFolder('commands')
    data = join(folder, 'data')
    Object.assign(process.env, { DATA_DIR: data, DATABASE_URL: '', REDIS_URL: '' })
  })
  afterEach(async () => {
    process.env = { ...before }
    process.umask(umask)
    await removeOwnFolder(folder)
  })

  it.each(others.map((command) => [command.name(), callOf(command)] as const))(
    'stays as it is when %s is called',
    async (name, words) => {
      expect(await run(...words)).toEqual({
        // The mail server tries again.
        code: name === 'mail-in' ? 75 : 1,
        stdout: '',
        stderr: expect.stringContaining(`There is no database in ${data}, so there is no organ`),
      })
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it('stays as it is when its state is requested, also as JSON', async () => {
    const { code, stdout } = await run('migrate', '--status', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual({ error: expect.stringMatching(/^There is no database in/) })
    expect(existsSync(data)).toBe(false)
  })

  it('gets one by migrate, which has no organization yet', async () => {
    expect(await run('migrate')).toMatchObject({ code: 0, stderr: '' })
    expect(await run('migrate', '--status')).toMatchObject({
      stdout: 'The database is up to date.',
    })
    expect(await run('list-realms')).toMatchObject({ code: 0, stdout: 'There is none.' })
    const refused = await run('list-users')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^There is no organization/)
  })
})

interface Result {
  code: number
  stdout: string
  stderr: string
}

/** Calls a command in this process. */
async function run(...words: string[]): Promise<Result> {
  const written = { stdout: '', stderr: '' }
  const log = jest.spyOn(console, 'log').mockImplementation((text) => (written.stdout += text))
  const error = jest.spyOn(console, 'error').mockImplementation((text) => (written.stderr += text))
  try {
    await createProgram().parseAsync(words, { from: 'user' })
    return { code: Number(process.exitCode ?? 0), ...written }
  } finally {
    log.mockRestore()
    error.mockRestore()
    process.exitCode = undefined
  }
}

/** A command line with all required arguments and options. */
function callOf(command: Command): string[] {
  const given = command.registeredArguments.map(({ argChoices }) => argChoices?.[0] ?? 'x')
  const options = command.options.filter(({ mandatory }) => mandatory)
  return [
    command.name(),
    ...given,
    ...options.flatMap(({ long, argChoices }) => [long ?? '', argChoices?.[0] ?? '1']),
  ]
}
