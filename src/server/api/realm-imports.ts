import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import {
  cancelImport,
  ImportRunningError,
  NoImportError,
  readImports,
  readReport,
  requestImport,
  startImport,
  storePart,
} from '../moving/import-jobs/requests'
import type { ArchiveToImport } from '../moving/import-jobs/requests'
import { NoSuchArchiveError } from '../moving/import-jobs/archive'
import { BadRequestError, OwnerRequiredError } from '../chat/rules/errors'
import { FileAnswer } from '../http/answers/file-answer'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint, Upload } from '../http/declare/endpoint'
import { integer, text } from '../http/declare/params'
import { largestPartBytes, realmImportSchema } from '../../shared/realm-imports'

/* Imports of archives of other servers, for owners. Parley's own. Source: docs/protocol/import.md#import-requests. */

const importId = integer({ min: 0, description: 'Id of the import' })

const requestImportEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/import/realm',
  tag: 'imports',
  summary: 'Request an import into the organization; owners only',
  description:
    "Parley's own. The archive comes in parts (`file_name`, `bytes`), or is on the server (`path`). A dry run follows, and the " +
    'import itself when it is started.',
  auth: 'basic',
  needsProof: true,
  params: {
    file_name: text({ optional: true, maxLength: 1000, example: 'export.zip' }),
    bytes: integer({ optional: true, min: 1, description: 'Size of the archive', example: 1000 }),
    path: text({
      optional: true,
      maxLength: 1000,
      description: 'Path of a file or folder in the folder that the operator allows',
    }),
    people: text({
      optional: true,
      maxLength: 1_000_000,
      description: 'Lines of a CSV file: an id, a name or an old address, and the address here',
    }),
  },
  response: { import: realmImportSchema },
  errors: [OwnerRequiredError, ImportRunningError, NoSuchArchiveError],

  async handler({ ctx, requester, params: { file_name: fileName, bytes, path, people } }) {
    const archive = archiveOf({ fileName, bytes, path })
    return { import: await requestImport(ctx, requester, archive, people) }
  },
})

function archiveOf({
  fileName,
  bytes,
  path,
}: {
  fileName: string | undefined
  bytes: number | undefined
  path: string | undefined
}): ArchiveToImport {
  const isUpload = fileName !== undefined && bytes !== undefined
  if (isUpload && path === undefined) return { fileName, bytes }
  if (path !== undefined && fileName === undefined && bytes === undefined) return { path }
  throw new BadRequestError('Name either a file and its size, or a path on the server.')
}

const part: Upload = {
  description: 'The part: `part_bytes` bytes of the archive, the last one the rest',
  // An upload keeps the size of parts that it was begun with, whatever the setting for files is now.
  maxMib: () => largestPartBytes / (1024 * 1024),
}

const uploadPartEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/import/realm/{import_id}/parts/{number}',
  tag: 'imports',
  summary: 'Upload a part of an archive; owners only',
  description: 'A part may come again. The dry run begins when all parts are there.',
  auth: 'basic',
  upload: part,
  params: {
    import_id: importId,
    number: integer({ min: 0, description: 'From 0' }),
  },
  response: {},
  errors: [OwnerRequiredError, NoImportError],

  async handler({ ctx, requester, params: { import_id, number }, file }) {
    await storePart(ctx, requester, { importId: import_id, number }, file)
    return {}
  },
})

const listImportsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/import/realm',
  tag: 'imports',
  summary: 'List the imports of the organization; owners only',
  auth: 'basic',
  params: {},
  response: {
    imports: Type.Array(realmImportSchema, { description: 'The last 20, newest first' }),
    max_import_mib: Type.Integer({ description: 'Max size of an upload; 0: none is possible' }),
    has_import_folder: Type.Boolean({ description: 'Whether the operator allows a folder' }),
  },
  errors: [OwnerRequiredError],

  async handler({ ctx, requester }) {
    return {
      imports: await readImports(ctx, requester),
      max_import_mib: ctx.config.importMaxMib,
      has_import_folder: ctx.config.importFolder !== undefined,
    }
  },
})

const startImportEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/import/realm/{import_id}/start',
  tag: 'imports',
  summary: 'Start an import after its dry run, or again after it broke off; owners only',
  auth: 'basic',
  needsProof: true,
  params: { import_id: importId },
  response: {},
  errors: [OwnerRequiredError, NoImportError],

  async handler({ ctx, requester, params }) {
    await startImport(ctx, requester, params.import_id)
    return {}
  },
})

const cancelImportEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/import/realm/{import_id}',
  tag: 'imports',
  summary: 'Cancel an import, whose records so far stay; owners only',
  auth: 'basic',
  params: { import_id: importId },
  response: {},
  errors: [OwnerRequiredError, NoImportError],

  async handler({ ctx, requester, params }) {
    await cancelImport(ctx, requester, params.import_id)
    return {}
  },
})

const getReportEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/import/realm/{import_id}/report',
  tag: 'imports',
  summary: 'Read the report of a dry run or an import as a file; owners only',
  auth: 'basic',
  isFile: true,
  params: { import_id: importId },
  response: {},
  errors: [OwnerRequiredError, NoImportError],

  async handler({ ctx, requester, params: { import_id: id } }) {
    const report = Buffer.from(JSON.stringify(await readReport(ctx, requester, id), null, 2))
    return new FileAnswer({
      contentType: 'application/json',
      cacheControl: 'private, no-store',
      name: `import-${id}.json`,
      open: () => Promise.resolve({ body: Readable.from([report]), bytes: report.length }),
    })
  },
})

export const realmImportEndpoints: readonly Endpoint[] = [
  requestImportEndpoint,
  uploadPartEndpoint,
  listImportsEndpoint,
  startImportEndpoint,
  cancelImportEndpoint,
  getReportEndpoint,
]
