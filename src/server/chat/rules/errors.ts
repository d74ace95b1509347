import { Type } from '@sinclair/typebox'
import { ApiError, fixedError } from '../../lib/api-error'
import type { ErrorDoc } from '../../lib/api-error'

/*
 * Refusals of the services that a caller can act on. Texts and codes follow docs/protocol/contract.md#errors;
 * for errors that it does not list, they are the ones known to existing clients.
 */

/** The general refusal; its message states the reason. */
export class BadRequestError extends ApiError {
  constructor(message: string) {
    super(message, { code: 'BAD_REQUEST' })
  }
}

/** A refusal without a code in the protocol. */
export class UncodedError extends ApiError {}

/** The refusal of credentials. Source: docs/protocol/authentication.md#basic. */
export class AuthenticationError extends ApiError {
  constructor(message: string, code: string) {
    super(message, { status: 401, code })
  }
}

/**
 * The refusal of a missing stream, or one hidden from the requester.
 * Sources: docs/protocol/contract.md#stream-does-not-exist,
 * docs/protocol/decided-conflicts.md#no-html-escaping.
 */
export class StreamDoesNotExistError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'STREAM_DOES_NOT_EXIST',
    description: 'There is no such stream, or none that the requester may know of.',
    fields: { stream: Type.String({ description: 'The name or id as it was given' }) },
    example: "Stream 'nope' does not exist",
  }

  constructor(stream: string | number) {
    super(
      typeof stream === 'string'
        ? `Stream '${stream}' does not exist`
        : `Stream with ID '${stream}' does not exist`,
      {
        code: 'STREAM_DOES_NOT_EXIST',
        fields:
          typeof stream === 'string' ? { stream } : { stream: String(stream), stream_id: stream },
      },
    )
  }
}

/**
 * The refusal to unsubscribe from streams if some do not exist.
 * Source: docs/protocol/decided-conflicts.md#unsubscribe-unknown.
 */
export class StreamsDoNotExistError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'STREAM_DOES_NOT_EXIST',
    description: 'Some of the streams do not exist; nothing was changed.',
    fields: { stream: Type.String({ description: 'The first of them' }) },
    example: 'Stream(s) (nope) do not exist',
  }

  constructor(names: readonly [string, ...string[]]) {
    super(`Stream(s) (${names.join(', ')}) do not exist`, {
      code: 'STREAM_DOES_NOT_EXIST',
      fields: { stream: names[0] },
    })
  }
}

/**
 * The only refusal in the contract without a code.
 * Source: docs/protocol/contract.md#unable-to-access.
 */
export class UnableToAccessStreamError extends ApiError {
  static readonly doc: ErrorDoc = {
    description: 'The requester may not access a private stream, and such errors are fatal.',
    example: 'Unable to access stream (secret).',
  }

  constructor(streamName: string) {
    super(`Unable to access stream (${streamName}).`)
  }
}

/** The refusal of a principal. Source: docs/protocol/errors.md#unauthorized-principal. */
export class UnauthorizedPrincipalError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 403,
    code: 'UNAUTHORIZED_PRINCIPAL',
    description: 'A principal is unknown or deactivated.',
    fields: { principal: Type.Union([Type.String(), Type.Integer()]) },
    example: "User not authorized to execute queries on behalf of 'zed@x.test'",
  }

  constructor(principal: string | number) {
    super(`User not authorized to execute queries on behalf of '${principal}'`, {
      status: 403,
      code: 'UNAUTHORIZED_PRINCIPAL',
      fields: { principal },
    })
  }
}

/**
 * The refusal to list streams that only administrators may list.
 * Source: docs/protocol/streams.md#list-all.
 */
export class NotAuthorizedForQueryError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The query needs administrative privileges.',
  example: 'User not authorized for this query',
}) {}

export class AdministratorRequiredError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Only administrators may do this.',
  example: 'Must be an organization administrator',
}) {}

export class GuestsNotAllowedError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Guests may not do this.',
  example: 'Not allowed for guest users',
}) {}

export class InvalidStreamIdError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'There is no such stream, or none that the requester may know of.',
  example: 'Invalid stream id',
}) {}

/** Refusal to create a stream under a taken name. Source: docs/protocol/channel-settings.md#create-channel. */
export class ChannelAlreadyExistsError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'CHANNEL_ALREADY_EXISTS',
    description: 'There is a stream with this name.',
    fields: { channel_name: Type.String() },
    example: "Channel 'lunch' already exists",
  }

  constructor(name: string) {
    super(`Channel '${name}' already exists`, {
      code: 'CHANNEL_ALREADY_EXISTS',
      fields: { channel_name: name },
    })
  }
}

