import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Kind } from '@sinclair/typebox'
import type { TSchema } from '@sinclair/typebox'
import { endpoints } from '../../../src/server/start/endpoints'
import { pathParamNames } from '../../../src/server/http/declare/endpoint'
import type { Endpoint } from '../../../src/server/http/declare/endpoint'
import { membersOf, SchemaTypes } from './schema-type'
import type { KnownSchema, MemberType } from './schema-type'

const shared = path.resolve(__dirname, '../../../src/shared')

/** The file in which the types are kept. */
export const endpointTypesFile = path.join(shared, 'endpoints.ts')

/** Endpoints of all programs; those of pages alone keep their whole path, which begins with `/json`. */
const prefix = '/api/v1'

const head = `/*
 * Arguments and answers of each endpoint, as they are on the wire. Written from the declarations in
 * src/server/api by \`npm run endpoint-types\`: change those, and run it.
 */
`

/** The source of {@link endpointTypesFile}: the types of all endpoints that answer JSON. */
export function writeEndpointTypes(): string {
  const types = new SchemaTypes(sharedSchemas())
  const entries = endpoints
    .filter(
      ({ path: at, isFile, isEventStream }) =>
        /^\/(api\/v1|json)\//.test(at) && !isFile && !isEventStream,
    )
    .map((each) => writeEndpoint(each, types))
  const body = `/** By method and path below ${prefix}; paths that only pages have begin with \`/json\`. */\nexport interface Endpoints {\n${entries.join('')}}\n`
  return [
    head,
    "import type { Static } from '@sinclair/typebox'\n",
    ...imports(types),
    '\n',
    body,
  ].join('')
}

function writeEndpoint(endpoint: Endpoint, types: SchemaTypes): string {
  const { method, path: at, response } = endpoint
  const params = types.writeMembers(paramsOf(endpoint), '    ')
  const answer = types.writeMembers(membersOf(response), '    ')
  return `  '${method} ${at.replace(prefix, '')}': {\n    params: ${params}\n    response: ${answer}\n  }\n`
}

function paramsOf({ path: at, params }: Endpoint): MemberType[] {
  const inPath = new Set(pathParamNames(at))
  return Object.entries(params).map(([name, { schema, isRequired, takesNull }]) => ({
    name,
    schema,
    isOptional: !isRequired && !inPath.has(name),
    isNullable: takesNull,
  }))
}

/** The schemas of records and of their values that `src/shared` exports. */
function sharedSchemas(): KnownSchema[] {
  const load = createRequire(__filename)
  const schemas: KnownSchema[] = []
  for (const name of readdirSync(shared).toSorted()) {
    if (!name.endsWith('.ts') || name === path.basename(endpointTypesFile)) continue
    const file = name.slice(0, -'.ts'.length)
    const members = load(path.join(shared, file)) as Record<string, unknown>
    for (const [key, schema] of Object.entries(members)) {
      if (isComposed(schema)) schemas.push({ name: key, file, schema })
    }
  }
  return schemas
}

/** Whether a value is the schema of a record, or of several kinds of values. */
function isComposed(value: unknown): value is TSchema {
  if (typeof value !== 'object' || value === null || !(Kind in value)) return false
  return ['Object', 'Record', 'Union'].includes(String(value[Kind]))
}

function imports({ used }: SchemaTypes): string[] {
  const files = new Map<string, string[]>()
  for (const { file, name } of used) files.set(file, [...(files.get(file) ?? []), name])
  return [...files]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, names]) => `import type { ${names.toSorted().join(', ')} } from './${file}'\n`)
}
