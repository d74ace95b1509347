import { Requesters } from '../../../src/memory/requesters'
import type { UserWithRealm } from '../../../src/db/users/users'

const account = (id: number, fields: Partial<UserWithRealm> = {}): UserWithRealm =>
  ({ id, realm_id: 1, api_key: `key ${id}`, full_name: 'before', ...fields }) as UserWithRealm

/** A statement that the test lets come to its end. */
interface Statement {
  apiKeys: readonly string[]
  answer: (...accounts: UserWithRealm[]) => void
  fail: (error: Error) => void
}

describe('the accounts that a worker knows', () => {
  let statements: Statement[]
  let accounts: Requesters

  beforeEach(() => {
    statements = []
    accounts = new Requesters(
      (apiKeys) =>
        new Promise((resolve, reject) => {
          statements.push({ apiKeys, answer: (...rows) => resolve(rows), fail: reject })
        }),
    )
  })

  /** The statement that the reads so far have led to. */
  async function statement(index: number): Promise<Statement> {
    while (!statements[index]) await new Promise((resolve) => setImmediate(resolve))
    return statements[index]
  }

  it('are kept once they were read, and cannot be changed', async () => {
    const read = accounts.read('key 1', true)
    ;(await statement(0)).answer(account(1))
    const known = await read
    expect(accounts.get('key 1')).toBe(known)
    expect(() => {
      known!.full_name = 'other'
    }).toThrow(TypeError)
  })

  it('are not kept when there is no such key', async () => {
    for (const index of [0, 1]) {
      const read = accounts.read('key 1', true)
      ;(await statement(index)).answer()
      expect(await read).toBeUndefined()
      expect(accounts.get('key 1')).toBeUndefined()
    }
  })

  it('are read together by calls that come together', async () => {
    const reads = [1, 2, 1, 3].map((id) => accounts.read(`key ${id}`, true))
    const { apiKeys, answer } = await statement(0)
    expect(apiKeys).toEqual(['key 1', 'key 2', 'key 3'])
    answer(account(3), account(1))
    expect((await Promise.all(reads)).map((user) => user?.id)).toEqual([1, undefined, 1, 3])
    expect(statements).toHaveLength(1)
  })

  it('share a statement that runs only with callers who may join it', async () => {
    const first = accounts.read('key 1', true)
    await statement(0)
    const joining = accounts.read('key 1', true)
    const asking = accounts.read('key 1', false)
    ;(await statement(1)).answer(account(1, { full_name: 'new' }))
    ;(await statement(0)).answer(account(1, { full_name: 'old' }))
    expect((await Promise.all([first, joining])).map((user) => user?.full_name)).toEqual([
      'old',
      'old',
    ])
    expect((await asking)?.full_name).toBe('new')
  })

  it('are forgotten by user id, whatever the key was, and by realm', async () => {
    const reads = [1, 2].map((id) => accounts.read(`key ${id}`, true))
    ;(await statement(0)).answer(account(1), account(2))
    await Promise.all(reads)
    accounts.forget({ realmId: 1, userIds: [1, 77] })
    expect(accounts.get('key 1')).toBeUndefined()
    expect(accounts.get('key 2')).toBeDefined()
    accounts.forget({ realmId: 1, userIds: null })
    expect(accounts.get('key 2')).toBeUndefined()
  })

  it('are not kept when something changed while they were read', async () => {
    const before = accounts.read('key 1', true)
    const { answer } = await statement(0)
    accounts.forget({ realmId: 1, userIds: [1] })
    // Whoever asks now must not be given what was read before.
    const after = accounts.read('key 1', true)
    answer(account(1, { full_name: 'old' }))
    expect((await before)?.full_name).toBe('old')
    expect(accounts.get('key 1')).toBeUndefined()
    ;(await statement(1)).answer(account(1, { full_name: 'new' }))
    expect((await after)?.full_name).toBe('new')
    expect(accounts.get('key 1')?.full_name).toBe('new')
  })

  it('fail for all who wait, and for nobody who asks again', async () => {
    const reads = [accounts.read('key 1', true), accounts.read('key 2', true)]
    ;(await statement(0)).fail(new Error('away'))
    for (const read of reads) await expect(read).rejects.toThrow('away')
    const again = accounts.read('key 1', true)
    ;(await statement(1)).answer(account(1))
    expect((await again)?.id).toBe(1)
  })

  it('know an account by its newest key only', async () => {
    const first = accounts.read('key 1', true)
    ;(await statement(0)).answer(account(1))
    await first
    accounts.forget({ realmId: 1, userIds: [1] })
    const second = accounts.read('another', true)
    ;(await statement(1)).answer(account(1, { api_key: 'another' }))
    await second
    accounts.forget({ realmId: 1, userIds: [1] })
    expect(accounts.get('another')).toBeUndefined()
  })
})
