import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { OwnerRequiredError } from '../chat/rules/errors'
import type { SyncRow } from '../data/identities/directories'
import { endpoint } from '../http/declare/endpoint'
import { text } from '../http/declare/params'
import { NoSuchProviderError } from '../identity/errors'
import { beginSync } from '../identity/settings/sync-directory'

/* Syncs of directories. Source: docs/protocol/single-sign-on.md#ldap-sync. */

const count = (description: string) => Type.Optional(Type.Integer({ description }))

/** The last sync of a directory. */
export const syncSchema = Type.Object({
  started_at: Type.Integer({ description: 'Unix time' }),
  finished_at: Type.Union([Type.Integer(), Type.Null()], { description: 'Null: it goes on' }),
  fault: Type.Optional(Type.String({ description: 'The reason why it could not be done' })),
  read: count('People whom the directory showed'),
  made: count('New accounts'),
  changed: count('Accounts whose person had changed'),
  deactivated: count('Accounts of people who are gone'),
  reactivated: count('Accounts of people who are back'),
  refusal: Type.Optional(Type.String({ description: 'Why nobody was deactivated' })),
  faults: Type.Optional(
    Type.Array(Type.String(), { description: 'Values of single people that were not taken over' }),
  ),
})

export function presentSync({
  started_at,
  finished_at,
  result,
}: SyncRow): Static<typeof syncSchema> {
  const seconds = (time: Date) => Math.floor(time.getTime() / 1_000)
  const finished = finished_at && seconds(finished_at)
  return { started_at: seconds(started_at), finished_at: finished, ...result }
}

export const syncEndpoint = endpoint({
  ...{ tag: 'settings', auth: 'basic' },
  method: 'POST',
  path: '/api/v1/realm/identity_providers/{slug}/sync',
  summary: 'Compare the accounts of people with a directory now; owners only',
  description: 'It goes on after the answer; `last_sync` of the provider tells its end.',
  params: { slug: text({ maxLength: 40, example: 'SLUG', description: 'Name in addresses' }) },
  response: {},
  errors: [
    ...[OwnerRequiredError, NoSuchProviderError],
    {
      code: 'BAD_REQUEST',
      description: 'The provider is no directory, is switched off, or is being synced.',
      example: 'This directory is being synced already.',
    },
  ],

  async handler({ ctx, requester, params }) {
    await beginSync(ctx, requester, params.slug)
    return {}
  },
})
