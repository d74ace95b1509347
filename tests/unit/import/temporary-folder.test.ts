import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeTemporaryFolder } from '../../../src/server/moving/import/archive/temporary-folder'
import { makeOwnFolder, removeOwnFolder } from '../../support/own-folder'

describe('the folder of an import', () => {
  it('replaces folders of processes that were killed', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    const own = await makeTemporaryFolder()
    const name = path.basename(own.folder)
    const ofKilled = name.replace(`.${process.pid}.`, `.${pid}.`)
    const ofOther = name.replace(`.${process.pid}.`, `.${process.ppid}.`)
    for (const each of [ofKilled, ofOther])
      await mkdir(path.join(tmpdir(), each, 'inside'), { recursive: true })
    const next = await makeTemporaryFolder()
    const left = await readdir(tmpdir())
    expect(left).toEqual(expect.arrayContaining([name, ofOther, path.basename(next.folder)]))
    expect(left).not.toContain(ofKilled)
    for (const { remove } of [own, next]) await remove()
    await rm(path.join(tmpdir(), ofOther), { recursive: true })
    expect(await readdir(tmpdir())).not.toContain(name)
  })

  it('replaces folders of other hosts that have been silent for a day', async () => {
    const place = await makeOwnFolder('import')
    const before = process.env['TMPDIR']
    // The folder itself may be missing.
    process.env['TMPDIR'] = path.join(place, 'tmp')
    try {
      const { folder, remove } = await makeTemporaryFolder()
      const [silent, recent] = ['gone', 'there'].map((host) =>
        path.join(tmpdir(), `parley-import-${host}.1.abc`),
      ) as [string, string]
      for (const each of [silent, recent])
        await mkdir(path.join(each, 'inside'), { recursive: true })
      const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400
      await utimes(silent, twoDaysAgo, twoDaysAgo)
      const next = await makeTemporaryFolder()
      const left = [folder, recent, next.folder].map((each) => path.basename(each))
      expect((await readdir(tmpdir())).sort()).toEqual(left.sort())
      for (const each of [remove, next.remove]) await each()
    } finally {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
      await removeOwnFolder(place)
    }
  })
})
