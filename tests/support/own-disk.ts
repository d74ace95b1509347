import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mounted = new Set<OwnDisk>()
process.once('exit', () => {
  for (const disk of mounted) disk.unmount()
})

const chunk = Buffer.alloc(1_048_576)
/** Smallest piece of a full disk that is tried. */
const pieceBytes = 4_096

/** A small disk in memory, mounted at a folder. Needs Linux and root. */
export class OwnDisk {
  private constructor(private readonly folder: string) {}

  static mount(folder: string, megabytes: number): OwnDisk {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
    const disk = new OwnDisk(folder)
    mounted.add(disk)
    return disk
  }

  /** Fills it to the last byte. */
  async fill(): Promise<void> {
    const file = await open(this.ballast, 'w')
    try {
      for (let bytes = chunk.length; bytes >= pieceBytes;) {
        const isWritten = await file.write(chunk, 0, bytes).then(
          ({ bytesWritten }) => bytesWritten === bytes,
          () => false,
        )
        if (!isWritten) bytes /= 2
      }
    } finally {
      await file.close()
    }
  }

  async free(): Promise<void> {
    await rm(this.ballast, { force: true })
  }

  unmount(): void {
    if (mounted.delete(this)) execFileSync('umount', ['--lazy', this.folder])
  }

  private get ballast(): string {
    return join(this.folder, 'ballast')
  }
}

/** Whether disks can be mounted here: only by root, and not in every container. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'parley-mount-'))
  try {
    OwnDisk.mount(folder, 1).unmount()
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}
