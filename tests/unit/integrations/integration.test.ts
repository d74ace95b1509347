import { Type } from '@sinclair/typebox'
import {
  defineIntegration,
  getHeader,
  UnsupportedEventError,
} from '../../../src/server/api/integrations/declare/integration'
import { refusalOf } from './deliver'

const noRequest = { headers: {}, query: new URLSearchParams() }

const echo = defineIntegration({
  name: 'echo',
  displayName: 'Echo',
  clientName: 'Echo',
  summary: 'Says what it hears',
  payload: Type.Object({ said: Type.String() }),
  acceptsFormPayload: true,
  format: ({ said }, { query }) => ({ topic: query.get('t') ?? '', content: said }),
})

const anything = defineIntegration({
  name: 'anything',
  displayName: 'Anything',
  clientName: 'Anything',
  summary: 'Reads any object',
  payload: Type.Object({}),
  format: (payload) => ({ topic: 'x', content: JSON.stringify(payload) }),
})

describe('parsing a request body', () => {
  it.each(['', '{', 'hello', '{"a":1,,}', '{,}', '[1,]', '{"a":,}', "{'a':1}"])(
    'refuses %j, which is not JSON',
    (body) => {
      expect(refusalOf(() => anything.parse(body, {}))).toEqual({
        msg: 'Malformed JSON',
        code: 'INVALID_JSON',
        status: 400,
      })
    },
  )

  it('tolerates a comma before a closing brace, at any depth and never within strings', () => {
    const body = '{"a": {"b": ",}", "c\\",}": [{"d": 1 , \n}], }\t,\r\n}'
    expect(anything.parse(body, {})).toEqual({ a: { b: ',}', 'c",}': [{ d: 1 }] } })
  })

  it('tolerates no comma if the integration says so', () => {
    const strict = defineIntegration({
      ...{ name: 'strict', displayName: 'Strict', clientName: 'Strict', summary: '' },
      payload: Type.Object({}),
      malformedJsonTolerance: 'none',
      format: () => null,
    })
    expect(refusalOf(() => strict.parse('{"a":1,}', {}))['code']).toBe('INVALID_JSON')
  })

  it.each([
    ['{"a": "x\\u0000"}', 'payload["a"] contains a NUL character'],
    ['{"a": [1, {"b": "\\ud83d"}]}', 'payload["a"][1]["b"] contains an unpaired surrogate'],
    ['{"a": {"\\udc00": 1}}', 'A key of payload["a"] contains an unpaired surrogate'],
    ['{"\\u0000": 1}', 'A key of payload contains a NUL character'],
    ['"\\u0000"', 'payload contains a NUL character'],
  ])('refuses %s, which no message can hold', (body, msg) => {
    expect(refusalOf(() => anything.parse(body, {}))).toMatchObject({ msg, code: 'BAD_REQUEST' })
  })

  it('keeps whole surrogate pairs', () => {
    expect(anything.parse('{"a": "\\ud83d\\ude80"}', {})).toEqual({ a: '🚀' })
  })

  it('reads 64 levels, and refuses more however many they are', () => {
    const nested = (levels: number) =>
      '{"a":' + '['.repeat(levels - 1) + ']'.repeat(levels - 1) + '}'
    expect(anything.parse(nested(64), {})).toBeTruthy()
    for (const levels of [65, 90_000]) {
      expect(refusalOf(() => anything.parse(nested(levels), {}))).toMatchObject({
        msg: 'payload is nested more than 64 levels deep',
        code: 'BAD_REQUEST',
      })
    }
    const unbalanced = '{"a":'.repeat(190_000)
    expect(refusalOf(() => anything.parse(unbalanced, {}))['code']).toBe('INVALID_JSON')
  })

  it('names the place of a fault deep inside', () => {
    const deep = defineIntegration({
      ...{ name: 'deep', displayName: 'Deep', clientName: 'Deep', summary: '' },
      payload: Type.Object({
        'a/b': Type.Record(Type.String(), Type.Array(Type.Object({ n: Type.Integer() }))),
      }),
      format: () => null,
    })
    const faultOf = (payload: unknown) =>
      refusalOf(() => deep.parse(JSON.stringify(payload), {}))['msg']
    expect(faultOf({ 'a/b': { '0': [{ n: 1 }, { n: 'x' }] } })).toBe(
      'payload["a/b"]["0"][1]["n"] is not an integer',
    )
    expect(faultOf({ 'a/b': { '~': [{}] } })).toBe('n key is missing from payload["a/b"]["~"][0]')
    expect(faultOf({ 'a/b': { x: {} } })).toBe('payload["a/b"]["x"] is not a list')
  })
})

