import { Requesters } from '../../../src/server/caches/requesters'
import type { UserWithRealm } from '../../../src/server/data/users/users'
import { present } from '../../support/checked'
import { partOf } from '../../support/stand-ins'

const account = (id: number, fields: Partial<UserWithRealm> = {}): UserWithRealm =>
  partOf<UserWithRealm>({ id, realm_id: 1, api_key: `key ${id}`, full_name: 'before', ...fields })

/** A database statement that the test completes. */
interface Statement {
  apiKeys: readonly string[]
  answer: (...accounts: UserWithRealm[]) => void
  fail: (error: Error) => void
}

describe('cached requesters', () => {
  let statements: Statement[]
  let requesters: Requesters
  let isCurrent: boolean

  beforeEach(() => {
    statements = []
    isCurrent = true
    requesters = new Requesters(
      (apiKeys) =>
        new Promise((resolve, reject) => {
          statements.push({ apiKeys, answer: (...rows) => resolve(rows), fail: reject })
        }),
      { isCurrent: () => isCurrent },
    )
  })

  /** The statement with this index, once it was issued. */
  async function statement(index: number): Promise<Statement> {
    while (!statements[index]) await new Promise((resolve) => setImmediate(resolve))
    return statements[index]
  }

  it('are kept after the first read, and are immutable', async () => {
    const read = requesters.read('key 1')
    ;(await statement(0)).answer(account(1))
    const known = await read
    expect(requesters.peek('key 1')).toBe(known)
    expect(() => {
      present(known, 'known').full_name = 'other'
    }).toThrow(TypeError)
  })

  it('share equal parts, whenever they were read', async () => {
    const created = (day: number) => new Date(Date.UTC(2026, 0, day))
    const read = async (id: number, fields: Partial<UserWithRealm>) => {
      const reading = requesters.read(`key ${id}`)
      ;(await statement(statements.length)).answer(account(id, fields))
      return reading
    }
    const parts = () => ({ realm_settings: { x: 1 }, realm_created_at: created(1), settings: {} })
    const one = await read(1, parts())
    const two = await read(2, parts())
    const other = await read(3, {
      ...parts(),
      realm_settings: { x: 2 },
      realm_created_at: created(2),
    })
    expect(two).toMatchObject({ id: 2, ...parts() })
    expect(two?.realm_settings).toBe(one?.realm_settings)
    expect(two?.realm_created_at).toBe(one?.realm_created_at)
    expect(other).toMatchObject({ realm_settings: { x: 2 }, realm_created_at: created(2) })
  })

  it('are not kept for unknown keys', async () => {
    for (const index of [0, 1]) {
      const read = requesters.read('key 1')
      ;(await statement(index)).answer()
      expect(await read).toBeUndefined()
      expect(requesters.peek('key 1')).toBeUndefined()
    }
  })

  it('are read in one statement for concurrent calls', async () => {
    const reads = [1, 2, 1, 3].map((id) => requesters.read(`key ${id}`))
    const { apiKeys, answer } = await statement(0)
    expect(apiKeys).toEqual(['key 1', 'key 2', 'key 3'])
    answer(account(3), account(1))
    expect((await Promise.all(reads)).map((user) => user?.id)).toEqual([1, undefined, 1, 3])
    expect(statements).toHaveLength(1)
  })

  it('share a running statement only while every change is reported', async () => {
    const first = requesters.read('key 1')
    await statement(0)
    const joining = requesters.read('key 1')
    isCurrent = false
    const asking = requesters.read('key 1')
    ;(await statement(1)).answer(account(1, { full_name: 'new' }))
    ;(await statement(0)).answer(account(1, { full_name: 'old' }))
    expect((await Promise.all([first, joining])).map((user) => user?.full_name)).toEqual([
      'old',
      'old',
    ])
    expect((await asking)?.full_name).toBe('new')
  })

  it('are dropped by user id, for any key, and by realm', async () => {
    const reads = [1, 2].map((id) => requesters.read(`key ${id}`))
    ;(await statement(0)).answer(account(1), account(2))
    await Promise.all(reads)
    requesters.forget({ realmId: 1, userIds: [1, 77] })
    expect(requesters.peek('key 1')).toBeUndefined()
    expect(requesters.peek('key 2')).toBeDefined()
    requesters.forget({ realmId: 1, userIds: null })
    expect(requesters.peek('key 2')).toBeUndefined()
  })

  it('are not kept if something changed during the read', async () => {
    const before = requesters.read('key 1')
    const { answer } = await statement(0)
    requesters.forget({ realmId: 1, userIds: [1] })
    // Later calls must not get the value that was read before the change.
    const after = requesters.read('key 1')
    answer(account(1, { full_name: 'old' }))
    expect((await before)?.full_name).toBe('old')
    expect(requesters.peek('key 1')).toBeUndefined()
    ;(await statement(1)).answer(account(1, { full_name: 'new' }))
    expect((await after)?.full_name).toBe('new')
    expect(requesters.peek('key 1')?.full_name).toBe('new')
  })

  it('fail for all waiting calls, but not for later ones', async () => {
    const reads = [requesters.read('key 1'), requesters.read('key 2')]
    ;(await statement(0)).fail(new Error('away'))
    for (const read of reads) await expect(read).rejects.toThrow('away')
    const again = requesters.read('key 1')
    ;(await statement(1)).answer(account(1))
    expect((await again)?.id).toBe(1)
  })

  it('contain an account under its newest key only', async () => {
    const first = requesters.read('key 1')
    ;(await statement(0)).answer(account(1))
    await first
    requesters.forget({ realmId: 1, userIds: [1] })
    const second = requesters.read('another')
    ;(await statement(1)).answer(account(1, { api_key: 'another' }))
    await second
    requesters.forget({ realmId: 1, userIds: [1] })
    expect(requesters.peek('another')).toBeUndefined()
  })
})
