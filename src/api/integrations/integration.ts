import type { Static, TSchema } from '@sinclair/typebox'
import { MissingEventHeaderError, UnsupportedEventError } from './errors'
import { isWanted } from './event-filter'
import type { EventFilter } from './event-filter'
import { cutContent, cutTopic } from './message/cut'
import { parseJsonText, jsonTextOfForm } from './payload/json'
import type { MalformedJsonTolerance } from './payload/json'
import { payloadChecker } from './payload/schema'
import { checkTexts } from './payload/text'

export { MissingEventHeaderError, UnsupportedEventError }

/** Longest client name there is room for. Source: docs/protocol/limits.md#client-name. */
const maxClientNameLength = 30

/** Request headers, names in lower case as Node gives them. */
export type WebhookHeaders = Record<string, string | undefined>

/** The parts of a call that an integration may look at beside the payload. */
export interface WebhookRequest {
  headers: WebhookHeaders
  query: URLSearchParams
}

/** The message an event becomes. The topic gives way to one named in the URL. */
export interface WebhookMessage {
  topic: string
  content: string
}

/** The kinds of events of an integration. */
export interface EventKinds {
  /** The header that names it, in lower case. */
  header: string
  /** Those that become messages, as the sender names them. */
  names: readonly string[]
}

/** An argument that addresses of webhooks of an integration may have. */
export interface UrlOption {
  name: string
  /** What it is, for people who build such an address. */
  label: string
}

export interface IntegrationDefinition<Payload extends TSchema> {
  /** Last part of the URL. */
  name: string
  /** Name as people write it, in error messages and lists. */
  displayName: string
  /** Part of the client name its messages carry: `ZulipHelloWorldWebhook`. */
  clientName: string
  /** One sentence for the list of integrations. */
  summary: string
  /** Schema of what every payload has; further keys are allowed. */
  payload: Payload
  /** The JSON may also come in the field `payload` of a form. */
  acceptsFormPayload?: boolean
  /** Of integrations whose senders name the kind of each event: how, and which there are. */
  events?: EventKinds
  /** What addresses of webhooks may say beside where messages go. */
  urlOptions?: readonly UrlOption[]
  /** Default: `trailing-commas`. */
  malformedJsonTolerance?: MalformedJsonTolerance
  /**
   * The message for one payload, or null for an event that is none of the
   * readers' business. Topic and content may be longer than a message allows.
   *
   * @throws UnsupportedEventError for a kind of event nobody has thought of
   */
  format(payload: Static<Payload>, request: WebhookRequest): WebhookMessage | null
}

/** One kind of incoming webhook, ready for the endpoint. */
export interface Integration<Payload extends TSchema = TSchema> {
  readonly name: string
  readonly displayName: string
  readonly summary: string
  /** Name in one word, such as `HelloWorld`. */
  readonly clientName: string
  /** Client name of its messages. */
  readonly messageClient: string
  readonly payload: Payload
  readonly requiredHeaders: readonly string[]
  /** Kinds of events that become messages, if they are told apart. */
  readonly eventTypes: readonly string[] | null
  readonly urlOptions: readonly UrlOption[]
  /**
   * The payload in a request body.
   *
   * @throws MalformedJsonError for a body that is not JSON
   * @throws InvalidPayloadError for JSON of another shape, naming the fault
   * @throws MissingPayloadFieldError for a form without a payload
   */
  parse(rawBody: string, headers: WebhookHeaders): Static<Payload>
  /**
   * The message for a parsed payload, within the limits of messages; null for
   * an event that is deliberately silent.
   *
   * @throws MissingEventHeaderError
   * @throws UnsupportedEventError
   * @throws InvalidPayloadError when this kind of event lacks something
   */
  format(
    payload: Static<Payload>,
    request: WebhookRequest,
    filter?: EventFilter,
  ): WebhookMessage | null
}

/**
 * An integration of what only it knows.
 * Sources: docs/protocol/contract.md#post-external, docs/protocol/webhooks.md#call.
 */
export function defineIntegration<Payload extends TSchema>(
  definition: IntegrationDefinition<Payload>,
): Integration<Payload> {
  const { name, displayName, summary, payload, events, urlOptions = [] } = definition
  const requiredHeaders = events ? [events.header] : []
  const messageClient = `Zulip${definition.clientName}Webhook`
  if (messageClient.length > maxClientNameLength) {
    throw new Error(`Client name ${messageClient} of integration ${name} is too long`)
  }
  const checkPayload = payloadChecker(payload)

  const integration: Integration<Payload> = {
    name,
    displayName,
    summary,
    clientName: definition.clientName,
    messageClient,
    payload,
    requiredHeaders,
    eventTypes: events ? [...events.names].sort() : null,
    urlOptions,

    parse(rawBody, headers) {
      const text = definition.acceptsFormPayload
        ? jsonTextOfForm(rawBody, headers['content-type'])
        : rawBody
      const parsed = parseJsonText(text, definition.malformedJsonTolerance ?? 'trailing-commas')
      checkTexts(parsed)
      return checkPayload(parsed)
    },

    format(parsed, request, filter) {
      for (const header of requiredHeaders) getHeader(request, header)
      if (events && filter && !isWanted(getHeader(request, events.header), filter)) return null
      const message = definition.format(parsed, request)
      if (!message || message.content.trim() === '') return null
      return {
        topic: cutTopic(message.topic) || displayName,
        content: cutContent(message.content),
      }
    },
  }
  return integration
}

/**
 * @param header in lower case
 * @throws MissingEventHeaderError
 */
export function getHeader(request: WebhookRequest, header: string): string {
  const value = request.headers[header]
  if (!value) throw new MissingEventHeaderError(header)
  return value
}
