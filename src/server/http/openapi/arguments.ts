import { pathParamNames } from '../declare/endpoint'
import type { Endpoint, Upload } from '../declare/endpoint'
import { toOpenApiSchema } from './schema'
import type { JsonSchema, MediaType, Operation, Parameter } from './types'
import { inCapitals } from '../declare/param'
import type { Param } from '../declare/param'

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Describes where the arguments of an operation go: into the path, then into the query of a GET, a DELETE and
 * a webhook, or into the form of any other method. The server reads either place on any method; the document
 * names the one that suits.
 */
export function describeArguments(
  endpoint: Endpoint,
): Pick<Operation, 'parameters' | 'requestBody'> {
  const inPath = new Set(pathParamNames(endpoint.path))
  const params = Object.entries(endpoint.params)
  const pathParameters = params
    .filter(([name]) => inPath.has(name))
    .map(([name, param]) => describeParameter(name, param, 'path'))
  const free = params.filter(([name]) => !inPath.has(name))

  const isInQuery = endpoint.auth === 'webhook' || /^(GET|DELETE)$/.test(endpoint.method)
  const queryParameters = isInQuery ? spelledOut(free).map(asQueryParameter) : []
  const parameters = [...pathParameters, ...queryParameters]
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(!isInQuery && free.length > 0 && { requestBody: describeForm(free) }),
    ...(endpoint.upload && { requestBody: describeUpload(endpoint.upload, free) }),
    ...(endpoint.jsonBody && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toOpenApiSchema(endpoint.jsonBody) } },
      },
    }),
  }
}

type NamedParam = readonly [name: string, param: Param<unknown>]

/** Lists every spelling as an argument of its own; one of several spellings cannot be required. */
function spelledOut(params: readonly NamedParam[]): NamedParam[] {
  return params.flatMap(([name, param]): NamedParam[] => {
    const isOnlyName = param.aliases.length === 0
    const aliases = param.aliases.map((alias): NamedParam => [
      alias,
      {
        ...param,
        isRequired: false,
        example: undefined,
        description: `Another name of \`${name}\`.`,
      },
    ])
    const note = param.isRequired && !isOnlyName ? ' Required, under one of its names.' : ''
    const canonical: Param<unknown> = {
      ...param,
      isRequired: param.isRequired && isOnlyName,
      description: `${param.description ?? ''}${note}`.trim() || undefined,
    }
    return [[name, canonical], ...aliases]
  })
}

function asQueryParameter([name, param]: NamedParam): Parameter {
  return describeParameter(name, param, 'query')
}

function describeParameter(name: string, param: Param<unknown>, place: Parameter['in']): Parameter {
  const schema = valueSchema(param)
  return {
    name,
    in: place,
    required: place === 'path' || param.isRequired,
    ...(param.description !== undefined && { description: param.description }),
    ...(param.encoding === 'json' ? { content: { 'application/json': { schema } } } : { schema }),
  }
}

function describeForm(params: readonly NamedParam[]): NonNullable<Operation['requestBody']> {
  const fields = spelledOut(params)
  const required = fields.filter(([, param]) => param.isRequired).map(([name]) => name)
  const media: MediaType = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name, param]) => [name, fieldSchema(param)])),
      ...(required.length > 0 && { required }),
    },
  }
  const encoding = fields
    .filter(([, param]) => param.encoding === 'json')
    .map(([name]) => [name, { contentType: 'application/json' }] as const)
  if (encoding.length > 0) media.encoding = Object.fromEntries(encoding)
  return {
    required: params.some(([, param]) => param.isRequired),
    content: Object.fromEntries(formTypes.map((type) => [type, media])),
  }
}

/** Describes the form with a file, whose field may have any name. */
function describeUpload(
  { description, isOptional }: Upload,
  params: readonly NamedParam[],
): NonNullable<Operation['requestBody']> {
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description }
  const fields = spelledOut(params).map(([name, param]) => [name, fieldSchema(param)] as const)
  const properties = { file, ...Object.fromEntries(fields) }
  if (isOptional) {
    // The form without a file is accepted as well.
    const form = describeForm(params)
    const schema = { type: 'object', properties }
    return { ...form, content: { ...form.content, 'multipart/form-data': { schema } } }
  }
  const schema = { type: 'object', properties, required: ['file'] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function fieldSchema(param: Param<unknown>): JsonSchema {
  return {
    ...valueSchema(param),
    ...(param.description !== undefined && { description: param.description }),
  }
}

function valueSchema(param: Param<unknown>): JsonSchema {
  return {
    ...toOpenApiSchema(param.schema),
    ...(isJsonValue(param.defaultValue) && { default: param.defaultValue }),
    ...(param.example !== undefined && { examples: examplesOf(param) }),
  }
}

/** The examples of an argument; an empty list makes it a placeholder in the example call. */
function examplesOf({ example }: Param<unknown>): unknown[] {
  return example === inCapitals ? [] : [example]
}

/** A default of a converted argument may be a value that JSON cannot show, such as a Set. */
function isJsonValue(value: unknown): boolean {
  if (value === undefined) return false
  return JSON.stringify(value) !== '{}' || Object.getPrototypeOf(value) === Object.prototype
}
