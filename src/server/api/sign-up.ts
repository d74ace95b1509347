import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { flag, json, text } from '../http/declare/params'
import { RateLimitedError } from '../http/errors'
import { InvalidLinkError } from '../chat/rules/errors'
import { describeJoining } from '../identity/sign-up/describe'
import { join } from '../identity/sign-up/join'
import {
  InvitationRequiredError,
  NoMailError,
  RefusedFieldError,
} from '../identity/sign-up/refusals'
import { startSignUp } from '../identity/sign-up/start'
import { openSession } from '../chat/actions/users/sessions'
import { addressOf } from '../wire/addresses'
import { realmPictureUrl } from '../wire/realm-pictures'

/*
 * Sign-up. The callers are unauthenticated, so no answer reveals whether an address has an account.
 * Source: docs/protocol/sign-up.md#signing-up.
 */

const common = { method: 'POST', tag: 'sign-up', auth: 'none' } as const

const longestKey = 100
const aKey = 'KEY'

const startSignUpEndpoint = endpoint({
  ...common,
  path: '/api/v1/accounts/register',
  summary: 'Ask for the mail with which one makes an account',
  description: 'The answer is the same whether there is an account of that address or not.',
  params: {
    email: text({ maxLength: 1_000, example: 'ada@example.com' }),
    key: text({ optional: true, maxLength: longestKey, description: 'Key of an invitation link' }),
  },
  response: {},
  errors: [
    InvitationRequiredError,
    InvalidLinkError,
    NoMailError,
    RefusedFieldError,
    RateLimitedError,
  ],

  async handler({ ctx, params: { email, key }, request: { subdomain, ip } }) {
    await startSignUp(ctx, { subdomain, ip, email, key })
    return {}
  },
})

const describeJoiningEndpoint = endpoint({
  ...common,
  path: '/api/v1/accounts/confirmation',
  summary: 'Describe the invitation of a key',
  description: 'The key of a link that invites, or of one in a mail. It is not used up.',
  params: { key: text({ maxLength: longestKey, example: aKey }) },
  response: {
    email: Type.Union([Type.String(), Type.Null()], {
      description: 'Address of the new account; null: the person enters one',
    }),
    needs_confirmation: Type.Boolean({
      description:
        'Whether the address is to be given to `POST /accounts/register`, and a mail leads on',
    }),
    realm_name: Type.String(),
    realm_icon: Type.String(),
    realm_description: Type.String({ description: 'HTML' }),
    invited_by: Type.Union([Type.String(), Type.Null()], { description: 'Name of the inviter' }),
    name_at_provider: Type.Union([Type.String(), Type.Null()], {
      description:
        'Name of the person at the identity provider that vouches for the address; such an account has no ' +
        'password. Null: without a provider',
    }),
    default_stream_groups: Type.Array(
      Type.Object({ id: Type.Integer(), name: Type.String(), description: Type.String() }),
      { description: 'Streams that one may choose together' },
    ),
    terms_url: Type.Union([Type.String(), Type.Null()], {
      description: 'The terms of service that one has to accept',
    }),
  },
  errors: [InvalidLinkError, RateLimitedError],

  async handler({ ctx, params: { key }, request: { subdomain, ip } }) {
    const joining = await describeJoining(ctx, { subdomain, ip, key })
    return {
      email: joining.email,
      needs_confirmation: joining.needsConfirmation,
      realm_name: joining.realm.name,
      realm_icon: realmPictureUrl(joining.realm, 'icon'),
      realm_description: joining.realm.description,
      invited_by: joining.inviter,
      name_at_provider: joining.nameAtProvider,
      default_stream_groups: joining.defaultStreamGroups.map(({ id, name, description }) => ({
        ...{ id, name, description },
      })),
      terms_url: ctx.config.termsUrl ?? null,
    }
  },
})

const joinEndpoint = endpoint({
  ...common,
  path: '/api/v1/accounts/join',
  summary: 'Make an account of one’s own, and log the browser in to it',
  description: 'With the key of an invitation, or of the mail that confirmed the address.',
  params: {
    key: text({ maxLength: longestKey, example: aKey }),
    full_name: text({ example: 'Ada Lovelace', description: '2 to 100 characters' }),
    password: text({
      optional: true,
      isExact: true,
      example: 'correct horse battery staple',
      description: 'Not with the key of a login by an identity provider',
    }),
    email: text({
      optional: true,
      maxLength: 1_000,
      description: 'Only with the key of a link, on servers that do not confirm addresses by mail',
    }),
    timezone: text({ optional: true, maxLength: 100, description: 'Name of the IANA time zone' }),
    terms_accepted: flag({ default: false, description: 'Whether the terms are accepted' }),
    default_stream_groups: json(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 100 }), {
      default: [],
      description: 'Ids of the groups of streams that one chooses',
    }),
  },
  response: {
    user_id: Type.Integer(),
    email: Type.String(),
    next: Type.String({ description: 'Path to which the browser goes' }),
  },
  errors: [InvalidLinkError, RefusedFieldError, RateLimitedError],

  async handler({ ctx, params, request }) {
    const { subdomain, ip, headers, sessionToken: replaces } = request
    const user = await join(ctx, {
      ...{ subdomain, ip },
      key: params.key,
      email: params.email,
      fullName: params.full_name,
      password: params.password,
      timezone: params.timezone,
      acceptsTerms: params.terms_accepted,
      defaultStreamGroupIds: params.default_stream_groups,
    })
    request.note({ account: addressOf(user) })
    const userAgent = headers['user-agent'] ?? ''
    const { next, providerSlug, providerSession } = user
    const browser = { ip, userAgent, replaces, providerSlug, providerSession }
    request.keepSession(await openSession(ctx, user, browser))
    return { user_id: user.id, email: addressOf(user), next }
  },
})

export const signUpEndpoints: readonly Endpoint[] = [
  startSignUpEndpoint,
  describeJoiningEndpoint,
  joinEndpoint,
]
