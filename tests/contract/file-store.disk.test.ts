import { readdir } from 'node:fs/promises'
import { createDiskStore } from '../../src/server/stores/files/disk-store'
import { makeOwnFolder } from '../support/own-folder'
import { describeFileStore } from './file-store.suite'

describe('files in a folder', () => {
  let folder: string
  beforeAll(async () => {
    folder = await makeOwnFolder('files')
  })

  describeFileStore(() => createDiskStore(folder))

  it('leave no partial file behind', async () => {
    const missing = { path: `${folder}/missing`, bytes: 5 }
    await expect(createDiskStore(folder).put('x/y', missing, 'text/plain')).rejects.toThrow()
    const names = await readdir(folder, { recursive: true })
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
  })
})
