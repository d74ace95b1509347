import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { providerKinds } from '../../shared/rules/identity-providers'
import type { ProviderKind } from '../../shared/rules/identity-providers'
import { OwnerRequiredError } from '../chat/rules/errors'
import { requireOwner } from '../chat/rules/permissions/roles'
import { listSyncs } from '../data/identities/directories'
import type { SyncRow } from '../data/identities/directories'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { converted, flag, json, text } from '../http/declare/params'
import { claimRuleSchema } from '../identity/claims/claim-rule'
import type { ClaimRule } from '../identity/claims/claim-rule'
import {
  NoLoginProxiesError,
  NoSecretsKeyError,
  NoSuchProviderError,
  OperatorProviderError,
} from '../identity/errors'
import { listAllProviders } from '../identity/providers/find-providers'
import type { ListedProvider } from '../identity/providers/find-providers'
import { entityIdAt } from '../identity/protocols/saml/client'
import { callbackUrl } from '../identity/flow/begin'
import { addProvider, changeProvider, removeProvider } from '../identity/settings/change-providers'
import type { DirectoryPerson } from '../identity/protocols/ldap/person'
import { optionsSchema } from '../identity/providers/options-schema'
import { testProvider } from '../identity/settings/test-provider'
import { presentSync, syncEndpoint, syncSchema } from './directory-syncs'

/* Identity providers of an organization. Source: docs/protocol/single-sign-on.md#providers. */

const common = { tag: 'settings', auth: 'basic' } as const

const providerSchema = Type.Object({
  slug: Type.String({ description: 'Name in addresses' }),
  kind: Type.Union(providerKinds.map((kind) => Type.Literal(kind))),
  display_name: Type.String({ description: 'Name on the button' }),
  options: optionsSchema,
  has_secret: Type.Boolean(),
  is_managed: Type.Boolean({
    description:
      'Whether the operator of the server has set it up, so that owners cannot change it',
  }),
  is_enabled: Type.Boolean(),
  signs_up_at_once: Type.Boolean({
    description: 'Whether a person without an account gets one at once, without a form',
  }),
  claim_rules: Type.Array(claimRuleSchema, { description: 'Set by PUT to /claim_rules' }),
  redirect_uri: Type.String({ description: 'Address to register at the provider' }),
  metadata_fault: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the daily look at `metadata_url` of `saml` failed last; null: it did not',
  }),
  metadata_uri: Type.Union([Type.String(), Type.Null()], {
    description: 'Address of the metadata of this server for `saml`, and its entity id there',
  }),
  last_sync: Type.Union([syncSchema, Type.Null()], { description: 'Only of `ldap`' }),
})

const slug = (example = 'SLUG') =>
  text({ maxLength: 40, example, description: 'Name in addresses' })

const metadata = () =>
  text({
    ...{ optional: true, maxLength: 500_000 },
    description: 'XML that describes a `saml` provider, in the place of its options',
  })

const settings = {
  display_name: text({ maxLength: 200, example: 'Acme', description: 'Name on the button' }),
  options: json(optionsSchema, {
    example: { client_id: 'parley', issuer: 'https://id.acme.test' },
  }),
}

const missing = NoSuchProviderError

function present(row: ListedProvider, origin: string, syncs: readonly SyncRow[] = []) {
  const kind = row.kind as ProviderKind
  const redirectUri = callbackUrl(origin, { kind, slug: row.slug })
  const sync = syncs.find(({ provider_slug: slug }) => slug === row.slug)
  return {
    slug: row.slug,
    kind,
    display_name: row.display_name,
    options: row.options as Static<typeof optionsSchema>,
    has_secret: row.sealed_secret !== null || row.operator?.secret !== undefined,
    is_managed: row.operator !== undefined,
    is_enabled: row.is_enabled,
    signs_up_at_once: row.signs_up_at_once,
    claim_rules: row.claim_rules as unknown as ClaimRule[],
    redirect_uri: redirectUri,
    metadata_fault: row.metadata_fault,
    metadata_uri: row.kind === 'saml' ? entityIdAt(redirectUri) : null,
    last_sync: sync ? presentSync(sync) : null,
  }
}

const listProvidersEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/realm/identity_providers',
  summary: 'List the identity providers of the organization; owners only',
  params: {},
  response: { identity_providers: Type.Array(providerSchema) },
  errors: [OwnerRequiredError],

  async handler({ ctx, requester, request: { origin } }) {
    requireOwner(requester)
    const rows = await listAllProviders(ctx, ctx.db.query, requester.realm_id)
    const syncs = await listSyncs(ctx.db.query, requester.realm_id)
    return { identity_providers: rows.map((row) => present(row, origin, syncs)) }
  },
})

const addProviderEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/realm/identity_providers',
  summary: 'Add an identity provider; owners only',
  needsProof: true,
  params: {
    slug: slug('keycloak'),
    kind: converted(
      Type.Union(providerKinds.map((kind) => Type.Literal(kind))),
      (raw) => providerKinds.find((kind) => kind === raw),
      { example: 'oidc' },
    ),
    ...settings,
    metadata: metadata(),
    secret: text({ optional: true, isExact: true, maxLength: 2_000, example: 'SECRET' }),
    is_enabled: flag({ default: true }),
    signs_up_at_once: flag({ default: false }),
  },
  response: { identity_provider: providerSchema },
  errors: [
    OwnerRequiredError,
    NoSecretsKeyError,
    NoLoginProxiesError,
    {
      code: 'BAD_REQUEST',
      description: 'A value is invalid, or the name is taken.',
      example: 'oidc needs the option issuer.',
    },
  ],

  async handler({ ctx, requester, params, request: { origin } }) {
    const row = await addProvider(ctx, requester, {
      slug: params.slug,
      kind: params.kind,
      name: params.display_name,
      options: params.options,
      metadata: params.metadata,
      secret: params.secret,
      isEnabled: params.is_enabled,
      signsUpAtOnce: params.signs_up_at_once,
    })
    return { identity_provider: present(row, origin) }
  },
})

const changeProviderEndpoint = endpoint({
  ...common,
  method: 'PATCH',
  path: '/api/v1/realm/identity_providers/{slug}',
  summary: 'Change an identity provider; owners only',
  description: 'Switching it off ends the sessions that came by it. Arguments left out stay.',
  needsProof: true,
  params: {
    slug: slug(),
    display_name: text({ optional: true, maxLength: 200 }),
    options: json(optionsSchema, { optional: true }),
    metadata: metadata(),
    secret: text({ optional: true, isExact: true, maxLength: 2_000 }),
    is_enabled: flag({ optional: true }),
    signs_up_at_once: flag({ optional: true }),
  },
  response: { identity_provider: providerSchema },
  errors: [
    ...[OwnerRequiredError, NoSecretsKeyError, missing, OperatorProviderError],
    { code: 'BAD_REQUEST', description: 'A value is invalid.' },
  ],

  async handler({ ctx, requester, params, request: { origin } }) {
    const row = await changeProvider(ctx, requester, params.slug, {
      ...(params.display_name !== undefined && { name: params.display_name }),
      ...(params.options && { options: params.options }),
      ...(params.metadata !== undefined && { metadata: params.metadata }),
      ...(params.secret !== undefined && { secret: params.secret }),
      ...(params.is_enabled !== undefined && { isEnabled: params.is_enabled }),
      ...(params.signs_up_at_once !== undefined && { signsUpAtOnce: params.signs_up_at_once }),
    })
    const syncs = await listSyncs(ctx.db.query, requester.realm_id)
    return { identity_provider: present(row, origin, syncs) }
  },
})

const removeProviderEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/realm/identity_providers/{slug}',
  summary: 'Remove an identity provider; owners only',
  description: 'The sessions that came by it end. Accounts stay.',
  needsProof: true,
  params: { slug: slug() },
  response: {},
  errors: [OwnerRequiredError, missing, OperatorProviderError],

  async handler({ ctx, requester, params }) {
    await removeProvider(ctx, requester, params.slug)
    return {}
  },
})

const directoryPersonSchema = Type.Object({
  id: Type.String({ description: 'The id that stays' }),
  address: Type.Union([Type.String(), Type.Null()]),
  full_name: Type.Union([Type.String(), Type.Null()]),
  is_kept_out: Type.Boolean({ description: 'Whether the person is disabled, or not admitted' }),
  claims: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
    description: 'Attributes, for rules',
  }),
})

function presentPerson(person: DirectoryPerson): Static<typeof directoryPersonSchema> {
  const { subject, addresses, fullName, isKeptOut, claims } = person
  return {
    ...{ id: subject, address: addresses[0] ?? null, full_name: fullName ?? null },
    ...{ is_kept_out: isKeptOut, claims },
  }
}

const testProviderEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/realm/identity_providers/{slug}/test',
  summary: 'Test whether an identity provider answers; owners only',
  params: {
    slug: slug(),
    person: text({
      ...{ default: '', maxLength: 256, example: 'ada' },
      description: 'Name of a person to look for, only at `ldap`',
    }),
  },
  response: {
    fault: Type.Union([Type.String(), Type.Null()], { description: 'Null: it answers' }),
    issuer: Type.Union([Type.String(), Type.Null()]),
    refusals: Type.Array(
      Type.Object({ reason: Type.String(), timestamp: Type.Integer({ description: 'Unix time' }) }),
      { description: 'The last refused logins, newest first' },
    ),
    people: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How many people the filter of `ldap` finds',
    }),
    person: Type.Union([directoryPersonSchema, Type.Null()], {
      description: 'The person who was looked for',
    }),
  },
  errors: [OwnerRequiredError, missing],

  async handler({ ctx, requester, params }) {
    const { slug, person: name } = params
    const { fault, issuer, refusals, directory } = await testProvider(ctx, requester, slug, name)
    const { people = null, person } = directory ?? {}
    return {
      ...{ people, person: person ? presentPerson(person) : null },
      fault: fault ?? null,
      issuer: issuer ?? null,
      refusals: refusals.map(({ reason, refused_at }) => ({
        reason,
        timestamp: Math.floor(refused_at.getTime() / 1_000),
      })),
    }
  },
})

export const identityProvidersEndpoints: readonly Endpoint[] = [
  listProvidersEndpoint,
  addProviderEndpoint,
  changeProviderEndpoint,
  removeProviderEndpoint,
  testProviderEndpoint,
  syncEndpoint,
]
