import type { JsonSchema, Operation } from '../openapi/types'
import { membersOf } from './describe-type'

export interface CurlInput {
  method: string
  path: string
  operation: Operation
  serverUrl: string
}

/** A command that calls an operation with its required arguments, ready to paste. */
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
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name)
    return encodeURIComponent(sampleText(parameter?.schema ?? {}))
  })
}

function queryText(operation: Operation): string {
  const query = new URLSearchParams()
  if (usesScheme(operation, 'apiKey')) query.set('api_key', 'API_KEY')
  for (const { name, in: place, required, schema, content } of operation.parameters ?? []) {
    if (place !== 'query' || !required) continue
    query.set(name, sampleText(schema ?? content?.['application/json']?.schema ?? {}))
  }
  return query.size === 0 ? '' : `?${query.toString()}`
}

function bodyOptions({ requestBody }: Operation): string[] {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!media) return []
  if (type === 'application/json') {
    return ["-H 'Content-Type: application/json'", `-d ${quote(sampleText(media.schema))}`]
  }
  const required = membersOf(media.schema).filter((member) => member.isRequired)
  if (type === 'multipart/form-data') {
    return required.map(({ name }) => `-F ${quote(`${name}=@FILE`)}`)
  }
  return required.map(
    ({ name, schema }) => `--data-urlencode ${quote(`${name}=${sampleText(schema)}`)}`,
  )
}

/** A value that fits a schema, roughly, as the text that goes on the wire. */
function sampleText(schema: JsonSchema): string {
  const sample = sampleOf(schema)
  return typeof sample === 'string' ? sample : JSON.stringify(sample)
}

function sampleOf(schema: JsonSchema): unknown {
  const { examples, const: constant, anyOf, items, prefixItems, type } = schema
  if (Array.isArray(examples)) return examples[0]
  if (constant !== undefined) return constant
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0] as JsonSchema)
  if (Array.isArray(prefixItems)) return prefixItems.map(sampleOf)
  if (type === 'array') return [sampleOf((items ?? {}) as JsonSchema)]
  if (type === 'object') {
    const required = membersOf(schema).filter((member) => member.isRequired)
    return Object.fromEntries(required.map(({ name, schema: member }) => [name, sampleOf(member)]))
  }
  if (type === 'integer' || type === 'number') return 1
  return type === 'boolean' ? true : 'text'
}

function usesScheme({ security }: Operation, scheme: string): boolean {
  return security.some((alternative) => scheme in alternative)
}

/** A text in quotes, for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
