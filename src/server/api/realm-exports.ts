import { Type } from '@sinclair/typebox'
import { FileAnswer } from '../http/answers/file-answer'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { converted, integer, text } from '../http/declare/params'
import { AdministratorRequiredError } from '../chat/rules/errors'
import {
  accessExport,
  deleteExport,
  keyOfExport,
  readConsents,
  readExports,
  requestExport,
  TooManyExportsError,
} from '../moving/exports/jobs'
import { exportFormats } from '../moving/exports/write-export'
import { FileNotFoundError } from '../chat/access/uploads/access-upload'
import { exportTypeSchema, realmExportSchema } from '../../shared/realm-exports'

/** The word of an export's kind, which older clients name by its number. */
function readExportType(raw: string): string | undefined {
  const word = raw.trim().replace(/^"(.*)"$/s, '$1')
  if (word === 'public' || word === '1') return 'public'
  return word === 'full_with_consent' || word === '2' ? 'full_with_consent' : undefined
}

/** Starts an export of the organization. Source: docs/protocol/retention-and-export.md#exports. */
const exportRealmEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/export/realm',
  tag: 'exports',
  summary: 'Export the organization; administrators only',
  description:
    'Answers at once; who asked is written to when the archive is there. Five times a week at most.',
  auth: 'basic',
  needsProof: true,
  params: {
    export_type: converted(exportTypeSchema, readExportType, {
      optional: true,
      description:
        '`public` data (default), or `full_with_consent`: also private data of users who consented. ' +
        'Older clients say 1 and 2',
    }),
    format: converted(
      Type.Union(exportFormats.map((format) => Type.Literal(format))),
      (raw) => exportFormats.find((format) => format === raw),
      {
        optional: true,
        description:
          'An extension of Parley. `zulip`: an archive (default); `jsonl`: a JSON object a line, compressed; `html`: pages to read',
      },
    ),
  },
  response: { id: Type.Integer({ description: 'Id of the export' }) },
  errors: [AdministratorRequiredError, TooManyExportsError],

  async handler({ ctx, requester, params }) {
    const { export_type: type, format = 'zulip' } = params
    const exportType = type === 'full_with_consent' ? 2 : 1
    return { id: await requestExport(ctx, requester, { exportType, format }) }
  },
})

const listExportsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/export/realm',
  tag: 'exports',
  summary: 'List the exports of the organization; administrators only',
  auth: 'basic',
  params: {},
  response: { exports: Type.Array(realmExportSchema, { description: 'Oldest first' }) },
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester }) {
    return { exports: await readExports(ctx, requester) }
  },
})

const deleteExportEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/export/realm/{export_id}',
  tag: 'exports',
  summary: 'Delete the archive of an export; administrators only',
  auth: 'basic',
  params: { export_id: integer({ min: 0 }) },
  response: {},
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    await deleteExport(ctx, requester, params.export_id)
    return {}
  },
})

/** Source: docs/protocol/retention-and-export.md#export-consent. */
const listConsentsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/export/realm/consents',
  tag: 'exports',
  summary: 'List the users who consented to an export of their private data; administrators only',
  auth: 'basic',
  params: {},
  response: {
    export_consents: Type.Array(
      Type.Object({
        user_id: Type.Integer(),
        consented: Type.Boolean(),
        email_address_visibility: Type.Integer({ description: 'The setting of this name' }),
      }),
      { description: 'One for each active account, by id' },
    ),
  },
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester }) {
    return { export_consents: await readConsents(ctx, requester) }
  },
})

/** Answers the archive of an export. Source: docs/protocol/retention-and-export.md#export-file. */
const getExportFileEndpoint = endpoint({
  method: 'GET',
  path: '/user_avatars/exports/{realm_id}/{key}/{filename}',
  tag: 'exports',
  summary: 'Read the archive of an export; administrators only',
  auth: 'basic',
  needsProof: true,
  isFile: true,
  params: {
    realm_id: integer({ min: 0, description: 'Id of the organization' }),
    key: text({ pattern: /^[0-9a-f]{32}$/, description: 'A random secret' }),
    filename: text({ maxLength: 1000, description: 'For people to read' }),
  },
  response: {},
  errors: [AdministratorRequiredError, FileNotFoundError],

  async handler({ ctx, requester, params: { realm_id: realmId, key } }) {
    const found = await accessExport(ctx.db.query, requester, { realmId, key })
    return new FileAnswer({
      contentType: 'application/gzip',
      cacheControl: 'private, no-store',
      name: found.file_name,
      ...(found.bytes === null ? {} : { bytes: found.bytes }),
      open: (range) => ctx.files.store.read(keyOfExport(found), range),
    })
  },
})

export const realmExportEndpoints: readonly Endpoint[] = [
  exportRealmEndpoint,
  listExportsEndpoint,
  listConsentsEndpoint,
  deleteExportEndpoint,
  getExportFileEndpoint,
]
