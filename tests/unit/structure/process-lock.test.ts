import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProcessLock } from '../../support/process-lock'

describe('the lock between processes of the tests', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-lock-'))
    file = join(folder, 'lock')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('has one holder until it is released', () => {
    const lock = new ProcessLock(file)
    expect(lock.take()).toBe(true)
    expect(new ProcessLock(file).take()).toBe(false)
    lock.release()
    expect(existsSync(file)).toBe(false)
    expect(new ProcessLock(file).take()).toBe(true)
  })

  it('is free again when its holder has ended', () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(file, String(pid))
    const lock = new ProcessLock(file)
    expect([lock.take(), lock.take()]).toEqual([false, true])
  })

  it('has one of several do the work, and is free after it, even when it fails', () => {
    const lock = new ProcessLock(file)
    const done: string[] = []
    const fail = () => {
      throw new Error('in vain')
    }
    expect(() => lock.ensure(() => done.length > 0, fail)).toThrow('in vain')
    for (const name of ['first', 'second']) {
      lock.ensure(
        () => done.length > 0,
        () => done.push(name),
      )
    }
    expect(done).toEqual(['first'])
    expect(existsSync(file)).toBe(false)
  })
})
