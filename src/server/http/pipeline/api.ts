import type { IncomingMessage } from 'node:http'
import type { AppContext } from '../../context'
import { KeyedSemaphore } from '../../lib/semaphore'
import { Arguments, readArguments } from '../arguments/arguments'
import type { Authenticator } from './authenticate'
import type { Requester } from '../../chat/rules/authentication'
import { drainBody, hasBody } from '../arguments/body'
import { AccountBudgets } from '../arguments/body-budget'
import type { BodyBudget } from '../arguments/body-budget'
import { answerToPerson, challengeOf, isOpenedByPerson } from './challenge'
import { clientNameOf, RequestFacts } from './request-facts'
import { countCall, isLimited } from './count-call'
import { decodeParams, findIgnored } from '../arguments/decode-params'
import type { TextSource } from '../arguments/decode-params'
import { isMultipart, receiveForm, NoFileError } from '../arguments/upload'
import type { ReceivedForm } from '../arguments/upload'
import { decodeUrlencoded } from '../arguments/urlencoded'
import type { AnyHandlerInput, Endpoint, Upload } from '../declare/endpoint'
import { errorAnswer, sendJson, successAnswer, textOf } from '../answers/envelope'
import type { JsonAnswer } from '../answers/envelope'
import { isDangerous, requireTrust } from './dangerous-calls'
import { MethodNotAllowedError, RateLimitedError } from '../errors'
import { Exchange } from './exchange'
import { EventStreamAnswer, sendEventStream } from '../answers/event-stream'
import { FileAnswer, RedirectAnswer, redirect, sendFile } from '../answers/file-answer'
import { explainFailure } from '../answers/failure'
import { checkResponse } from '../openapi/schema'
import { nameOfWebsite } from '../../wire/client-names'
import { parseRequestTarget } from './request-target'
import { pathTexts, Router } from './router'
import type { Route, RouteMatch } from './router'
import type { ServedResponse } from './served-response'

/** The endpoints as one function of node's own request and response; no framework is involved. */
export interface Api {
  /**
   * Serves a request whose path belongs to an endpoint, apart from requests for a page with the same address.
   *
   * @returns false, with nothing done, when there is none
   */
  serve(request: IncomingMessage, response: ServedResponse): boolean
}

/** Max bytes of a body at endpoints without authentication. */
const maxBytesOfStrangers = 64 * 1024
/** Max calls of an account that wait for its other calls to end, and when to retry beyond that. */
const maxWaitingCalls = 100
const waitingRetryMs = 1_000

