import type { JsonSchema, Operation } from '../openapi/types'
import { membersOf } from './describe-type'

export interface CurlInput {
  method: string
  path: string
  operation: Operation
  serverUrl: string
}

/** A command that calls an operation, ready to paste once its placeholders in capitals are filled in. */
export function curlExample({ method, path, operation, serverUrl }: CurlInput): string {
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(usesScheme(operation, 'basic') ? ["-u 'EMAIL:API_KEY'"] : []),
    quote(serverUrl + fillPath(path, operation) + queryText(operation)),
    ...bodyOptions(operation),
  ]
  return parts.join(' \\\n    ').replace(/^curl \\\n {4}/, 'curl ')
}

function fillPath(path: string, { parameters = [] }: Operation): string {
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name)
    return encodeURIComponent(sampleText(name, parameter?.schema ?? {}))
  })
}

function queryText(operation: Operation): string {
  const query = new URLSearchParams()
  if (usesScheme(operation, 'apiKey')) query.set('api_key', 'API_KEY')
  for (const { name, in: place, required, schema, content } of operation.parameters ?? []) {
    const own = schema ?? content?.['application/json']?.schema ?? {}
    if (place === 'query' && isShown(required, own)) query.set(name, sampleText(name, own))
  }
  return query.size === 0 ? '' : `?${query.toString()}`
}

function bodyOptions({ requestBody }: Operation): string[] {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!media) return []
  if (type === 'application/json') {
    return ["-H 'Content-Type: application/json'", `-d ${quote(sampleText('body', media.schema))}`]
  }
  const shown = membersOf(media.schema).filter((member) =>
    isShown(member.isRequired, member.schema),
  )
  if (type === 'multipart/form-data') {
    return shown.map(({ name }) => `-F ${quote(`${name}=@FILE`)}`)
  }
  return shown.map(
    ({ name, schema }) => `--data-urlencode ${quote(`${name}=${sampleText(name, schema)}`)}`,
  )
}

/** Required arguments, and those with an example, are shown. */
function isShown(isRequired: boolean, { examples }: JsonSchema): boolean {
  return isRequired || examples !== undefined
}

/**
 * The example of an argument as text for the wire. An argument without one, such as an id, becomes a
 * placeholder in capitals: `STREAM_ID`, `[MESSAGES]`.
 */
function sampleText(name: string, schema: JsonSchema): string {
  const { examples, const: constant, anyOf, type } = schema
  if (Array.isArray(examples) && examples.length > 0) return wireText(examples[0])
  if (constant !== undefined) return wireText(constant)
  if (Array.isArray(anyOf)) return sampleText(name, anyOf[0] as JsonSchema)
  if (type === 'boolean') return 'true'
  const placeholder = name.toUpperCase()
  return type === 'array' ? `[${placeholder}]` : placeholder
}

function wireText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function usesScheme({ security }: Operation, scheme: string): boolean {
  return security.some((alternative) => scheme in alternative)
}

/** A text in quotes, for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
