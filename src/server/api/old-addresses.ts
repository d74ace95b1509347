import { findOldAddress, NoOldMessageError } from '../chat/access/messages/old-address'
import { RedirectAnswer } from '../http/answers/file-answer'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { text } from '../http/declare/params'

const maxKeyLength = 100

const common = {
  method: 'GET',
  tag: 'messages',
  description:
    'For an organization that was imported and took over the address of its old server. Only people who can read the message are redirected; a browser without a session is sent to the login page first.',
  auth: 'basic',
  isFile: true,
  leadsToLogin: true,
  response: {},
  errors: [NoOldMessageError],
} as const

/** Redirects an address of Slack. Source: docs/protocol/import.md#old-addresses. */
const redirectSlackEndpoint = endpoint({
  ...common,
  path: '/archives/{channel}/{message}',
  summary: 'Redirect to a message by its address on Slack',
  params: {
    channel: text({ maxLength: maxKeyLength, description: 'Id of the channel', example: 'C0123' }),
    message: text({
      maxLength: maxKeyLength,
      description: '`p`, the seconds of its time, and its microseconds',
      example: 'p1446712932000003',
    }),
  },

  async handler({ ctx, requester, params: { channel, message } }) {
    const [, seconds, micros] = /^p(\d{1,12})(\d{6})$/.exec(message) ?? []
    if (seconds === undefined || micros === undefined) throw new NoOldMessageError()
    const key = `${channel}/${seconds}.${micros}`
    return redirectTo(await findOldAddress(ctx.db.query, requester, { kind: 'slack', key }))
  },
})

/** Redirects addresses of Rocket.Chat. Source: docs/protocol/import.md#old-addresses. */
const redirectRocketChatEndpoints = ['channel', 'group', 'direct'].map((type) =>
  endpoint({
    ...common,
    path: `/${type}/{name}`,
    summary: 'Redirect to a message by its address on Rocket.Chat',
    params: {
      name: text({
        maxLength: maxKeyLength,
        description: 'Name or id of the room',
        example: 'general',
      }),
      msg: text({ maxLength: maxKeyLength, description: 'Id of the message', example: 'kQ3xGm9' }),
    },

    async handler({ ctx, requester, params: { msg: key } }) {
      return redirectTo(await findOldAddress(ctx.db.query, requester, { kind: 'rocket-chat', key }))
    },
  }),
)

function redirectTo(address: string): RedirectAnswer {
  return new RedirectAnswer(`/${address}`)
}

export const oldAddressEndpoints: Endpoint[] = [
  redirectSlackEndpoint,
  ...redirectRocketChatEndpoints,
]
