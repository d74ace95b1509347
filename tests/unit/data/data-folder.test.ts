import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataFolderInUseError, lockDataFolder } from '../../../src/server/data/engine/data-folder'

describe('lockDataFolder', () => {
  let folder: string
  let lockFile: string

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'parley-lock-')), 'data')
    lockFile = join(folder, 'parley.pid')
  })
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

  it('refuses others until it is released', () => {
    const release = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
    expect(() => lockDataFolder(folder)).toThrow(`in use by process ${process.pid}`)
    release()
    expect(existsSync(lockFile)).toBe(false)
    lockDataFolder(folder)()
  })

  it('names the process that holds it', () => {
    const release = lockDataFolder(folder)
    writeFileSync(lockFile, `${process.ppid}\n`)
    expect(() => lockDataFolder(folder)).toThrow(`in use by process ${process.ppid}`)
    release()
  })

  it('takes over from a process that was killed', () => {
    lockDataFolder(folder)()
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(lockFile, `${pid}\n`)
    lockDataFolder(folder)()
  })

  it('takes over a lock from an earlier start of a container with the same process id', () => {
    lockDataFolder(folder)()
    writeFileSync(lockFile, `${process.pid}\n`)
    lockDataFolder(folder)()
  })

  it('takes over a lock from before a reboot, or without a valid process id', () => {
    lockDataFolder(folder)()
    writeFileSync(lockFile, `${process.ppid}\n`)
    utimesSync(lockFile, 0, 0)
    lockDataFolder(folder)()
    writeFileSync(lockFile, 'what?')
    lockDataFolder(folder)()
  })
})
