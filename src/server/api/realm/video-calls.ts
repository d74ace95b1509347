import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import type { Param } from '../../http/declare/param'
import { text } from '../../http/declare/params'
import { BadRequestError } from '../../chat/rules/errors'

/* Source: docs/protocol/realm-settings.md#other-calls. */

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

export const videoCallEndpoints = [bigBlueButtonEndpoint, zoomEndpoint]