/** The pipeline of every call: routing, arguments, authentication, limits, validation and envelope. */
export function createApi(
  ctx: AppContext,
  endpoints: readonly Endpoint[],
  { authenticate }: Pick<Authenticator, 'authenticate'>,
  strangers: BodyBudget,
): Api {
  const router = new Router(endpoints)
  const accounts = new AccountBudgets(ctx.config.maxRequestBytes)
  const turns = new KeyedSemaphore<number>({
    mostAtOnce: Math.max(1, Math.floor(ctx.config.databasePoolSize / 2)),
    mostWaiting: maxWaitingCalls,
    refusal: () => new RateLimitedError(waitingRetryMs),
  })

  return {
    serve(request, response) {
      const target = parseRequestTarget(request.url ?? '/')
      const match = router.find(target.path)
      if (!match || isForPage(match.route, request)) return false
      const exchange = new Exchange(ctx, request, response, target)
      exchange.endpoint = match.route.template
      void respond(exchange, match)
      return true
    },
  }

  /** The one place that turns a failure into an answer. */
  async function respond(exchange: Exchange, match: RouteMatch): Promise<void> {
    try {
      const answer = await answerCall(exchange, match)
      if (answer instanceof EventStreamAnswer) await stream(exchange, answer)
      else if (answer instanceof FileAnswer) await sendFile(exchange, answer)
      else sendJson(exchange.response, answer, exchange.headers)
    } catch (error) {
      const refusal = explainFailure(ctx.log, exchange, error)
      if (!refusal) return
      const isPerson = isOpenedByPerson(exchange, match.route)
      const wayIn = refusal.status === 401 ? challengeOf(exchange) : undefined
      const answer = isPerson ? answerToPerson(exchange, refusal.status) : undefined
      sendJson(exchange.response, answer ?? errorAnswer(refusal, wayIn), exchange.headers)
    } finally {
      drainBody(exchange.request)
    }
  }

  function answerCall(exchange: Exchange, match: RouteMatch): Promise<AnyAnswer> | JsonAnswer {
    if (exchange.request.method === 'OPTIONS') return describeRoute(match.route)
    const answer = prepareCall(exchange, match).then(perform)
    return match.route.takesFile ? exchange.discardingFile(answer) : answer
  }

  /** Thousands of parked polls wait in here, so the closure keeps only what the answer needs. */
  function perform({ endpoint, input, ignored }: Call): Promise<AnyAnswer> {
    return handle(endpoint, input).then((result) => {
      if (result instanceof EventStreamAnswer || result instanceof FileAnswer) return result
      if (result instanceof RedirectAnswer) return redirect(result)
      const answer = successAnswer(result, ignored)
      if (ctx.config.validateResponses) checkResponse(endpoint, textOf(answer))
      return answer
    })
  }

  /** Limits each account to its share of the database. Source: docs/protocol/limits.md#at-once. */
  function handle(endpoint: Endpoint, input: AnyHandlerInput): Promise<object> {
    const { requester } = input
    if (!requester || endpoint.anyNumber) return endpoint.handler(input)
    return turns.take(requester.id, () => endpoint.handler(input))
  }

  function stream(exchange: Exchange, answer: EventStreamAnswer): Promise<void> {
    return sendEventStream(exchange.response, answer, {
      headers: exchange.headers,
      explain: (error) => explainFailure(ctx.log, exchange, error),
    })
  }

  async function prepareCall(exchange: Exchange, match: RouteMatch): Promise<Call> {
    // Values that are there already are not awaited: each await costs about as much as the work.
    const judged = hasBody(exchange.request) ? judgeBeforeBody(exchange, match.route) : undefined
    const early = isPromise(judged) ? await judged : judged
    const dispatched = dispatch(exchange, match.route, early)
    const { endpoint, args, isUnread } = isPromise(dispatched) ? await dispatched : dispatched
    const ownName = clientNameOf(exchange.request, args)
    exchange.notes['client'] = ownName

    // An argument `method` may have led to another endpoint, with other rules.
    const isJudged = early?.endpoint === endpoint
    const authenticated = isJudged ? early.requester : authenticate(endpoint, exchange, args)
    const requester = isPromise(authenticated) ? await authenticated : authenticated
    const clientName = requester?.session ? nameOfWebsite : ownName
    exchange.notes['client'] = clientName
    exchange.notes['userId'] = requester?.id
    if (requester && isLimited(ctx, endpoint)) {
      await countCall(ctx, endpoint, requester.id, { exchange, args })
    }

    const upload = isUnread || !endpoint.upload?.isOptional ? endpoint.upload : undefined
    const form = upload && (await receiveFile(exchange, upload))
    const all = form ? new Arguments(args.query, form.fields) : args
    const file = upload?.isOptional ? form?.optionalFile : form?.file
    const texts = textsOf(match, all)
    const ignored = findIgnored(endpoint, all, texts)
    const params = decodeParams(endpoint.params, texts)
    if (requester && isDangerous(endpoint, params)) await requireTrust(ctx, requester)
    const request = new RequestFacts(exchange, all, clientName)
    const callContext = requester ? contextOf(endpoint, requester, request) : ctx
    const input = { ctx: callContext, requester, params, file, request }
    return { endpoint, input, ignored }
  }

  /** Max bytes of a body; calls without credentials need few. */
  function maxBytesOf(endpoint: Endpoint | undefined): number {
    const { maxRequestBytes } = ctx.config
    return endpoint?.auth === 'none'
      ? Math.min(maxRequestBytes, maxBytesOfStrangers)
      : maxRequestBytes
  }

  /** The context of a call that may change something for the audit log. */
  function contextOf(
    { method, shortPath }: Endpoint,
    { id }: Requester,
    { ip, clientName }: RequestFacts,
  ): AppContext {
    if (method === 'GET' || shortPath) return ctx
    const actor = { source: 'api', userId: id, address: ip, client: clientName } as const
    return { ...ctx, db: ctx.db.as(actor) }
  }

  /** @throws NoFileError also for a body that is not a form with a file */
  async function receiveFile(exchange: Exchange, upload: Upload): Promise<ReceivedForm> {
    if (!isMultipart(exchange.request)) throw new NoFileError()
    const maxMib = upload.maxMib(ctx.config)
    exchange.received = await receiveForm(exchange.request, ctx.files.incoming, maxMib)
    return exchange.received
  }

  /**
   * Authenticates the caller of a request with a body before its body is read, where headers or query decide.
   *
   * @returns undefined if only the body can tell: a log-in, a key in a form, or an argument `method`
   */
  function judgeBeforeBody(
    exchange: Exchange,
    route: Route,
  ): Judged | undefined | Promise<Judged | undefined> {
    const endpoint = route.endpoints.get(exchange.request.method ?? '')
    if (!endpoint || endpoint.auth === 'none') return undefined
    const args = new Arguments(decodeUrlencoded(exchange.target.query), new Map())
    if (endpoint.auth === 'webhook' && args.get('api_key') === undefined) return undefined
    const requester = authenticate(endpoint, exchange, args)
    return isPromise(requester)
      ? requester.then((found) => ({ endpoint, requester: found }))
      : { endpoint, requester }
  }

  /**
   * Finds the endpoint and reads the arguments, which on a POST may name another method: clients
   * that can only post send `method=DELETE`. Source: docs/protocol/requests.md#method-override.
   */
  function dispatch(
    exchange: Exchange,
    route: Route,
    early: Judged | undefined,
  ): Dispatched | Promise<Dispatched> {
    const method = exchange.request.method ?? ''
    const isPost = method === 'POST'
    const direct = route.endpoints.get(method)
    if (!direct && !isPost) throw new MethodNotAllowedError(route.allowedMethods)

    // A file is not read before its sender is authenticated.
    if (direct?.upload && isMultipart(exchange.request)) {
      return {
        endpoint: direct,
        args: new Arguments(decodeUrlencoded(exchange.target.query), new Map()),
        isUnread: true,
      }
    }

    // The form of a webhook is its sender's: a `method` in it has no meaning here.
    const isWebhook = direct?.auth === 'webhook'
    const read = (budget: BodyBudget) =>
      readArguments(exchange.request, exchange.target.query, {
        ...{ maxBodyBytes: maxBytesOf(direct), keepBody: isWebhook, budget },
      })
    const accountId = early?.requester?.id
    const isBudgeted = accountId !== undefined && hasBody(exchange.request)
    const args = isBudgeted
      ? accounts.readFor(accountId, async (budget) => read(budget))
      : read(strangers)
    const choose = (args: Arguments): Dispatched => {
      const override = isPost && !isWebhook ? args.form.get('method')?.toUpperCase() : undefined
      const endpoint = override === undefined ? direct : route.endpoints.get(override)
      if (!endpoint) throw new MethodNotAllowedError(route.allowedMethods)
      return { endpoint, args }
    }
    return isPromise(args) ? args.then(choose) : choose(args)
  }
}

