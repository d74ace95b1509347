import type { Static, TSchema } from '@sinclair/typebox'
import { looksEmpty } from '../../../lib/characters'
import { MissingEventHeaderError, UnsupportedEventError } from '../payload/errors'
import { isWanted } from './event-filter'
import { ignoresPrivate, privateOption } from './private-repositories'
import type { EventFilter } from './event-filter'
import { cutContent, cutTopic } from '../message/cut'
import { parseJsonText, jsonTextOfForm } from '../payload/json'
import type { MalformedJsonTolerance } from '../payload/json'
import { payloadChecker } from '../payload/schema'
import { checkTexts } from '../payload/text'

export { UnsupportedEventError }

/** Max length of a client name. Source: docs/protocol/limits.md#client-name. */
const maxClientNameLength = 30

/** Request headers, names in lower case as Node gives them. */
export type WebhookHeaders = Record<string, string | undefined>

/** The parts of a request that an integration may use in addition to the payload. */
export interface WebhookRequest {
  headers: WebhookHeaders
  query: URLSearchParams
}

/** The message for an event. A topic in the URL overrides `topic`. */
export interface WebhookMessage {
  topic: string
  content: string
}

/** The event types of an integration. */
interface EventKinds<Payload> {
  /** Header with the event type, in lower case; its absence is an error. */
  header?: string
  /** Event types that become messages, as the sender names them. */
  names: readonly string[]
  /** Reads the event type; default: the value of the header. */
  typeOf?: (payload: Payload, request: WebhookRequest) => string
}

/** An optional argument in the webhook URL of an integration. */
export interface UrlOption {
  name: string
  /** Label for the form that builds the URL. */
  label: string
  /** Kind of its value; default: `check_string`. */
  validator?: 'check_bool'
}

export interface IntegrationDefinition<Payload extends TSchema> {
  /** Last part of the URL. */
  name: string
  /** Name for people, in error messages and lists. */
  displayName: string
  /** Part of the client name its messages carry: `ZulipHelloWorldWebhook`. */
  clientName: string
  /** One sentence for the list of integrations. */
  summary: string
  /** Schema common to all payloads; further keys are allowed. */
  payload: Payload
  /** Whether the JSON may also come in the field `payload` of a form. */
  acceptsFormPayload?: boolean
  /** The event types, if the sender names them. */
  events?: EventKinds<Static<Payload>>
  /** Further arguments of the webhook URL. */
  urlOptions?: readonly UrlOption[]
  /**
   * Whether a payload is about a repository that not everybody may see. Declares the argument
   * `ignore_private_repositories`, with which such events become no messages.
   */
  isPrivate?: (payload: Static<Payload>) => boolean
  /** Default: `trailing-commas`. */
  malformedJsonTolerance?: MalformedJsonTolerance
  /**
   * The message or messages for a payload, or null for an event that is deliberately silent. Topics
   * and contents may exceed the limits of a message. Their number needs a bound, as all are sent in one transaction.
   *
   * @throws UnsupportedEventError for an unknown event type
   */
  format(
    payload: Static<Payload>,
    request: WebhookRequest,
  ): WebhookMessage | readonly WebhookMessage[] | null
}

/** An integration as the webhook endpoint uses it. */
export interface Integration<Payload extends TSchema = TSchema> {
  readonly name: string
  readonly displayName: string
  readonly summary: string
  /** Name in one word, such as `HelloWorld`. */
  readonly clientName: string
  /** Client name of its messages, such as `ZulipHelloWorldWebhook`. */
  readonly messageClient: string
  readonly payload: Payload
  readonly requiredHeaders: readonly string[]
  /** Event types that become messages; null if the sender names none. */
  readonly eventTypes: readonly string[] | null
  readonly urlOptions: readonly UrlOption[]
  /** Steps of the set-up at the other service; undefined if the web app has them in each language. */
  readonly steps?: readonly string[]
  /**
   * Parses the payload of a request body.
   *
   * @throws MalformedJsonError for a body that is not JSON
   * @throws InvalidPayloadError for JSON of another shape, naming the fault
   * @throws MissingPayloadFieldError for a form without a payload
   */
  parse(rawBody: string, headers: WebhookHeaders): Static<Payload>
  /**
   * The messages for a parsed payload, within the limits of messages; none for
   * an event that is deliberately silent.
   *
   * @throws MissingEventHeaderError
   * @throws UnsupportedEventError
   * @throws InvalidPayloadError for a payload that does not fit the schema of its event type
   */
  format(payload: Static<Payload>, request: WebhookRequest, filter?: EventFilter): WebhookMessage[]
}

/**
 * Creates an integration from its definition.
 * Sources: docs/protocol/contract.md#post-external, docs/protocol/webhooks.md#call.
 */
export function defineIntegration<Payload extends TSchema>(
  definition: IntegrationDefinition<Payload>,
): Integration<Payload> {
  const { name, displayName, summary, payload, events, isPrivate } = definition
  const urlOptions = [...(definition.urlOptions ?? []), ...(isPrivate ? [privateOption] : [])]
  const requiredHeaders = events?.header === undefined ? [] : [events.header]
  const typeOf =
    events?.typeOf ?? ((_: unknown, request) => getHeader(request, events?.header ?? ''))
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
      if (events && filter && !isWanted(typeOf(parsed, request), filter)) return []
      if (isPrivate && ignoresPrivate(request.query) && isPrivate(parsed)) return []
      return [definition.format(parsed, request) ?? []]
        .flat()
        .filter((message) => !looksEmpty(message.content))
        .map((message) => ({
          topic: cutTopic(message.topic) || displayName,
          content: cutContent(message.content),
        }))
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
