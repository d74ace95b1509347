import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiskStore } from '../../src/server/stores/files/disk-store'
import { makeOwnFolder } from '../support/own-folder'
import { describeFileStore } from './file-store.suite'

describe('files in a folder', () => {
  let folder: string
  beforeAll(async () => {
    folder = await makeOwnFolder('files')
  })

  describeFileStore(() => createDiskStore(folder))

  it('are not listed before they are whole', async () => {
    const own = await makeOwnFolder('listed')
    await mkdir(join(own, 'incoming'))
    for (const name of ['incoming/x', `a.${'0'.repeat(16)}.part`, 'not a key', 'b.part']) {
      await writeFile(join(own, name), '')
    }
    const found: string[] = []
    for await (const key of createDiskStore(own).list()) found.push(key)
    expect(found).toEqual(['b.part'])
    for await (const key of createDiskStore(join(own, 'missing')).list()) found.push(key)
    expect(found).toHaveLength(1)
  })

  it('leave no partial file behind', async () => {
    const missing = { path: `${folder}/missing`, bytes: 5 }
    await expect(createDiskStore(folder).put('x/y', missing, 'text/plain')).rejects.toThrow()
    const names = await readdir(folder, { recursive: true })
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
  })
})