/** A caller who was authenticated before the body was read. */
interface Judged {
  endpoint: Endpoint
  requester: Requester | undefined
}

type AnyAnswer = JsonAnswer | EventStreamAnswer | FileAnswer

interface Dispatched {
  endpoint: Endpoint
  args: Arguments
  /** Whether the body is a form with a file that is not read yet. */
  isUnread?: true
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return value instanceof Promise
}

/** An endpoint and the input of its handler. */
interface Call {
  endpoint: Endpoint
  input: AnyHandlerInput
  /** Arguments that the endpoint does not know, for the answer to list. */
  ignored: readonly string[] | undefined
}

/** The path segments and the arguments together. */
function textsOf(match: RouteMatch, args: Arguments): TextSource {
  if (match.segments.size === 0) return args
  const path = pathTexts(match)
  return { get: (name) => path.get(name) ?? args.get(name) }
}

function isForPage({ hasPage }: Route, { method = '' }: IncomingMessage): boolean {
  return hasPage && (method === 'GET' || method === 'HEAD')
}

/**
 * Clients take any success but 200 for a failure, so OPTIONS answers 200 as well.
 * Source: docs/protocol/requests.md#only-200.
 */
function describeRoute({ allowedMethods }: Route): JsonAnswer {
  return {
    ...successAnswer({ allowed_methods: allowedMethods }),
    headers: { Allow: allowedMethods.join(', ') },
  }
}
