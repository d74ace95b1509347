import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { BadRequestError } from '../../chat/rules/errors'

/*
 * Format of a backup: an uncompressed tar. Its entries: first the head, then the uploaded files below `files/` with their keys and
 * the dump of the database as `parley export-database` writes it, and last the manifest with the size and the digest of every
 * entry before it. A backup that ends early has no manifest.
 */

export const backupVersion = 1
export const headName = 'parley-backup.json'
export const dumpName = 'database.dump'
export const filesFolder = 'files/'
export const manifestName = 'manifest.json'

export const BackupHead = Type.Object({
  format: Type.Literal('parley-backup'),
  version: Type.Integer(),
  /** Version of the program that wrote the backup. */
  parley: Type.String(),
  /** Time of the call that began the backup, ISO 8601. */
  written_at: Type.String(),
})
export type BackupHead = Static<typeof BackupHead>

/** One entry of a backup. */
export const BackupPart = Type.Object({
  name: Type.String(),
  bytes: Type.Integer(),
  /** In hexadecimal digits. */
  sha256: Type.String(),
})
export type BackupPart = Static<typeof BackupPart>

export const BackupManifest = Type.Object({
  parts: Type.Array(BackupPart),
  /** Time of the call that dumped the database and finished the backup, ISO 8601. */
  dumped_at: Type.Optional(Type.String()),
  /** Names of files that were copied by a killed call, and deleted before the database was dumped. They are not restored. */
  deleted: Type.Optional(Type.Array(Type.String())),
})
export type BackupManifest = Static<typeof BackupManifest>

export function notABackup(): BadRequestError {
  return new BadRequestError('The file is no backup of `parley backup`.')
}

/** @param reason a sentence */
export function damagedBackup(reason: string): BadRequestError {
  return new BadRequestError(`The backup is damaged: ${reason} Take another copy of it.`)
}
