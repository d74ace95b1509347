import type { IncomingHttpHeaders } from 'node:http'
import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox'
import type { Config } from '../../config/config'
import type { AppContext } from '../../context'
import type { HangUpSignal } from '../../events/queues'
import type { IncomingFile } from '../../stores/files/incoming'
import type { Requester } from '../../chat/rules/authentication'
import type { DocumentedError } from '../../lib/api-error'
import type { PreparedBytes, PreparedJson } from '../../wire/prepared-json'
import type { EventStreamAnswer } from '../answers/event-stream'
import type { FileAnswer, RedirectAnswer } from '../answers/file-answer'
import type { Params, ParamValues } from './param'
import { usualScope } from './scopes'
import type { NeededScope } from './scopes'
import type { UnbuiltArguments } from './unbuilt'

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/**
 * Ways to authenticate: `basic` accounts with email and API key in the Authorization header, or with the
 * session of a browser, `webhook` anybody with an `api_key` argument, `none` everybody (credentials are
 * ignored, even wrong ones).
 */
export type Auth = 'basic' | 'webhook' | 'none'

/**
 * `overload503` answers 503 where `normal` answers 429: some clients log out on a 429 to register.
 * Source: docs/protocol/errors.md#register-503.
 */
export type RateLimit = 'none' | 'normal' | 'overload503'

/** One file in a form, under any field name. Source: docs/protocol/requests.md#any-part-name. */
export interface Upload {
  description: string
  /** Max size of the file. */
  maxMib: (config: Config) => number
  /** Whether the file is optional; then any form is accepted. */
  isOptional?: true
}

/** The request as a handler sees it, beside its arguments. */
export interface ApiRequest {
  /** Id of the request in the log and in the `X-Request-Id` header. */
  readonly id: string
  /**
   * The program that sent the request, never empty. Source: docs/protocol/requests.md#client-name.
   */
  readonly clientName: string
  /**
   * Subdomain of the organization that the Host header names; `''` is the root one.
   * Source: docs/protocol/authentication.md#subdomain.
   */
  readonly subdomain: string
  /** `https://chat.example.com`: this server as the client sees it. */
  readonly origin: string
  /** Address of the client. */
  readonly ip: string
  readonly headers: IncomingHttpHeaders
  /** Aborts when the client goes away before it got its answer. */
  readonly signal: HangUpSignal
  /** The session token that the browser sent, valid or not. */
  readonly sessionToken: string | undefined
  /** Sets the session cookie with the answer, replacing an earlier one. */
  keepSession(token: string): void
  /** Deletes the session cookie with the answer. */
  forgetSession(): void
  /** Random text in the cookie of a browser that logs in by several steps. */
  readonly loginKey: string | undefined
  /** Sets that cookie with the answer. */
  keepLoginKey(key: string): void
  /** Adds facts to the log line about this request. */
  note(facts: Readonly<Record<string, unknown>>): void
  /** The unparsed body; only for webhooks, whose senders choose its format. */
  readonly rawBody?: Buffer
  /** The query of the URL alone, without the arguments of the body. */
  readonly query: URLSearchParams
}

interface HandlerInput<A extends Auth, P extends Params, U extends Upload | undefined = undefined> {
  ctx: AppContext
  requester: A extends 'none' ? undefined : Requester
  params: ParamValues<P>
  /** The uploaded file, deleted when the handler returns unless it was moved away. */
  file: U extends { isOptional: true }
    ? IncomingFile | undefined
    : U extends Upload
      ? IncomingFile
      : undefined
  request: ApiRequest
}

/** Any value that serializes to T: lists may be readonly and optional members undefined. */
type Answer<T> = T extends readonly unknown[]
  ? { readonly [K in keyof T]: Answer<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]: Answer<T[K]> | (object extends Pick<T, K> ? undefined : never) }
    : T

interface EndpointDescription {
  method: Method
  /**
   * Whether other methods are accepted as well: senders of webhooks cannot always choose.
   * Source: docs/protocol/webhooks.md#any-method.
   */
  takesAnyMethod?: boolean
  /**
   * Path as in OpenAPI: `/api/v1/users/{user_id}`; names in braces are declared in `params` too.
   */
  path: string
  /** The section of the OpenAPI document for the endpoint. */
  tag: string
  summary: string
  description?: string
  /**
   * Whether incoming-webhook bots may call it; all other endpoints refuse them.
   * Source: docs/protocol/authentication.md#webhook-bots.
   */
  webhookBots?: boolean
  /**
   * Whether it is served in front of Express, for frequent calls: Express alone costs more than such a call.
   * Behavior is the same.
   */
  shortPath?: boolean
  /** Another spelling of the path, without names in braces. */
  otherPath?: string
  /** Whether it answers server-sent events, whose data `response` describes. */
  isEventStream?: boolean
  /** Whether it answers a file, or a redirect to one. */
  isFile?: boolean
  /**
   * Whether people open the address in a browser: without a session they are sent to the login page, which leads back to
   * the address, and a 404 is a page.
   */
  leadsToLogin?: boolean
  /** Whether a page of the web app has the same address, which browsers request with GET. */
  hasPage?: boolean
  /** Default: `normal`, or `none` for endpoints without authentication. */
  rateLimit?: RateLimit
  /**
   * Whether the limit on calls in progress per account does not apply: for calls that mostly wait for events,
   * or share a statement with other calls.
   */
  anyNumber?: boolean
  /** How many calls one counts for against the rate limit; default 1; 0: it is not counted. */
  costInCalls?: (args: { get(name: string): string | undefined }) => number
  /**
   * The scope that a named API key needs; default: `administration` if only administrators or owners may call the endpoint,
   * else `read` for GET and `write` for the others.
   * Source: docs/protocol/api-keys.md#scopes.
   */
  scope?: NeededScope
  /**
   * Whether the call is dangerous: a session that has proved its person long ago must do it again, and a named key needs the
   * scope `administration`. A list: only with one of these arguments.
   * Source: docs/protocol/step-up.md#rule.
   */
  needsProof?: true | readonly string[]
  /** Schema of the body that a webhook expects, for the OpenAPI document; the handler checks it. */
  jsonBody?: TSchema
  /** Names of further arguments, which depend on the path: options of a webhook. */
  optionNames?: (path: { get(name: string): string | undefined }) => readonly string[]
  /** Arguments that would restrict, protect, delay or delete something, and are not implemented. */
  unbuilt?: UnbuiltArguments
  /** The refusals of this endpoint alone; those of all endpoints are documented automatically. */
  errors?: readonly DocumentedError[]
}

