import { Router } from 'express'
import type { RequestHandler, Response } from 'express'
import type { AppContext } from '../../context'
import type { ApiError } from '../../lib/api-error'
import { KeyedSemaphore } from '../../lib/semaphore'
import { ScimError } from '../../identity/scim/errors'
import { createScimAuthenticator } from '../../identity/scim/authenticate'
import type { ScimCaller } from '../../identity/scim/authenticate'
import * as groups from '../../identity/scim/groups'
import {
  presentGroup,
  presentList,
  presentUser,
  select,
  selectorOf,
} from '../../identity/scim/present'
import type { Resource } from '../../identity/scim/resource'
import {
  messageSchema,
  oneOf,
  resourceTypes,
  schemas,
  serviceProviderConfig,
} from '../../identity/scim/schemas'
import * as users from '../../identity/scim/users'
import { explainFailure } from '../answers/failure'
import { drainBody, hasBody } from '../arguments/body'
import { AccountBudgets } from '../arguments/body-budget'
import { RateLimitedError } from '../errors'
import { Exchange } from '../pipeline/exchange'
import type { ServedResponse } from '../pipeline/served-response'
import { argumentsIn, readResource } from './read-resource'

/* SCIM 2.0. Sources: docs/protocol/scim.md#users, docs/protocol/scim.md#groups. */

/** An answer of SCIM; without a body it is a 204. */
interface Answer {
  status?: number
  body?: Resource
  location?: string
}

/** A call whose token is right. */
interface Call extends ScimCaller {
  /** The context whose changes are the directory's. */
  ctx: AppContext
  /** `https://chat.example.com/scim/v2` */
  base: string
  id: string
  query: Readonly<Record<string, unknown>>
  /** The JSON object of the body; undefined without a body. */
  resource: Readonly<Record<string, unknown>> | undefined
}

type Handler = (call: Call) => Promise<Answer>

/** Max calls of an organization that wait for its other calls, and when to retry beyond that. */
const maxWaitingCalls = 100
const waitingRetryMs = 1_000

export function scimRoutes(ctx: AppContext): Router {
  const router = Router()
  const authenticate = createScimAuthenticator(ctx)
  const budgets = new AccountBudgets(ctx.config.maxRequestBytes)
  const turns = new KeyedSemaphore<number>({
    mostAtOnce: Math.max(1, Math.floor(ctx.config.databasePoolSize / 2)),
    mostWaiting: maxWaitingCalls,
    refusal: () => new RateLimitedError(waitingRetryMs),
  })

  router.use((request, response, next) => {
    const exchange = new Exchange(ctx, request, response as unknown as ServedResponse)
    response.set({ ...exchange.headers, 'Cache-Control': 'no-store' })
    response.locals['exchange'] = exchange
    next()
  })

  const open = (path: string, describe: (base: string, id: string) => Resource): void => {
    router.get(
      path,
      answer(ctx, async (exchange, id) => ({ status: 200, body: describe(baseOf(exchange), id) })),
    )
  }
  open('/ServiceProviderConfig', serviceProviderConfig)
  open('/ResourceTypes', (base) => listOf(resourceTypes(base)))
  open('/ResourceTypes/:id', (base, id) => oneOf(resourceTypes(base), id))
  open('/Schemas', (base) => listOf(schemas(base)))
  open('/Schemas/:id', (base, id) => oneOf(schemas(base), id))

  const guarded = (handler: Handler): RequestHandler =>
    answer(ctx, async (exchange, id) => {
      const { request, subdomain, ip, target } = exchange
      const { authorization = '' } = request.headers
      const caller = await authenticate({ subdomain, ip, authorization })
      const { realm, token } = caller
      const client = `SCIM: ${token.name}`
      exchange.notes['client'] = client
      const actor = { source: 'server', userId: null, address: ip, client } as const
      // Before its turn: a slow body keeps no other call waiting.
      const resource = hasBody(request)
        ? await budgets.readFor(realm.id, (budget) =>
            readResource(request, ctx.config.maxRequestBytes, budget),
          )
        : undefined
      const call: Call = {
        ...{ ...caller, ctx: { ...ctx, db: ctx.db.as(actor) }, base: baseOf(exchange) },
        ...{ id, query: argumentsIn(target.query), resource },
      }
      return turns.take(realm.id, () => handler(call))
    })
  const collection = (name: 'Users' | 'Groups', handlers: CollectionHandlers): void => {
    router.get(`/${name}`, guarded(handlers.list))
    router.post(`/${name}/.search`, guarded(handlers.search))
    router.post(`/${name}`, guarded(handlers.create))
    router.get(`/${name}/:id`, guarded(handlers.read))
    router.put(`/${name}/:id`, guarded(handlers.replace))
    router.patch(`/${name}/:id`, guarded(handlers.patch))
    router.delete(`/${name}/:id`, guarded(handlers.remove))
  }
  collection('Users', ofUsers)
  collection('Groups', ofGroups)

  router.use(
    guarded(async () => {
      throw new ScimError('Not Implemented', { status: 501 })
    }),
  )
  return router
}

