import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { text } from '../../http/declare/params'
import { RateLimitedError } from '../../http/errors'
import {
  askForNewPassword,
  checkPasswordLink,
  setForgottenPassword,
} from '../../chat/actions/users/forgotten-password'
import { confirmNewAddress } from '../../chat/actions/users/new-address'
import { makePasswordLink } from '../../chat/actions/users/password-link'
import {
  AdministratorRequiredError,
  InvalidLinkError,
  NoSuchUserError,
  OwnerRequiredError,
} from '../../chat/rules/errors'
import { sizeLimits } from '../../chat/rules/limits'
import { userReference } from '../users/read-users'

/* Requesting and using links to reset a password. Source: docs/protocol/mail.md#links. */

const key = (): ReturnType<typeof keyParam> => keyParam()
const keyParam = () =>
  text({ description: 'Secret at the end of the link', maxLength: 1_000, example: 'KEY' })

const askForPasswordEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/password/reset',
  tag: 'accounts',
  summary: 'Mail a link that resets a forgotten password',
  description: 'It succeeds whether or not there is an account with the address.',
  auth: 'none',
  params: { email: text({ description: 'Address of the account', example: 'ada@example.com' }) },
  response: {},
  errors: [
    RateLimitedError,
    {
      code: 'BAD_REQUEST',
      description: 'Nothing can be sent.',
      example:
        'This server sends no mail: ask an administrator of the organization for a new password.',
    },
  ],

  async handler({ ctx, params: { email }, request }) {
    request.note({ account: email.slice(0, sizeLimits.emailCharacters) })
    await askForNewPassword(ctx, request, email)
    return {}
  },
})

const checkPasswordLinkEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/password/check',
  tag: 'accounts',
  summary: 'Look whether a link for a new password is good',
  auth: 'none',
  params: { key: key() },
  response: { email: Type.String({ description: 'Address of the account' }) },
  errors: [InvalidLinkError, RateLimitedError],

  async handler({ ctx, params, request }) {
    return { email: await checkPasswordLink(ctx, request, params.key) }
  },
})

const setPasswordEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/password/set',
  tag: 'accounts',
  summary: 'Set the password that a link is for',
  description: 'The account is logged out everywhere. The link works once.',
  auth: 'none',
  params: {
    key: key(),
    new_password: text({
      isExact: true,
      description: 'The password',
      example: 'a lake of cold tea',
    }),
  },
  response: {},
  errors: [
    InvalidLinkError,
    RateLimitedError,
    {
      code: 'BAD_REQUEST',
      description: 'The password is too easy to guess.',
      example: 'New password is too weak!',
    },
  ],

  async handler({ ctx, params, request }) {
    const { key: token, new_password: password } = params
    await setForgottenPassword(ctx, request, { token, password })
    return {}
  },
})

const confirmAddressEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/confirm_new_email',
  tag: 'accounts',
  summary: 'Confirm the new address of an account',
  auth: 'none',
  params: { key: key() },
  response: { email: Type.String({ description: 'The address that the account has now' }) },
  errors: [InvalidLinkError, RateLimitedError],

  async handler({ ctx, params, request }) {
    return { email: await confirmNewAddress(ctx, request, params.key) }
  },
})

/** Source: docs/protocol/mail.md#reset-by-administrator. */
const makePasswordLinkEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/{user_id}/password_reset',
  tag: 'accounts',
  summary: 'Require a user to choose a new password',
  description:
    'Administrators only, and owners only where an owner is concerned. The person gets a mail with a link; ' +
    'where the server sends none, the answer has the link.',
  auth: 'basic',
  needsProof: true,
  params: { user_id: userReference() },
  response: {
    link: Type.Union([Type.String(), Type.Null()], {
      description: 'For the administrator to pass on; null: it was sent by mail',
    }),
  },
  errors: [
    AdministratorRequiredError,
    OwnerRequiredError,
    NoSuchUserError,
    {
      code: 'BAD_REQUEST',
      description: 'The account cannot have a password.',
      example: 'Bots have no password.',
    },
  ],

  async handler({ ctx, requester, params, request }) {
    const link = await makePasswordLink(ctx, requester, params.user_id, request.origin)
    return { link: link ?? null }
  },
})

export const passwordEndpoints = [
  askForPasswordEndpoint,
  checkPasswordLinkEndpoint,
  setPasswordEndpoint,
  confirmAddressEndpoint,
  makePasswordLinkEndpoint,
]