/** An endpoint as its file declares it. */
export interface EndpointDeclaration<
  A extends Auth,
  P extends Params,
  R extends TProperties,
  U extends Upload | undefined,
> extends EndpointDescription {
  auth: A
  upload?: U
  /** Decoded in this order; only the first bad one is reported. */
  params: P
  /** Members of a successful answer beside `result` and `msg`. */
  response: R
  handler(
    input: HandlerInput<A, P, U>,
  ): Promise<
    | Answer<Static<TObject<R>>>
    | PreparedJson
    | PreparedBytes
    | EventStreamAnswer
    | FileAnswer
    | RedirectAnswer
  >
}

/** Any endpoint: used by routing, the pipeline and the OpenAPI document. */
export interface Endpoint extends Readonly<EndpointDescription> {
  readonly auth: Auth
  readonly scope: NeededScope
  readonly rateLimit: RateLimit
  readonly anyNumber: boolean
  readonly takesAnyMethod: boolean
  readonly webhookBots: boolean
  readonly shortPath: boolean
  readonly isEventStream: boolean
  readonly isFile: boolean
  readonly leadsToLogin: boolean
  readonly hasPage: boolean
  readonly upload: Upload | undefined
  readonly errors: readonly DocumentedError[]
  readonly unbuilt: UnbuiltArguments
  readonly params: Params
  /** All names and aliases of the arguments. */
  readonly argumentNames: ReadonlySet<string>
  readonly response: TProperties
  readonly handler: (input: AnyHandlerInput) => Promise<object>
}

/** {@link HandlerInput} before the declaration narrows it. */
export interface AnyHandlerInput {
  ctx: AppContext
  requester: Requester | undefined
  params: Record<string, unknown>
  file: IncomingFile | undefined
  request: ApiRequest
}

/**
 * Declares one operation of the API. Routing, authentication, validation, the types of the handler
 * and the OpenAPI document all derive from this one object.
 *
 * @throws Error at start when a name in the path is not among the params
 */
export function endpoint<
  A extends Auth,
  P extends Params,
  R extends TProperties,
  U extends Upload | undefined = undefined,
>(declaration: EndpointDeclaration<A, P, R, U>): Endpoint {
  for (const name of pathParamNames(declaration.path)) {
    if (!(name in declaration.params)) {
      throw new Error(
        `${declaration.method} ${declaration.path}: {${name}} is not among its params`,
      )
    }
  }
  return {
    ...declaration,
    scope: declaration.scope ?? usualScope(declaration.method, declaration.errors),
    rateLimit: declaration.rateLimit ?? (declaration.auth === 'none' ? 'none' : 'normal'),
    anyNumber: declaration.anyNumber ?? false,
    takesAnyMethod: declaration.takesAnyMethod ?? false,
    webhookBots: declaration.webhookBots ?? false,
    shortPath: declaration.shortPath ?? false,
    isEventStream: declaration.isEventStream ?? false,
    isFile: declaration.isFile ?? false,
    leadsToLogin: declaration.leadsToLogin ?? false,
    hasPage: declaration.hasPage ?? false,
    upload: declaration.upload,
    unbuilt: declaration.unbuilt ?? {},
    argumentNames: argumentNames(declaration.params),
    errors: declaration.errors ?? [],
    // The pipeline passes the input that the declaration asked for; only this cast relies on that.
    handler: declaration.handler.bind(declaration) as unknown as Endpoint['handler'],
  }
}

/** Arguments that every call may have: credentials, the name of the program, another method. */
const generalArguments = ['api_key', 'client', 'method']

function argumentNames(params: Params): ReadonlySet<string> {
  const own = Object.entries(params).flatMap(([name, { aliases }]) => [name, ...aliases])
  return new Set([...generalArguments, ...own])
}

/** The names in braces, in order. */
export function pathParamNames(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] as string)
}
