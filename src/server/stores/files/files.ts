import path from 'node:path'
import { createDiskStore, incomingFolder } from './disk-store'
import type { FileStore } from './file-store'
import { createIncoming } from './incoming'
import type { Incoming } from './incoming'
import { createPictures } from './pictures'
import type { SharedPictures } from './pictures'
import { createS3Store } from './s3-store'
import type { S3Options } from './s3-store'

export interface FilesOptions {
  /** Folder of incoming files; without `s3` also of stored ones. */
  folder: string
  s3?: S3Options | undefined
}

/** The files of users: incoming files, their store, and the pictures made of them. */
export interface Files {
  readonly incoming: Incoming
  readonly store: FileStore
  readonly pictures: SharedPictures
  /** Runs work under a name; concurrent calls with the same name share one run. */
  inOneGo(name: string, work: () => Promise<void>): Promise<void>
}

/** At most two of them belong to one realm, and one to an account. */
const picturesAtOnce = 3

/** Touches nothing until the first file comes. */
export function createFiles({ folder, s3 }: FilesOptions): Files {
  const going = new Map<string, Promise<void>>()
  return {
    incoming: createIncoming(path.join(folder, incomingFolder)),
    store: s3 ? createS3Store(s3) : createDiskStore(folder),
    pictures: createPictures(picturesAtOnce),
    inOneGo(name, work) {
      const begun = going.get(name)
      if (begun) return begun
      const done = work().finally(() => going.delete(name))
      going.set(name, done)
      return done
    },
  }
}
