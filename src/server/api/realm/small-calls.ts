import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import type { Param } from '../../http/declare/param'
import { text } from '../../http/declare/params'
import { AdministratorRequiredError, BadRequestError } from '../../chat/rules/errors'
import { nulRefusals } from '../../chat/rules/texts'
import { sendTestWelcome } from '../../chat/actions/users/newcomers'
import { describeSubdomain } from '../../chat/actions/realms/find-realm'
import { performCommand } from '../../chat/actions/settings/slash-commands'
import { markStepSeen } from '../../chat/actions/users/onboarding'

/* Sources: docs/protocol/realm-settings.md#onboarding-steps, docs/protocol/realm-settings.md#other-calls. */

const markStepEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/onboarding_steps',
  tag: 'settings',
  summary: 'Mark an onboarding hint as seen',
  auth: 'basic',
  params: {
    onboarding_step: text({
      jsonQuoted: true,
      maxLength: 100,
      example: 'intro_inbox_view_modal',
      description: 'Its name in `onboarding_steps` of register',
    }),
  },
  response: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      description: 'Unknown hint.',
      example: 'Unknown onboarding_step: x',
    },
  ],

  async handler({ ctx, requester, params }) {
    await markStepSeen(ctx, requester, params.onboarding_step)
    return {}
  },
})

const commandEndpoint = endpoint({
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

/** Source: docs/protocol/realm-settings.md#welcome-text-test. */
const testWelcomeEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/realm/test_welcome_bot_custom_message',
  tag: 'settings',
  summary: 'Send a welcome text of Welcome Bot to oneself; administrators only',
  auth: 'basic',
  params: {
    welcome_message_custom_text: text({
      jsonQuoted: true,
      nulRefusal: nulRefusals.content,
      example: 'Please read #**general>hello**.',
      description: 'Markdown',
    }),
  },
  response: { message_id: Type.Integer() },
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    return { message_id: await sendTestWelcome(ctx, requester, params.welcome_message_custom_text) }
  },
})

interface CallProvider {
  method: 'GET' | 'POST'
  path: string
  provider: string
  refusal: string
  params?: Readonly<Record<string, Param<string | undefined>>>
}

/** An endpoint for a provider of video calls that the server does not support; always refuses. */
function unconfigured({ method, path, provider, refusal, params = {} }: CallProvider) {
  return endpoint({
    method,
    path,
    tag: 'settings',
    summary: `Make a room for a video call through ${provider}`,
    description: 'Refused: calls use Jitsi, whose rooms clients name.',
    auth: 'basic',
    params,
    response: { url: Type.String() },
    errors: [{ code: 'BAD_REQUEST', description: 'Always.', example: refusal }],

    async handler() {
      throw new BadRequestError(refusal)
    },
  })
}

const bigBlueButtonEndpoint = unconfigured({
  method: 'GET',
  path: '/api/v1/calls/bigbluebutton/create',
  provider: 'BigBlueButton',
  refusal: 'BigBlueButton is not configured.',
  params: {
    meeting_name: text({ optional: true, maxLength: 1_000 }),
    voice_only: text({ optional: true, maxLength: 10 }),
  },
})

const zoomEndpoint = unconfigured({
  method: 'POST',
  path: '/api/v1/calls/zoom/create',
  provider: 'Zoom',
  refusal: 'Zoom credentials have not been configured',
})

const subdomainEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/subdomain/{subdomain}',
  tag: 'server',
  summary: 'Check whether a subdomain is free for a new organization',
  description: '`msg` is `available`, or says why it could not.',
  auth: 'none',
  params: { subdomain: text({ maxLength: 100, example: 'acme' }) },
  response: { msg: Type.String() },

  async handler({ ctx, params }) {
    return { msg: await describeSubdomain(ctx, params.subdomain) }
  },
})

export const smallRealmCalls = [
  testWelcomeEndpoint,
  markStepEndpoint,
  commandEndpoint,
  bigBlueButtonEndpoint,
  zoomEndpoint,
  subdomainEndpoint,
]