describe('parsing a form body', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }

  it('finds the JSON in the field named payload, the last one of several', () => {
    const field = (said: string) => `payload=${encodeURIComponent(JSON.stringify({ said }))}`
    expect(echo.parse(field('a + b & ü'), form)).toEqual({ said: 'a + b & ü' })
    expect(echo.parse(`token=1&${field('one')}&${field('two')}`, {})).toEqual({ said: 'two' })
  })

  it('reads JSON that is only labeled a form, as curl does', () => {
    expect(echo.parse(' {"said": "a=b&payload=c"}', form)).toEqual({ said: 'a=b&payload=c' })
  })

  it('reports the missing field', () => {
    expect(refusalOf(() => echo.parse('said=hello', form))).toEqual({
      msg: "Missing 'payload' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      status: 400,
      var_name: 'payload',
    })
    expect(refusalOf(() => echo.parse('said=hello', {}))['code']).toBe('INVALID_JSON')
  })

  it('is only for integrations that say so', () => {
    expect(refusalOf(() => anything.parse('payload={}', form))['code']).toBe('INVALID_JSON')
  })
})

describe('formatting', () => {
  it('keeps topic and content within the limits of a message', () => {
    const query = new URLSearchParams({ t: 'é'.repeat(61) })
    const [message] = echo.format({ said: '☀'.repeat(4000) }, { headers: {}, query })
    expect(message?.topic).toBe('é'.repeat(57) + '...')
    expect(Buffer.byteLength(message?.content ?? '')).toBeLessThanOrEqual(10_000)
    expect(message?.content).toMatch(/^☀+\n\[message truncated\]$/)
  })

  it('uses its name as default topic, and sends nothing without content', () => {
    expect(echo.format({ said: 'hi' }, noRequest)).toEqual([{ topic: 'Echo', content: 'hi' }])
    expect(echo.format({ said: ' \n' }, noRequest)).toEqual([])
  })

  it('requires its headers', () => {
    const headed = defineIntegration({
      ...{ name: 'headed', displayName: 'Headed', clientName: 'Headed', summary: '' },
      payload: Type.Object({}),
      events: { header: 'x-event-key', names: ['repo:sun'] },
      format(_, request) {
        throw new UnsupportedEventError('Headed', getHeader(request, 'x-event-key'))
      },
    })
    expect(refusalOf(() => headed.format({}, noRequest))).toEqual({
      msg: "Missing the HTTP event header 'X_EVENT_KEY'",
      code: 'MISSING_HTTP_EVENT_HEADER',
      status: 400,
      header: 'X_EVENT_KEY',
    })
    const request = { ...noRequest, headers: { 'x-event-key': 'repo:moon' } }
    expect(refusalOf(() => headed.format({}, request))).toEqual({
      msg: "The 'repo:moon' event isn't currently supported by the Headed webhook",
      code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE',
      status: 400,
      webhook_name: 'Headed',
      event_type: 'repo:moon',
    })
  })

  it('limits a client name to 30 characters', () => {
    const define = () =>
      defineIntegration({
        ...{ name: 'long', displayName: 'Long', clientName: 'L'.repeat(19), summary: '' },
        payload: Type.Object({}),
        format: () => null,
      })
    expect(define).toThrow(/too long/)
  })
})
