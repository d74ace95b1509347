import { Type } from '@sinclair/typebox'
import { ApiError, fixedError } from '../../../lib/api-error'
import type { ErrorDoc } from '../../../lib/api-error'
import { sentInvitationSchema } from '../../../../shared/invitations'
import { presentSentInvitation } from '../../../wire/invitations'

/* Refusals of invitations. Source: docs/protocol/sign-up.md#who-may-invite. */

export class MayNotInviteError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The organization does not let the requester invite in this way.',
  example: 'Insufficient permission',
}) {}

export class NoSuchInvitationError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'There is none with this id that the requester may know of.',
  example: 'No such invitation',
}) {}

/** An address, the reason for its refusal, and whether its account is deactivated. */
export type RefusedAddress = readonly [address: string, text: string, isDeactivated: boolean]

/**
 * The call did not invite some or all of the addresses.
 * Source: docs/protocol/sign-up.md#invite-outcome.
 */
export class InvitationFailedError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'INVITATION_FAILED',
    description: 'Some or all of the addresses were not invited; `errors` says which, and why.',
    fields: {
      errors: Type.Array(
        Type.Array(Type.Union([Type.String(), Type.Boolean()]), {
          description: 'Address, text, whether the account is deactivated',
        }),
      ),
      sent_invitations: Type.Boolean({ description: 'Whether the others were invited' }),
      daily_limit_reached: Type.Boolean(),
      license_limit_reached: Type.Boolean(),
      invitations: Type.Array(sentInvitationSchema, {
        description: 'The invitations that were sent',
      }),
    },
    example: "Some emails did not validate, so we didn't send any invitations.",
  }

  constructor(
    message: string,
    {
      errors = [],
      sent = [],
      isDailyLimit = false,
    }: {
      errors?: readonly RefusedAddress[]
      sent?: readonly { email: string; link: string | null }[]
      isDailyLimit?: boolean
    } = {},
  ) {
    super(message, {
      code: 'INVITATION_FAILED',
      fields: {
        errors,
        sent_invitations: sent.length > 0,
        daily_limit_reached: isDailyLimit,
        license_limit_reached: false,
        invitations: sent.map(presentSentInvitation),
      },
    })
  }
}
