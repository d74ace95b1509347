import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const program = join(__dirname, '../../scripts/test.js')

describe('a run of the tests with the address of a service that does not answer', () => {
  it('ends with one sentence, without a login', () => {
    const env = {
      PATH: process.env['PATH'],
      TEST_DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/test',
      TEST_REDIS_URL: 'none',
    }
    const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'TEST_DATABASE_URL: postgres://me@127.0.0.1:1/test refuses connections, or is no host.\n',
    })
  })
})
