import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { converted, integer, text } from '../../http/declare/params'
import { InvalidMessageError } from '../../chat/rules/errors'
import {
  ExplanationRequiredError,
  ReportingOffError,
  reportMessage,
} from '../../chat/actions/messages/report'
import { reportTypes } from '../../wire/reports'

const keys = reportTypes.map(({ key }) => key)

/** Source: docs/protocol/topics-and-moderation.md#report-call. */
export const reportMessageEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/messages/{message_id}/report',
  tag: 'messages',
  summary: 'Report a message to the moderators',
  description:
    'Notification Bot tells them, where the organization wants it, and names the requester.',
  auth: 'basic',
  params: {
    message_id: integer({ min: 0 }),
    report_type: converted(
      Type.Union(keys.map((key) => Type.Literal(key))),
      (raw) => keys.find((key) => key === raw.trim().replace(/^"(.*)"$/, '$1')),
      { example: 'spam' },
    ),
    description: text({
      optional: true,
      maxLength: 1_000,
      description: "The reporter's explanation; required for `other`",
    }),
  },
  response: {},
  errors: [InvalidMessageError, ReportingOffError, ExplanationRequiredError],

  async handler({ ctx, requester, params }) {
    const { report_type: type, description = '' } = params
    await reportMessage(ctx, requester, params.message_id, { type, description })
    return {}
  },
})
