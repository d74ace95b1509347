import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { findMailTrouble, retryMail } from '../../chat/actions/users/mail-delivery'

/* Whether mail reaches the requester. Source: docs/protocol/mail-in.md#bounces-told. */

const readEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/me/mail_delivery',
  tag: 'users',
  summary: 'Ask whether mail servers refuse mail to the requester',
  auth: 'basic',
  params: {},
  response: {
    trouble: Type.Union([
      Type.Null(),
      Type.Object({
        email: Type.String(),
        reason: Type.String({ description: 'As the mail server said it' }),
        since: Type.Integer({ description: 'Unix time in seconds' }),
      }),
    ]),
  },

  async handler({ ctx, requester }) {
    return { trouble: await findMailTrouble(ctx, requester) }
  },
})

const retryEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/mail_delivery/retry',
  tag: 'users',
  summary: 'Have mails sent to the address of the requester again',
  auth: 'basic',
  params: {},
  response: {},

  async handler({ ctx, requester }) {
    await retryMail(ctx, requester)
    return {}
  },
})

export const mailDeliveryEndpoints = [readEndpoint, retryEndpoint]