/** The refusal to give a stream's email address. Source: docs/protocol/streams.md#email-address. */
export class NoIncomingMailError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'The server takes no mail.',
    example: 'Incoming email is not set up on this server.',
  }

  constructor() {
    super('Incoming email is not set up on this server.')
  }
}

/**
 * The refusal of a missing message, or one hidden from the requester.
 * Source: docs/protocol/messages.md#invalid-message.
 */
export class InvalidMessageError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'There is no such message, or none that the requester may read.',
  example: 'Invalid message(s)',
}) {}

export class NoSuchUserError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'There is no such account in the organization.',
  example: 'No such user',
}) {}

/**
 * The refusal of a missing or deactivated bot.
 * Source: docs/protocol/bots.md#update-refusals.
 */
export class NoSuchBotError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'There is no such active bot in the organization.',
  example: 'No such bot',
}) {}

/** The refusal to change somebody else's bot. Source: docs/protocol/bots.md#update-refusals. */
export class InsufficientPermissionError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Only its owner and administrators may do this to a bot.',
  example: 'Insufficient permission',
}) {}

export class OwnerRequiredError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Only owners may do this.',
  example: 'Must be an organization owner',
}) {}

/**
 * The refusal to deactivate the last owner, administrator or user of a realm.
 * Source: docs/protocol/users.md#deactivate-own.
 */
export class CannotDeactivateLastUserError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    description: 'The organization would be left without anybody to look after it.',
    fields: {
      entity: Type.String(),
      is_last_admin: Type.Boolean(),
      is_last_owner: Type.Boolean(),
    },
    example: 'Cannot deactivate the only organization administrator.',
  }

  constructor(entity: 'user' | 'organization administrator' | 'organization owner') {
    super(`Cannot deactivate the only ${entity}.`, {
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      fields: {
        entity,
        is_last_admin: entity === 'organization administrator',
        is_last_owner: entity === 'organization owner',
      },
    })
  }
}

/** Refusals of logins: the key is the reason that older clients read; the value is for newer ones. */
const loginRefusals = {
  incorrect_creds: {
    code: 'AUTHENTICATION_FAILED',
    message: 'Your username or password is incorrect.',
  },
  'user disable': { code: 'USER_DEACTIVATED', message: 'Your account has been disabled.' },
  'password auth disabled': {
    code: 'PASSWORD_AUTH_DISABLED',
    message: 'Password auth is disabled in your team.',
  },
  'second factor required': {
    code: 'PASSWORD_AUTH_DISABLED',
    message:
      'A password alone does not open your account. Please choose “Log in in the browser” instead.',
  },
  'realm deactivated': {
    code: 'REALM_DEACTIVATED',
    message: 'This organization has been deactivated.',
  },
} as const

/** The refusal of a login. Source: docs/protocol/authentication.md#fetch-api-key. */
export class LoginRefusedError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 403,
    code: 'AUTHENTICATION_FAILED',
    description: 'No account has this email and password.',
    fields: { reason: Type.String() },
    example: loginRefusals.incorrect_creds.message,
  }

  constructor(reason: keyof typeof loginRefusals) {
    const { code, message } = loginRefusals[reason]
    super(message, { status: 403, code, fields: { reason } })
  }
}

const deactivated = 'The account or its organization is deactivated.'

const describeRefusal = (reason: keyof typeof loginRefusals, description: string): ErrorDoc => ({
  status: 403,
  code: loginRefusals[reason].code,
  description,
  fields: { reason: Type.Literal(reason) },
  example: loginRefusals[reason].message,
})

/** {@link LoginRefusedError} for deactivated accounts and realms, and for realms without passwords. */
export const otherLoginRefusals: readonly ErrorDoc[] = [
  describeRefusal('user disable', deactivated),
  describeRefusal('realm deactivated', deactivated),
  describeRefusal('password auth disabled', 'People log in by an identity provider here.'),
]

/** {@link LoginRefusedError} of programs, which cannot ask for a second factor. */
export const browserLoginRefusal = describeRefusal(
  'second factor required',
  'The account has a second factor, or the organization demands that it gets one.',
)

/**
 * The only refusal of a link: unknown, used, expired, or for another purpose. Does not reveal which.
 * Source: docs/protocol/mail.md#links.
 */
export class InvalidLinkError extends fixedError({
  code: 'INVALID_LINK',
  description: 'The link was used already, has expired, or never was one.',
  example: 'This link is invalid, has expired, or was used already.',
}) {}

/** The refusal of a requester who may know of a stream, but not change it. */
export class CannotAdministerChannelError extends fixedError({
  code: 'CANNOT_ADMINISTER_CHANNEL',
  description: 'The requester does not administer the stream.',
  example: 'You do not have permission to administer this channel.',
}) {}
