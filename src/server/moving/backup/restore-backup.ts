import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '../../context'
import { hasOtherWorkers } from '../../data/engine/claim'
import { migrate, refuseNewerSchema } from '../../data/engine/migrate'
import { hasOrganization } from '../../data/transfer/write'
import type { FileStore } from '../../stores/files/file-store'
import { BadRequestError } from '../../chat/rules/errors'
import { importDatabase } from '../transfer/import-database'
import { dumpName, filesFolder } from './format'
import { partsOf, verifyBackup } from './read-backup'

type Context = Pick<AppContext, 'config' | 'db' | 'files'>

/** Sizes of a restored backup. */
export interface RestoredFacts {
  rows: number
  files: number
  /** Files that were there already, as after a call that was killed. */
  kept: number
}

/**
 * Restores a backup into either kind of database and either kind of store. The whole backup is verified before anything
 * changes. Files come first and rows last, in one transaction: a call that was killed is repeated, goes on with the
 * files that are missing, and leaves no part of a database.
 *
 * @param options `replaces`: whether a database with an organization in it is emptied; otherwise it is refused
 * @throws BadRequestError for a damaged backup, a used database, and a database that workers serve
 */
export async function restoreBackup(
  ctx: Context,
  file: string,
  { replaces = false }: { replaces?: boolean } = {},
): Promise<RestoredFacts> {
  const { files: wanted } = await verifyBackup(file)
  const { query } = ctx.db
  if (ctx.config.databaseUrl && (await hasOtherWorkers(query))) {
    throw new BadRequestError('Workers serve this database: stop them first.')
  }
  await refuseNewerSchema(query)
  if (!replaces && (await hasOrganization(query))) {
    throw new BadRequestError(
      'There is an organization in this database already: restore into an empty one, or delete it with --replace.',
    )
  }
  await migrate(ctx.db)
  const dump = await ctx.files.incoming.newPath()
  try {
    const counted = await unpack(ctx, file, { dump, wanted })
    const { rows } = await importDatabase(ctx, dump, { replaces })
    return { rows, ...counted }
  } finally {
    await rm(dump, { force: true })
  }
}

async function unpack(
  { files: { incoming, store } }: Context,
  file: string,
  { dump, wanted }: { dump: string; wanted: ReadonlySet<string> },
): Promise<{ files: number; kept: number }> {
  const counted = { files: 0, kept: 0 }
  for await (const { name, bytes, body } of partsOf(file)) {
    if (name === dumpName) await pipeline(body, createWriteStream(dump, { flags: 'wx' }))
    if (!wanted.has(name)) continue
    const key = name.slice(filesFolder.length)
    counted.files += 1
    if ((await sizeOf(store, key)) === bytes) counted.kept += 1
    else await putFile(store, key, { body, bytes, path: await incoming.newPath() })
  }
  return counted
}

async function sizeOf(store: FileStore, key: string): Promise<number | undefined> {
  const stored = await store.read(key)
  stored?.body.destroy()
  return stored?.bytes
}

async function putFile(
  store: FileStore,
  key: string,
  { body, bytes, path }: { body: Readable; bytes: number; path: string },
): Promise<void> {
  try {
    await pipeline(body, createWriteStream(path, { flags: 'wx' }))
    await store.put(key, { path, bytes }, contentTypeOf(key))
  } finally {
    await rm(path, { force: true })
  }
}

/** The type in a bucket, for people who look there; the server takes the type of an upload from its row. */
function contentTypeOf(key: string): string {
  const extension = /\.(png|gif|webp|jpe?g)$/.exec(key)?.[1]
  return extension ? `image/${extension.replace('jpg', 'jpeg')}` : 'application/octet-stream'
}
