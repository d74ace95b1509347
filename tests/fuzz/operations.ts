import type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  Operation as Description,
} from '../../src/server/http/openapi/types'

/** One argument of an operation, as the OpenAPI document has it. */
export interface Argument {
  name: string
  place: 'path' | 'query' | 'form'
  isRequired: boolean
  schema: JsonSchema
  description?: string | undefined
  /** Whether its text is JSON. */
  isJson: boolean
}

/** One operation of the OpenAPI document, prepared for making calls. */
export interface Operation {
  /** `POST /api/v1/messages`. */
  name: string
  method: string
  path: string
  args: readonly Argument[]
  /** Whether it takes a file in a form. */
  takesFile: boolean
  auth: 'basic' | 'key' | 'none'
  description: Description
}

/** All operations of a document, in order. */
export function readOperations({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, description]): Operation => {
      const upper = method.toUpperCase()
      return {
        name: `${upper} ${path}`,
        method: upper,
        path,
        args: [...parametersOf(description), ...formOf(description)],
        takesFile:
          'multipart/form-data' in bodyOf(description) && !(formType in bodyOf(description)),
        auth: authOf(description),
        description,
      }
    }),
  )
}

const formType = 'application/x-www-form-urlencoded'

function bodyOf({ requestBody }: Description): Record<string, MediaType> {
  return requestBody?.content ?? {}
}

function parametersOf({ parameters = [] }: Description): Argument[] {
  return parameters.map(({ name, in: place, required, description, schema, content }) => ({
    name,
    place,
    isRequired: required || isRequiredByAnyName(description),
    schema: schema ?? content?.['application/json']?.schema ?? {},
    description,
    isJson: content !== undefined,
  }))
}

function formOf(description: Description): Argument[] {
  const form = bodyOf(description)[formType]
  const { properties = {}, required = [] } = (form?.schema ?? {}) as {
    properties?: Record<string, JsonSchema>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    place: 'form',
    isRequired: required.includes(name),
    schema,
    isJson: form?.encoding?.[name] !== undefined,
  }))
}

/** An argument with several names is required under one of them, and described under the first. */
function isRequiredByAnyName(description: unknown): boolean {
  return typeof description === 'string' && description.includes('Required, under one of')
}

/** The argument that this name is an alias of, if any. */
export function otherNameOf({ schema, description }: Argument): string | undefined {
  const text = description ?? schema['description']
  return /^Another name of `(\w+)`/.exec(String(text))?.[1]
}

function authOf({ security }: Description): Operation['auth'] {
  const [first] = security
  if (!first) return 'none'
  return 'apiKey' in first ? 'key' : 'basic'
}
