import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeTemporaryFolder } from '../../../src/server/chat/jobs/import/archive/temporary-folder'

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
})
