import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import { integrations } from './integrations'

const listed = integrations.map(({ name, displayName, summary, eventTypes, steps = [] }) => ({
  ...{ name, display_name: displayName, summary },
  ...{ event_types: [...(eventTypes ?? [])], steps: [...steps] },
}))

/** The catalog of integrations. Source: docs/protocol/webhooks.md#templates. */
export const listIntegrationsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/integrations',
  tag: 'webhooks',
  summary: 'List the integrations, and the steps to set each up',
  auth: 'basic',
  params: {},
  response: {
    integrations: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Last part of the URL' }),
        display_name: Type.String(),
        summary: Type.String(),
        event_types: Type.Array(Type.String(), {
          description: 'Events that become messages; empty if they are not told apart',
        }),
        steps: Type.Array(Type.String(), {
          description: 'Steps at the other service, in English; empty if the app has a guide',
        }),
      }),
    ),
  },
  errors: [],

  async handler() {
    return { integrations: listed }
  },
})
