import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { asError } from './checked'

const pauseMs = 200

/**
 * A lock between processes of one machine: a file with the id of its holder. A lock whose holder has ended is free,
 * so a killed process locks nobody out, and a slow one keeps its lock for as long as it lives.
 */
export class ProcessLock {
  constructor(private readonly file: string) {}

  /** Takes the lock, unless a living process holds it. */
  take(): boolean {
    const own = `${this.file}.${process.pid}`
    writeFileSync(own, String(process.pid))
    try {
      // A link appears with its content and never replaces a file.
      linkSync(own, this.file)
      return true
    } catch {
      this.removeAbandoned()
      return false
    } finally {
      rmSync(own, { force: true })
    }
  }

  release(): void {
    rmSync(this.file, { force: true })
  }

  /** Does work under the lock, unless it is done; blocks the thread while another process does the work. */
  ensure(isDone: () => boolean, work: () => void): void {
    while (!isDone()) {
      if (!this.take()) {
        pause()
        continue
      }
      try {
        if (!isDone()) work()
      } finally {
        this.release()
      }
    }
  }

  private removeAbandoned(): void {
    const holder = this.holder()
    if (holder === undefined || isAlive(holder)) return
    // One of the processes that see the abandoned lock moves it away. A new lock, moved by mistake, is put back.
    const away = `${this.file}.${process.pid}.away`
    try {
      renameSync(this.file, away)
      if (Number(readFileSync(away, 'utf8')) !== holder) linkSync(away, this.file)
    } catch {
      // Another process was first.
    }
    rmSync(away, { force: true })
  }

  private holder(): number | undefined {
    try {
      return Number(readFileSync(this.file, 'utf8'))
    } catch {
      return undefined
    }
  }
}

/** Blocks the thread: waiting tests can do nothing else anyway. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return asError(error).code === 'EPERM'
  }
}
