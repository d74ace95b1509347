import { userInfo } from 'node:os'
import pg from 'pg'
import { connectAsProcessUser } from '../../../src/server/data/engine/default-user'

describe('a database URL without a user', () => {
  const { user } = pg.defaults
  afterEach(() => (pg.defaults.user = user))

  const userOf = (connectionString: string) => new pg.Client({ connectionString }).user

  it('means the account of the process, though the environment does not name it', () => {
    pg.defaults.user = undefined
    connectAsProcessUser()
    expect(userOf('postgres://127.0.0.1/parley')).toBe(process.env['PGUSER'] ?? userInfo().username)
    expect(userOf('postgres://ada@127.0.0.1/parley')).toBe('ada')
  })
})
