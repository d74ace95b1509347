import { Type } from '@sinclair/typebox'
import type { TObject } from '@sinclair/typebox'
import { InvalidPayloadError } from '../payload/errors'
import { compileTemplate, TemplateError } from '../templates/engine'
import type { CompiledTemplate, TemplateScope } from '../templates/engine'
import { defineIntegration, UnsupportedEventError } from './integration'
import type { Integration, WebhookMessage, WebhookRequest } from './integration'

/** The message for an event, as Liquid templates over `body`, `headers` and `query`. */
interface PresetEvent {
  /** Default: the topic of the preset. */
  topic?: string
  /** An empty text makes no message. */
  content: string
}

/** An integration as data. Source: docs/protocol/webhooks.md#templates. */
export interface Preset {
  /** Last part of the URL. */
  name: string
  /** Name for people. */
  displayName: string
  /** Part of the client name that its messages carry. */
  clientName: string
  /** One sentence for the list of integrations. */
  summary: string
  /** Header with the event type, in lower case, without which events cannot be told apart. */
  eventHeader?: string
  /** Template of the event type; default: the value of `eventHeader`. An empty type is refused. */
  event?: string
  topic: string
  /** Templates by event type. */
  events: Readonly<Record<string, PresetEvent>>
  /** Event types that make no message. */
  silent?: readonly string[]
  acceptsFormPayload?: boolean
  /** Steps that a person does at the other service, as Markdown; the URL comes after them. */
  steps: readonly string[]
}

interface Compiled {
  event: CompiledTemplate
  messages: ReadonlyMap<string, { topic: CompiledTemplate; content: CompiledTemplate }>
}

/** Makes an integration of a preset. Its templates are compiled at the first call. */
export function definePreset(preset: Preset): Integration {
  const { name, displayName, clientName, summary, eventHeader, steps, silent = [] } = preset
  let compiled: Compiled | undefined
  const templates = () => (compiled ??= compile(preset))

  const typeOf = (body: unknown, request: WebhookRequest) =>
    refusing(() => templates().event.render(scopeOf(body, request)).trim())

  function messageFor(body: unknown, request: WebhookRequest): WebhookMessage | null {
    const type = typeOf(body, request)
    if (type === '') throw new InvalidPayloadError(`payload is no event of ${displayName}`)
    if (silent.includes(type)) return null
    const message = templates().messages.get(type)
    if (!message) throw new UnsupportedEventError(displayName, type)
    const scope = scopeOf(body, request)
    return {
      topic: message.topic.render(scope),
      content: message.content.render(scope).replace(/\n{3,}/g, '\n\n'),
    }
  }

  const integration = defineIntegration<TObject>({
    ...{ name, displayName, clientName, summary, payload: Type.Object({}) },
    ...(preset.acceptsFormPayload && { acceptsFormPayload: true }),
    events: {
      ...(eventHeader !== undefined && { header: eventHeader }),
      ...{ names: Object.keys(preset.events), typeOf },
    },
    format: (body, request) => refusing(() => messageFor(body, request)),
  })
  return { ...integration, steps }
}

/** A payload that a template cannot show is the fault of its sender. */
function refusing<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw new InvalidPayloadError(`payload cannot be shown: ${error.message.slice(0, 200)}`)
  }
}

function compile({ event, eventHeader = '', topic, events }: Preset): Compiled {
  const whole = compileTemplate(topic)
  const messages = Object.entries(events).map(([type, one]) => {
    const own = one.topic === undefined ? whole : compileTemplate(one.topic)
    return [type, { topic: own, content: compileTemplate(one.content) }] as const
  })
  return {
    event: compileTemplate(event ?? `{{ headers["${eventHeader}"] }}`),
    messages: new Map(messages),
  }
}

function scopeOf(body: unknown, { headers, query }: WebhookRequest): TemplateScope {
  return { body, headers, query: Object.fromEntries(query) }
}
