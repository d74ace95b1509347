import { Type } from '@sinclair/typebox'
import { OwnerRequiredError } from '../chat/rules/errors'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { json, text } from '../http/declare/params'
import { claimRuleSchema, maxClaimRules } from '../identity/claims/claim-rule'
import type { ClaimRule } from '../identity/claims/claim-rule'
import type { ClaimPlan } from '../identity/claims/plan'
import { NoSuchProviderError } from '../identity/errors'
import { changeClaimRules } from '../identity/settings/change-claim-rules'
import { tryClaims } from '../identity/settings/try-claims'

/* Rules for the claims of an identity provider. Source: docs/protocol/single-sign-on.md#claim-rules. */

const common = { tag: 'settings', auth: 'basic' } as const

const rulesSchema = Type.Array(claimRuleSchema, { maxItems: maxClaimRules })

const slug = () => text({ maxLength: 40, example: 'SLUG', description: 'Name in addresses' })

const exampleRules: ClaimRule[] = [
  { when: { claim: 'groups', equals: 'chat-admins' }, set: { role: 'administrator' } },
]

const invalidRule = {
  code: 'BAD_REQUEST',
  description: 'A rule is invalid.',
  example: 'Rule 1: matches is no RE2 pattern.',
} as const

const changeRulesEndpoint = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/v1/realm/identity_providers/{slug}/claim_rules',
  needsProof: true,
  summary: 'Replace the rules for the claims of an identity provider; owners only',
  description: 'They apply to each person at their next login.',
  params: { slug: slug(), rules: json(rulesSchema, { example: exampleRules }) },
  response: { claim_rules: rulesSchema },
  errors: [OwnerRequiredError, NoSuchProviderError, invalidRule],

  async handler({ ctx, requester, params: { slug, rules } }) {
    const row = await changeClaimRules(ctx, requester, slug, rules)
    return { claim_rules: row.claim_rules as unknown as ClaimRule[] }
  },
})

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

const namesSchema = Type.Array(Type.String())

const changesSchema = Type.Object({
  role: nullable(Type.Integer({ description: 'Null: the role stays' })),
  groups_to_join: namesSchema,
  groups_to_leave: namesSchema,
  groups_to_make: namesSchema,
  channels_to_join: namesSchema,
  channels_to_leave: namesSchema,
  fields: Type.Array(Type.Object({ name: Type.String(), value: nullable(Type.String()) }), {
    description: 'Values that change; null: the field is emptied',
  }),
})

const tryRulesEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/realm/identity_providers/{slug}/claim_rules/try',
  summary: 'Tell the outcome of a login with a pasted token; owners only',
  description: 'The token is not verified. Nothing changes.',
  params: {
    slug: slug(),
    token: text({
      ...{ maxLength: 300_000, example: '{"sub": "ada", "email": "ada@example.com"}' },
      description: 'ID token, SAML response (XML or base64), or claims as a JSON object',
    }),
    rules: json(rulesSchema, { optional: true }),
  },
  response: {
    claims: Type.Record(Type.String(), Type.Unknown(), { description: 'Everything that it says' }),
    addresses: Type.Array(Type.String(), { description: 'Addresses that count as verified' }),
    full_name: nullable(Type.String()),
    refusal: nullable(Type.String({ description: 'Reason for which the login is refused' })),
    user_id: nullable(Type.Integer({ description: 'Account of the person; null: a new one' })),
    rules: Type.Array(Type.Boolean(), { description: 'Whether each rule fits' }),
    changes: changesSchema,
    ignored: Type.Array(Type.String(), { description: 'Grants that cannot be given, and why' }),
  },
  errors: [
    ...[OwnerRequiredError, NoSuchProviderError, invalidRule],
    {
      code: 'BAD_REQUEST',
      description: 'The token cannot be read.',
      example: 'Paste an ID token, a SAML response, or claims as a JSON object.',
    },
  ],

  async handler({ ctx, requester, params: { slug, token, rules } }) {
    const { identity, user, refusal, plan } = await tryClaims(ctx, requester, slug, {
      ...{ token, rules },
    })
    return {
      claims: { ...identity.claims },
      addresses: [...identity.addresses],
      full_name: identity.fullName ?? null,
      refusal: refusal ?? null,
      user_id: user?.id ?? null,
      rules: [...plan.fits],
      changes: changesOf(plan),
      ignored: [...plan.ignored],
    }
  },
})

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name)

function changesOf({ role, groups, streams, fields }: ClaimPlan) {
  return {
    role: role ?? null,
    groups_to_join: namesOf(groups.join),
    groups_to_leave: namesOf(groups.leave),
    groups_to_make: [...groups.make],
    channels_to_join: namesOf(streams.join),
    channels_to_leave: namesOf(streams.leave),
    fields: fields.map(({ name, value }) => ({ name, value })),
  }
}

export const claimRulesEndpoints: readonly Endpoint[] = [changeRulesEndpoint, tryRulesEndpoint]
