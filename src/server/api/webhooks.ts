import { Type } from '@sinclair/typebox'
import type { ApiRequest } from '../http/declare/endpoint'
import { ApiError, fixedError } from '../lib/api-error'
import { endpoint } from '../http/declare/endpoint'
import { json, text } from '../http/declare/params'
import { MissingArgumentError } from '../http/errors'
import { deliverWebhook, warnOfMalformedJson } from '../chat/actions/bots/webhooks'
import {
  MalformedJsonError,
  MissingEventHeaderError,
  UnsupportedEventError,
} from './integrations/payload/errors'
import { findIntegration } from './integrations'
import { cutTopic } from './integrations/message/cut'
import { nulRefusals } from '../chat/rules/texts'

/** Refusal of an unknown integration. */
class UnknownIntegrationError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'No integration has this name.',
  example: 'Unknown integration',
}) {}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** The body as text. @throws ApiError for invalid UTF-8, because replacing characters would alter the payload */
function readBodyText({ rawBody }: ApiRequest): string {
  try {
    return strictUtf8.decode(rawBody ?? new Uint8Array())
  } catch {
    throw new ApiError('The request body is not valid UTF-8.', { code: 'BAD_REQUEST' })
  }
}

/** The arguments of the URL, and those of a form. */
function optionsOf(request: ApiRequest): URLSearchParams {
  const { query, headers } = request
  if (!/^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '')) return query
  return new URLSearchParams([...query, ...new URLSearchParams(readBodyText(request))])
}

/** Argument for integrations with event types. Source: docs/protocol/webhooks.md#event-filters. */
function eventPatterns(meaning: string) {
  return json(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 }), {
    optional: true,
    description: `${meaning}, for integrations that tell kinds apart; \`*\` and \`?\` stand for others`,
  })
}

export const receiveWebhookEndpoint = endpoint({
  method: 'POST',
  takesAnyMethod: true,
  path: '/api/v1/external/{integration_name}',
  tag: 'webhooks',
  summary: 'Receive an event from another system',
  description:
    'The body is what the other system sends, with whatever method; each integration makes a ' +
    'message of it. ' +
    'A stream that does not exist is no error: the owner of the bot gets the message.',
  auth: 'webhook',
  jsonBody: Type.Object(
    {},
    {
      additionalProperties: true,
      examples: [{ featured_title: 'Pizza', featured_url: 'https://example.com/pizza' }],
    },
  ),
  params: {
    integration_name: text({
      example: 'helloworld',
      description: 'Such as `helloworld`, `github` or `grafana`',
    }),
    stream: text({
      optional: true,
      example: 'general',
      nulRefusal: nulRefusals.streamName,
      description: 'Name or id of the stream; absent: a private message to the owner of the bot',
    }),
    topic: text({
      optional: true,
      nulRefusal: nulRefusals.topic,
      description: "Topic of the message, in place of the integration's own",
    }),
    only_events: eventPatterns('The only kinds of events that become messages'),
    exclude_events: eventPatterns('Kinds of events that become no messages'),
  },
  optionNames: (path) =>
    findIntegration(path.get('integration_name') ?? '')?.urlOptions.map(({ name }) => name) ?? [],
  response: {},
  errors: [
    UnknownIntegrationError,
    MalformedJsonError,
    MissingArgumentError,
    MissingEventHeaderError,
    UnsupportedEventError,
  ],

  async handler({ ctx, requester, params, request }) {
    const integration = findIntegration(params.integration_name)
    if (!integration) throw new UnknownIntegrationError()
    const headers = request.headers as Record<string, string | undefined>
    try {
      const payload = integration.parse(readBodyText(request), headers)
      const messages = integration.format(
        payload,
        { headers, query: optionsOf(request) },
        { only: params.only_events, except: params.exclude_events },
      )
      const { stream } = params
      // Source: docs/protocol/webhooks.md#cut.
      const topic = params.topic === undefined ? undefined : cutTopic(params.topic)
      const client = integration.messageClient
      await deliverWebhook(ctx, requester, { stream, topic, messages, client })
    } catch (error) {
      if (error instanceof MalformedJsonError) {
        await warnOfMalformedJson(ctx, requester, integration.clientName)
      }
      throw error
    }
    return {}
  },
})

export const webhooksEndpoints = [receiveWebhookEndpoint]
