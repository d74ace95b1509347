import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { text } from '../../http/declare/params'
import { performCommand } from '../../chat/actions/settings/slash-commands'

/** Source: docs/protocol/realm-settings.md#other-calls. */
export const commandEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/zcommand',
  tag: 'settings',
  summary: 'Run a slash command of the requester',
  description:
    '`/ping`, `/dark`, `/light`, `/fluid-width`, `/fixed-width`. `msg` says what was done.',
  auth: 'basic',
  params: { command: text({ maxLength: 100, example: '/dark' }) },
  response: { msg: Type.String({ description: 'Message for the requester' }) },
  errors: [{ code: 'BAD_REQUEST', description: 'It is none.', example: 'No such command: fly' }],

  async handler({ ctx, requester, params }) {
    return { msg: await performCommand(ctx, requester, params.command) }
  },
})
