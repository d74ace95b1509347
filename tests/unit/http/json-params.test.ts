import { Type } from '@sinclair/typebox'

import { json, jsonInteger } from '../../../src/server/http/declare/params'
import type { Param } from '../../../src/server/http/declare/param'

const decode = (param: Param<unknown>, raw: string) => () => param.decode(raw, 'x')
const names = json(Type.Array(Type.String()))
const anything = json(Type.Unknown())

describe('json()', () => {
  it('gives the value that the text holds', () => {
    expect(names.decode('["a","ä"]', 'x')).toEqual(['a', 'ä'])
    expect(anything.decode(' {"a":[1,null,true]} ', 'x')).toEqual({ a: [1, null, true] })
  })

  it.each(['', ' ', '[', 'abc', "['a']", '[1,]', 'NaN', '\ufeff[]', '["a"]]', 'undefined'])(
    'refuses %j: it is not JSON',
    (raw) => {
      expect(decode(names, raw)).toThrow('Argument "x" is not valid JSON.')
    },
  )

  it.each([
    [Type.Array(Type.String()), 'null', 'x is not a list'],
    [Type.Array(Type.String()), '{"0":"a"}', 'x is not a list'],
    [Type.Array(Type.String()), '["a",1]', 'x[1] is not a string'],
    [Type.Array(Type.Integer()), '[1.5]', 'x[0] is not an integer'],
    [Type.Number(), '"1"', 'x is not a float'],
    [Type.Boolean(), '1', 'x is not a boolean'],
    [Type.Object({ a: Type.String() }), '[]', 'x is not a dict'],
    [Type.Object({ a: Type.String() }), '{}', 'a key is missing from x'],
    [
      Type.Array(Type.Object({ name: Type.String() })),
      '[{"name":"a"},{}]',
      'name key is missing from x[1]',
    ],
    [
      Type.Array(Type.Object({ name: Type.String() })),
      '[{"name":3}]',
      'x[0]["name"] is not a string',
    ],
    [
      Type.Object({ 'a/b~c': Type.Record(Type.String(), Type.Integer()) }),
      '{"a/b~c":{"0":"no"}}',
      'x["a/b~c"]["0"] is not an integer',
    ],
    [
      Type.Object({ a: Type.Optional(Type.Null()) }, { additionalProperties: false }),
      '{"b":1,"a":null,"c":2}',
      'Unexpected arguments: x["b"], x["c"]',
    ],
    [
      Type.Array(Type.Object({ a: Type.Object({}, { additionalProperties: false }) })),
      '[{"a":{}},{"a":{"b":{"c":1}}}]',
      'Unexpected arguments: x[1]["a"]["b"]',
    ],
    [Type.String({ minLength: 1 }), '""', 'x cannot be blank.'],
    [Type.String({ minLength: 3 }), '"ab"', 'x is too short (minimum: 3 characters)'],
    [Type.String({ maxLength: 2 }), '"abc"', 'x is too long (limit: 2 characters)'],
    [Type.String({ minLength: 2, maxLength: 2 }), '"😀"', 'x has incorrect length 1; should be 2'],
    [Type.Array(Type.Integer(), { maxItems: 2 }), '[1,2,3]', 'x has too many items (limit: 2)'],
    [Type.Array(Type.Integer(), { minItems: 1 }), '[]', 'x has too few items (minimum: 1)'],
    [
      Type.Array(Type.Tuple([Type.String(), Type.String()])),
      '[["a"]]',
      'x[0] should have exactly 2 items',
    ],
    [Type.Tuple([Type.String(), Type.String()]), '["a",1]', 'x[1] is not a string'],
    [Type.Integer({ minimum: 1 }), '0', 'x must be at least 1'],
    [Type.Integer({ maximum: 5 }), '6', 'x must be at most 5'],
    [Type.Union([Type.Literal('add'), Type.Literal('remove')]), '"move"', 'Invalid x'],
    [Type.Union([Type.String(), Type.Integer()]), 'true', 'x is not an allowed_type'],
    [Type.Union([Type.String(), Type.Null()]), '{}', 'x is not an allowed_type'],
    [
      Type.Array(
        Type.Union([
          Type.Tuple([Type.String(), Type.String()]),
          Type.Object({ operator: Type.String() }),
        ]),
      ),
      '[["a","b"],{}]',
      'operator key is missing from x[1]',
    ],
  ])('describes the fault (%#: %s, %s)', (schema, raw, message) => {
    expect(decode(json(schema), raw)).toThrow(message)
  })

  it('measures in code points', () => {
    expect(json(Type.String({ maxLength: 2 })).decode('"😀😀"', 'x')).toBe('😀😀')
  })

  it('refuses JSON values that cannot be represented', () => {
    expect(decode(names, '["\\ud800"]')).toThrow('x[0] contains an invalid character')
    expect(decode(names, '["\\udc00\\ud800"]')).toThrow('x[0] contains an invalid character')
    expect(names.decode('["\\ud83d\\ude00"]', 'x')).toEqual(['😀'])
    expect(decode(names, '["a","b\\u0000"]')).toThrow('x[1] contains NULL (0x00) characters.')
    expect(decode(anything, '{"a":{"\\ud800":1}}')).toThrow('x["a"] contains an invalid character')
    expect(decode(anything, '[1e999]')).toThrow('x[0] is out of range')
    expect(decode(anything, '[10000000000000001000]')).toThrow('x[0] is out of range')
    expect(anything.decode('10000000000000000', 'x')).toBe(10 ** 16)
    const worded = json(names.schema, { nulRefusal: () => 'no NUL' })
    expect(decode(worded, '["a\\u0000"]')).toThrow('no NUL')
  })

  it('refuses deep nesting before anything recurses into it', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
    expect(anything.decode(nested(32), 'x')).toBeInstanceOf(Array)
    expect(decode(anything, nested(33))).toThrow('x is nested too deeply (limit: 32 levels)')
    expect(decode(anything, '{"a":'.repeat(100_000))).toThrow('x is nested too deeply')
    expect(names.decode(JSON.stringify(['[['.repeat(100), '\\"[[']), 'x')).toHaveLength(2)
  })

  it('refuses oversized JSON before parsing', () => {
    const parse = jest.spyOn(JSON, 'parse')
    const tooMany = 'x has too many items (limit: 100000)'
    expect(decode(anything, `[${'[],'.repeat(100_000)}1]`)).toThrow(tooMany)
    expect(decode(anything, `[${'[1,1],'.repeat(50_000)}1]`)).toThrow(tooMany)
    const tooLong = 'x is too long (limit: 1000000 characters)'
    expect(decode(anything, `["${'a'.repeat(1_000_000)}"]`)).toThrow(tooLong)
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
    const whole = json(Type.String(), { longest: Infinity })
    expect(whole.decode(`"${'[,'.repeat(1_000_000)}"`, 'x')).toHaveLength(2_000_000)
  })

  it('limits the length of lists, to 10,000 items by default', () => {
    const list = (length: number): string => JSON.stringify(Array(length).fill('a'))
    expect(names.decode(list(10_000), 'x')).toHaveLength(10_000)
    expect(decode(names, list(10_001))).toThrow('x has too many items (limit: 10000)')
    const dict = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [i, i]))
    expect(decode(anything, JSON.stringify(dict))).toThrow('x has too many keys (limit: 10000)')
    const long = json(Type.Array(Type.String(), { maxItems: 20_000 }))
    expect(long.decode(list(20_000), 'x')).toHaveLength(20_000)
  })

  it('leaves prototypes alone', () => {
    const value = anything.decode('{"__proto__":{"polluted":true}}', 'x')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    const schema = Type.Object({ toString: Type.Unknown() })
    expect(decode(json(schema), '{}')).toThrow('toString key is missing from x')
  })
})

describe('jsonInteger()', () => {
  it('is an integer in JSON, with the error messages of the validator', () => {
    expect(jsonInteger().decode('3', 'x')).toBe(3)
    expect(decode(jsonInteger(), '"3"')).toThrow('x is not an integer')
    expect(decode(jsonInteger(), '3.5')).toThrow('x is not an integer')
    expect(decode(jsonInteger(), 'three')).toThrow('Argument "x" is not valid JSON.')
    expect(decode(jsonInteger({ min: 1, max: 4 }), '5')).toThrow('x must be at most 4')
  })
})
