import { execFileSync } from 'node:child_process'

import { Type } from '@sinclair/typebox'

import { apiPage } from '../../../src/server/http/pages/api-page'
import { endpoint } from '../../../src/server/http/declare/endpoint'
import { openApiDocument } from '../../../src/server/http/openapi/document'
import { converted, flag, integer, json, text } from '../../../src/server/http/declare/params'
import { ApiError } from '../../../src/server/lib/api-error'
import type { ErrorDoc } from '../../../src/server/lib/api-error'

class TooColdError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 409,
    code: 'TOO_COLD',
    description: 'It is below the minimum.',
    fields: { degrees: Type.Integer() },
    example: 'It is 3 degrees',
  }
}

const send = endpoint({
  method: 'POST',
  path: '/api/v1/streams/{stream_id}/messages',
  tag: 'messages',
  summary: 'Send <b>something</b>',
  description: 'At length.',
  auth: 'basic',
  params: {
    stream_id: integer({ min: 1, description: 'Which stream' }),
    topic: text({ aliases: ['subject'], maxLength: 60, description: 'The topic.' }),
    to: json(Type.Array(Type.Tuple([Type.String(), Type.Integer()])), { description: 'Readers' }),
    loud: flag({ default: false }),
    colors: converted(Type.String(), (raw) => new Set(raw), { default: new Set<string>() }),
    content: text({ example: "it's" }),
  },
  response: {
    id: Type.Integer({ description: 'Of the new message' }),
    pairs: Type.Array(Type.Tuple([Type.String(), Type.String()])),
    extra: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
  },
  errors: [TooColdError, { description: 'It rains', status: 409 }],
  handler: async () => ({ id: 1, pairs: [] }),
})
const list = endpoint({
  method: 'GET',
  path: '/api/v1/messages',
  tag: 'messages',
  summary: 'List',
  auth: 'basic',
  rateLimit: 'overload503',
  params: {
    narrow: json(Type.Array(Type.Array(Type.String())), { default: [] }),
    topic: text({ aliases: ['subject'] }),
    anchor: integer(),
  },
  response: {},
  handler: async () => ({}),
})
const hook = endpoint({
  method: 'POST',
  path: '/api/v1/external/hook',
  tag: 'webhooks',
  summary: 'Hook',
  auth: 'webhook',
  params: { stream: text({ optional: true }) },
  jsonBody: Type.Object({ title: Type.String() }),
  response: {},
  handler: async () => ({}),
})
const settings = endpoint({
  method: 'GET',
  path: '/api/v1/server_settings',
  tag: 'server',
  summary: 'Settings',
  auth: 'none',
  params: {},
  response: { version: Type.String() },
  handler: async () => ({ version: '1' }),
})
const document = openApiDocument([send, list, hook, settings], { serverUrl: 'https://chat.test' })

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', () => {
    // Jest cannot load the validator, an ES module, so a child process does.
    const script = `
      import { Validator } from '@seriousme/openapi-schema-validator'
      import { text } from 'node:stream/consumers'
      const validator = new Validator()
      const result = await validator.validate(JSON.parse(await text(process.stdin)))
      console.log(JSON.stringify({ ...result, version: validator.version }))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      input: JSON.stringify(document),
    })
    expect(JSON.parse(String(output))).toEqual({ valid: true, version: '3.1' })
  })

  it('describes the place and the type of arguments', () => {
    const operation = document.paths['/api/v1/streams/{stream_id}/messages']?.['post']
    expect(operation?.parameters).toEqual([
      {
        name: 'stream_id',
        in: 'path',
        required: true,
        description: 'Which stream',
        schema: { type: 'integer', minimum: 1 },
      },
    ])
    const form = operation?.requestBody?.content['application/x-www-form-urlencoded']
    expect(form?.schema['required']).toEqual(['to', 'content'])
    expect(form?.encoding).toEqual({ to: { contentType: 'application/json' } })
    expect(form?.schema['properties']).toMatchObject({
      topic: { maxLength: 60, description: 'The topic. Required, under one of its names.' },
      subject: { maxLength: 60, description: 'Another name of `topic`.' },
      to: {
        items: { prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
      },
      loud: { type: 'boolean', default: false },
      content: { examples: ["it's"] },
    })
    expect(form?.schema['properties']).not.toHaveProperty('colors.default')
    expect(operation?.requestBody?.content).toHaveProperty(['multipart/form-data'])
  })

  it('puts the arguments of a GET into the query, JSON among them as JSON', () => {
    const parameters = document.paths['/api/v1/messages']?.['get']?.parameters ?? []
    expect(parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['narrow', 'query', false],
      ['topic', 'query', false],
      ['subject', 'query', false],
      ['anchor', 'query', true],
    ])
    expect(parameters[0]?.content).toEqual({
      'application/json': {
        schema: { type: 'array', items: { type: 'array', items: { type: 'string' } }, default: [] },
      },
    })
  })

  it('describes the authentication', () => {
    const security = Object.values(document.paths).map(
      (operations) => Object.values(operations)[0]?.security,
    )
    const account = [{ basic: [] }, { session: [] }]
    expect(security).toEqual([account, account, [{ apiKey: [] }], []])
  })

  it('lists the errors of the endpoint beside those of any endpoint', () => {
    const responses = document.paths['/api/v1/streams/{stream_id}/messages']?.['post']?.responses
    expect(Object.keys(responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '409',
      '429',
      '500',
      '503',
    ])
    expect(responses?.['409']?.description).toBe(
      '- TOO_COLD: It is below the minimum.\n- (no code): It rains',
    )
    const register = document.paths['/api/v1/messages']?.['get']?.responses
    expect(register).not.toHaveProperty('429')
    const open = document.paths['/api/v1/server_settings']?.['get']?.responses
    expect(Object.keys(open ?? {})).toEqual(['200', '500', '503'])
  })
})

describe('the API page', () => {
  const page = apiPage(document)

  it('shows the same content to people, escaped', () => {
    expect(page).toContain('Send &lt;b&gt;something&lt;/b&gt;')
    expect(page).toContain('/api/v1/streams/{stream_id}/messages')
    expect(page).toContain('list of [string, integer]')
    expect(page).toContain('TOO_COLD: It is below the minimum.')
    expect(page).not.toContain('[object Object]')
    expect(page).not.toContain('undefined')
  })

  it('shows a command for each operation, quoted for a shell, with placeholders in capitals', () => {
    const unescaped = page.replaceAll('&#39;', "'").replaceAll('&quot;', '"')
    expect(unescaped).toContain("'https://chat.test/api/v1/messages?anchor=ANCHOR'")
    expect(unescaped).toContain("--data-urlencode 'content=it'\\''s'")
    expect(unescaped).toContain("--data-urlencode 'to=[TO]'")
    expect(unescaped).toContain("'https://chat.test/api/v1/external/hook?api_key=API_KEY'")
    expect(unescaped).toContain("-d 'BODY'")
  })
})

describe('a declaration', () => {
  it('does not start if it misses a parameter of its path', () => {
    const declare = () =>
      endpoint({
        method: 'GET',
        path: '/api/v1/x/{id}',
        tag: 'x',
        summary: 'x',
        auth: 'none',
        params: {},
        response: {},
        handler: async () => ({}),
      })
    expect(declare).toThrow('GET /api/v1/x/{id}: {id} is not among its params')
  })
})
