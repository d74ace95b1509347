import { Type } from '@sinclair/typebox'

import { ServiceUnavailableError } from '../../lib/api-error'
import type { DocumentedError, ErrorDoc } from '../../lib/api-error'
import { ApiKeyScopeError } from '../declare/scopes'
import type { Endpoint } from '../declare/endpoint'
import {
  BadValueError,
  ConfusingArgumentsError,
  ForeignPageError,
  InternalServerError,
  InvalidApiKeyError,
  InvalidArgumentError,
  MissingArgumentError,
  NotLoggedInError,
  RateLimitedError,
  UnbuiltArgumentError,
} from '../errors'
import { ReauthenticationRequiredError } from '../../identity/proofs/require-proof'
import { toOpenApiSchema } from './schema'
import type { JsonSchema, MediaType, Response } from './types'

/** The error answers of an operation by status: its own refusals and those of any endpoint. */
export function errorResponses(endpoint: Endpoint): Record<string, Response> {
  const byStatus = new Map<number, ErrorDoc[]>()
  for (const error of [...endpoint.errors, ...generalErrors(endpoint)]) {
    const doc = docOf(error)
    const status = doc.status ?? 400
    byStatus.set(status, [...(byStatus.get(status) ?? []), doc])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, docs]) => [String(status), responseOf(docs)]),
  )
}

/** The body of any error. */
export const errorSchema: JsonSchema = toOpenApiSchema(
  Type.Object({
    result: Type.Literal('error'),
    msg: Type.String({ minLength: 1, description: 'The error, for people' }),
    code: Type.Optional(Type.String({ description: 'The error, for programs' })),
  }),
)

function generalErrors(endpoint: Endpoint): DocumentedError[] {
  const params = Object.values(endpoint.params)
  return [
    ...(params.some((param) => param.isRequired) ? [MissingArgumentError] : []),
    ...(params.length > 0 ? [InvalidArgumentError, BadValueError] : []),
    ...(Object.keys(endpoint.unbuilt).length > 0 ? [UnbuiltArgumentError] : []),
    ...(params.some((param) => param.aliases.length > 0) ? [ConfusingArgumentsError] : []),
    ...(endpoint.auth === 'basic' ? refusalsOfCallers : []),
    ...(endpoint.auth === 'none' || endpoint.scope === 'read' ? [] : [ApiKeyScopeError]),
    ...(endpoint.needsProof === undefined ? [] : [ReauthenticationRequiredError]),
    ...(endpoint.auth !== 'webhook' && endpoint.method !== 'GET' ? [ForeignPageError] : []),
    ...(endpoint.rateLimit === 'normal' ? [RateLimitedError] : []),
    InternalServerError,
    ServiceUnavailableError,
  ]
}

/** Sources: docs/protocol/authentication.md#basic, docs/protocol/authentication.md#account-deactivated. */
const refusalsOfCallers: readonly DocumentedError[] = [
  NotLoggedInError,
  InvalidApiKeyError,
  {
    status: 401,
    code: 'USER_DEACTIVATED',
    description: 'The account is deactivated.',
    example: 'Account is deactivated',
  },
  {
    status: 401,
    code: 'REALM_DEACTIVATED',
    description: 'The organization is deactivated.',
    example: 'This organization has been deactivated',
  },
  {
    description: 'The Authorization header is not of the basic scheme.',
    example: 'This endpoint requires HTTP basic authentication.',
  },
]

function docOf(error: DocumentedError): ErrorDoc {
  return 'doc' in error ? error.doc : error
}

function responseOf(docs: readonly ErrorDoc[]): Response {
  const content: MediaType = {
    schema: { $ref: '#/components/schemas/Error' },
    examples: Object.fromEntries(
      docs.map((doc, index) => [exampleName(doc, index), exampleOf(doc)]),
    ),
  }
  const withFields = docs.filter((doc) => doc.fields !== undefined)
  if (withFields.length > 0) {
    content.schema = { anyOf: [...withFields.map(schemaOf), content.schema] }
  }
  return {
    description: docs.map((doc) => `- ${doc.code ?? '(no code)'}: ${doc.description}`).join('\n'),
    content: { 'application/json': content },
  }
}

function schemaOf(doc: ErrorDoc): JsonSchema {
  return {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      toOpenApiSchema(
        Type.Object({
          ...(doc.code !== undefined && { code: Type.Literal(doc.code) }),
          ...doc.fields,
        }),
      ),
    ],
  }
}

function exampleName(doc: ErrorDoc, index: number): string {
  return `${doc.code ?? 'no_code'}_${index + 1}`
}

function exampleOf(doc: ErrorDoc): { summary: string; value: object } {
  return {
    summary: doc.description,
    value: {
      result: 'error',
      msg: doc.example ?? doc.description,
      ...(doc.code !== undefined && { code: doc.code }),
    },
  }
}
