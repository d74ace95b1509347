import { Type } from '@sinclair/typebox'
import type { Auth, Endpoint } from '../declare/endpoint'
import { describeArguments } from './arguments'
import { errorResponses, errorSchema } from './errors'
import { toOpenApiSchema, responseSchemaOf } from './schema'
import type { OpenApiDocument, Operation, Response } from './types'

export interface OpenApiOptions {
  /** Address of this server, without a path. */
  serverUrl: string
}

/** The OpenAPI 3.1 document of all endpoints. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { serverUrl }: OpenApiOptions,
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    const operations = (paths[endpoint.path] ??= {})
    operations[endpoint.method.toLowerCase()] = describeOperation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parley', version: 'v1', description },
    servers: [{ url: serverUrl }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: { schemas: { Error: errorSchema }, securitySchemes },
  }
}

const description = [
  'A team chat service: streams, topics, private messages, and event queues to follow them.',
  'Arguments are sent in the query or as a form; lists and objects are JSON inside their value.',
  'Every answer is a JSON object with `result` and `msg`; a success may list in',
  '`ignored_parameters_unsupported` what was sent and means nothing to the operation.',
  'Each path below `/api/v1/` is below `/json/` as well.',
].join(' ')

const securitySchemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'User name: the email address of the account. Password: its API key.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sessionid',
    description: 'The session of a browser; over plain HTTP the cookie is called `sessionid`.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: 'The API key of a bot.',
  },
}

const securityOf: Readonly<Record<Auth, Operation['security']>> = {
  basic: [{ basic: [] }, { session: [] }],
  webhook: [{ apiKey: [] }],
  none: [],
}

function describeOperation(endpoint: Endpoint): Operation {
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...describe(endpoint),
    security: securityOf[endpoint.auth],
    ...describeArguments(endpoint),
    responses: { 200: successResponse(endpoint), ...errorResponses(endpoint) },
  }
}

function describe({ description, unbuilt }: Endpoint): { description?: string } {
  const names = Object.keys(unbuilt).map((name) => `\`${name}\``)
  const note = names.length === 0 ? undefined : `Not supported yet: ${names.join(', ')}.`
  const text = [description, note].filter((part) => part !== undefined).join(' ')
  return text === '' ? {} : { description: text }
}

function successResponse(endpoint: Endpoint): Response {
  if (endpoint.isEventStream) {
    return {
      description: 'Server-sent events; the schema is that of the data of each.',
      content: { 'text/event-stream': { schema: toOpenApiSchema(Type.Object(endpoint.response)) } },
    }
  }
  if (endpoint.isFile) return fileResponse
  return {
    description: 'Success',
    content: { 'application/json': { schema: toOpenApiSchema(responseSchemaOf(endpoint)) } },
  }
}

const fileResponse: Response = {
  description: 'The file, or the address of it (302)',
  content: { 'application/octet-stream': { schema: {} } },
}

/** `POST /api/v1/users/me/subscriptions` becomes `post-users-me-subscriptions`. */
function operationId({ method, path }: Endpoint): string {
  const words = path
    .replace(/^\/(?:(api\/v1|json)\/)?/, '')
    .replace(/[{}]/g, '')
    .split('/')
  return [method.toLowerCase(), ...words].join('-')
}
