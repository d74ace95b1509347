/** The parts of an OpenAPI 3.1 document that we write. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    securitySchemes: Record<string, Record<string, string>>
  }
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  /** Alternatives; an empty list means no authentication. */
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response>
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema?: JsonSchema
  /** Schema of a value that is JSON inside the text, instead of `schema`. */
  content?: Record<string, MediaType>
  example?: unknown
}

export interface MediaType {
  schema: JsonSchema
  encoding?: Record<string, { contentType: string }>
  example?: unknown
  examples?: Record<string, { summary?: string; value: unknown }>
}

export interface Response {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content: Record<string, MediaType>
}

/** Draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = { [keyword: string]: unknown }