/** Runs a call, and answers its outcome or its failure in the form of SCIM. */
function answer(
  ctx: AppContext,
  act: (exchange: Exchange, id: string) => Promise<Answer>,
): RequestHandler {
  return async (request, response) => {
    const exchange = response.locals['exchange'] as Exchange
    try {
      send(response, await act(exchange, String(request.params['id'] ?? '')))
    } catch (error) {
      const refusal = explainFailure(ctx.log, exchange, error)
      if (refusal) sendError(response, refusal)
    } finally {
      drainBody(request)
    }
  }
}

function send(response: Response, { body, status = body ? 200 : 204, location }: Answer): void {
  if (location !== undefined) response.set('Location', location)
  response.status(status)
  if (!body) response.end()
  else response.set('Content-Type', mediaType).end(JSON.stringify(body))
}

const mediaType = 'application/scim+json; charset=utf-8'

function sendError(response: Response, refusal: ApiError): void {
  const { status, message, headers } = refusal
  const scimType = refusal instanceof ScimError ? refusal.scimType : undefined
  response.set(headers)
  if (status === 401) response.set('WWW-Authenticate', 'Bearer realm="scim"')
  send(response, {
    status,
    body: {
      schemas: [messageSchema('Error')],
      ...{ status: String(status), detail: message },
      ...(scimType && { scimType }),
    },
  })
}

function baseOf({ origin }: Exchange): string {
  return `${origin}/scim/v2`
}

function listOf(resources: readonly Resource[]): Resource {
  return presentList({ total: resources.length, startIndex: 1, rows: resources }, (each) => each)
}

type CollectionHandlers = Readonly<
  Record<'list' | 'search' | 'create' | 'read' | 'replace' | 'patch' | 'remove', Handler>
>

async function listUsers({ ctx, realm, base }: Call, query: Call['query']): Promise<Answer> {
  const isShown = selectorOf(query)
  const page = await users.listUsers(ctx, realm, query)
  return { body: presentList(page, (user) => select(presentUser(user, base), isShown)) }
}

const ofUsers: CollectionHandlers = {
  list: (call) => listUsers(call, call.query),
  search: (call) => listUsers(call, call.resource ?? {}),
  async create({ ctx, realm, base, resource }) {
    const body = presentUser(await users.createUser(ctx, realm, resource), base)
    return { status: 201, body, location: locationOf(body) }
  },
  async read({ ctx, realm, id, base, query }) {
    const user = presentUser(await users.getUser(ctx, realm, id), base)
    return { body: select(user, selectorOf(query)) }
  },
  async replace({ ctx, realm, id, base, resource }) {
    return { body: presentUser(await users.replaceUser(ctx, realm, id, resource), base) }
  },
  async patch({ ctx, realm, id, base, resource }) {
    return { body: presentUser(await users.patchUser(ctx, realm, id, resource), base) }
  },
  remove: async () => users.refuseDeletion(),
}

async function listGroups({ ctx, realm, base }: Call, query: Call['query']): Promise<Answer> {
  const isShown = selectorOf(query)
  const page = await groups.listGroups(ctx, realm, { ...query, withMembers: isShown('members') })
  return { body: presentList(page, (group) => select(presentGroup(group, base), isShown)) }
}

const ofGroups: CollectionHandlers = {
  list: (call) => listGroups(call, call.query),
  search: (call) => listGroups(call, call.resource ?? {}),
  async create({ ctx, realm, base, resource }) {
    const body = presentGroup(await groups.createGroup(ctx, realm, resource), base)
    return { status: 201, body, location: locationOf(body) }
  },
  async read({ ctx, realm, id, base, query }) {
    const group = presentGroup(await groups.getGroup(ctx, realm, id), base)
    return { body: select(group, selectorOf(query)) }
  },
  async replace({ ctx, realm, id, base, resource }) {
    return { body: presentGroup(await groups.replaceGroup(ctx, realm, id, resource), base) }
  },
  /** Directories change groups member by member, so the answer leaves the group out. */
  async patch({ ctx, realm, id, resource }) {
    await groups.patchGroup(ctx, realm, id, resource)
    return {}
  },
  async remove({ ctx, realm, id }) {
    await groups.removeGroup(ctx, realm, id)
    return {}
  },
}

function locationOf({ meta }: Resource): string {
  return String((meta as Resource)['location'])
}
