import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FileSource, FileStore } from '../../src/server/stores/files/file-store'
import { makeOwnFolder } from '../support/own-folder'

/** The contract of every file store. */
export function describeFileStore(open: () => FileStore): void {
  async function fileWith(bytes: Buffer): Promise<FileSource> {
    const file = path.join(await makeOwnFolder('files'), 'source')
    await writeFile(file, bytes)
    return { path: file, bytes: bytes.length }
  }

  async function contentOf(key: string, range?: { start: number; end: number }) {
    const stored = await open().read(key, range)
    if (!stored) return undefined
    const content = await buffer(stored.body)
    expect(stored.bytes).toBe(content.length)
    return content
  }

  it('The store returns stored bytes and files, also large and empty ones', async () => {
    const store = open()
    const large = randomBytes(3_000_000)
    await store.put('uploads/1/bytes', Buffer.from('bytes'), 'text/plain')
    await store.put('uploads/1/large', await fileWith(large), 'image/png')
    await store.put('uploads/1/empty', await fileWith(Buffer.alloc(0)), 'text/plain')
    expect(await contentOf('uploads/1/bytes')).toEqual(Buffer.from('bytes'))
    expect((await contentOf('uploads/1/large'))?.equals(large)).toBe(true)
    expect(await contentOf('uploads/1/empty')).toEqual(Buffer.alloc(0))
  })

  it('The store returns ranges', async () => {
    await open().put('parts/digits', Buffer.from('0123456789'), 'text/plain')
    expect(await contentOf('parts/digits', { start: 2, end: 4 })).toEqual(Buffer.from('234'))
    expect(await contentOf('parts/digits', { start: 9, end: 9 })).toEqual(Buffer.from('9'))
  })

  it('The store answers undefined for unknown and deleted files', async () => {
    const store = open()
    expect(await contentOf('uploads/1/never')).toBeUndefined()
    expect(await contentOf('never/never/never')).toBeUndefined()
    await store.put('uploads/1/gone', Buffer.from('x'), 'text/plain')
    await store.put('uploads/1/stays', Buffer.from('x'), 'text/plain')
    await store.delete(['uploads/1/gone', 'uploads/1/never'])
    expect(await contentOf('uploads/1/gone')).toBeUndefined()
    expect(await contentOf('uploads/1/stays')).toEqual(Buffer.from('x'))
  })

  it('The store lists all of its files, also many', async () => {
    const store = open()
    const keys = Array.from({ length: 10 }, (_, number) => `listed/${number % 2}/file-${number}`)
    for (const key of keys) await store.put(key, Buffer.from(key), 'text/plain')
    const found: string[] = []
    for await (const key of store.list()) if (key.startsWith('listed/')) found.push(key)
    expect(found.sort()).toEqual([...keys].sort())
  })

  it('The store keeps a file whole when it is put twice at once', async () => {
    const [one, two] = [Buffer.alloc(200_000, 1), Buffer.alloc(200_000, 2)]
    await Promise.all([one, two].map((bytes) => open().put('race/file', bytes, 'text/plain')))
    const kept = await contentOf('race/file')
    expect([one, two].some((bytes) => kept?.equals(bytes))).toBe(true)
  })

  it.each(['../outside', 'a/../b', '/etc/passwd', 'a//b', '', 'a/.hidden', 'é', 'a?b', 'a\0b'])(
    'The store refuses %j as a key',
    async (key) => {
      await expect(open().read(key)).rejects.toThrow('Not the key of a file')
      await expect(open().put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('Not the key')
    },
  )
}
