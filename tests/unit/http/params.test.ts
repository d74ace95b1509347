import { Type } from '@sinclair/typebox'

import { decodeParams } from '../../../src/server/http/arguments/decode-params'
import type { Param } from '../../../src/server/http/declare/param'
import { converted, flag, integer, text } from '../../../src/server/http/declare/params'
import { ApiError } from '../../../src/server/lib/api-error'
import { shapedLike } from '../../support/checked'

/** Value of argument `x` for the handler, or the error body for the caller. */
function decode(param: Param<unknown>, raw: string | undefined): unknown {
  try {
    const sent = new Map(raw === undefined ? [] : [['x', raw]])
    return decodeParams({ x: param }, sent)['x']
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { msg: error.message, code: error.code, ...error.fields }
  }
}

const badRequest = (msg: string) => ({ msg, code: 'BAD_REQUEST' })
const badValue = (raw: string) => ({
  msg: `Bad value for 'x': ${raw}`,
  code: 'REQUEST_VARIABLE_INVALID',
  var_name: 'x',
  bad_value: raw,
})

describe('any argument', () => {
  it('is required, optional or has a default', () => {
    expect(decode(text(), undefined)).toEqual({
      msg: "Missing 'x' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'x',
    })
    expect(decode(text({ optional: true }), undefined)).toBeUndefined()
    expect(decode(text({ default: 'd' }), undefined)).toBe('d')
  })

  it('counts as absent for the text null only if it is optional', () => {
    expect(decode(text({ optional: true }), 'null')).toBeUndefined()
    expect(decode(integer({ default: 4 }), 'null')).toBe(4)
    expect(decode(text(), 'null')).toBe('null')
  })

  it('is reported under the name that was sent, and the first bad one alone', () => {
    const params = {
      a: text({ optional: true }),
      topic: integer({ aliases: ['subject'] }),
      z: flag(),
    }
    const decodeAll = (sent: [string, string][]) => () => decodeParams(params, new Map(sent))
    expect(decodeAll([['subject', 'no']])).toThrow("Bad value for 'subject': no")
    expect(decodeAll([])).toThrow("Missing 'topic' argument")
    expect(decodeAll([['topic', '1']])).toThrow("Missing 'z' argument")
  })
})

describe('text()', () => {
  it('is any text, even empty, unless it has limits', () => {
    expect(decode(text(), '')).toBe('')
    expect(decode(text(), '  x ')).toBe('  x ')
    expect(decode(text({ strip: true }), ' \u00a0x\n')).toBe('x')
    expect(decode(text({ minLength: 1 }), '')).toEqual(badRequest('x cannot be blank.'))
    expect(decode(text({ minLength: 1, strip: true }), ' ')).toEqual(
      badRequest('x cannot be blank.'),
    )
    expect(decode(text({ minLength: 2 }), 'a')).toEqual(
      badRequest('x is too short (minimum: 2 characters)'),
    )
    expect(decode(text({ pattern: /^\d+$/ }), 'a')).toEqual(badRequest('Invalid x'))
  })

  it('is measured in code points', () => {
    expect(decode(text({ maxLength: 2 }), '😀😀')).toBe('😀😀')
    expect(decode(text({ maxLength: 2 }), '😀😀a')).toEqual(
      badRequest('x is too long (limit: 2 characters)'),
    )
  })

  it('refuses U+0000, with an error message of its own if declared', () => {
    expect(decode(text(), 'a\0b')).toEqual(badRequest('x contains NULL (0x00) characters.'))
    const worded = text({ nulRefusal: (sent) => `not ${JSON.stringify(sent)}` })
    expect(decode(worded, 'a\0b')).toEqual(badRequest('not "a\\u0000b"'))
  })

  it('may be in JSON quotes if so declared', () => {
    const quoted = text({ jsonQuoted: true })
    expect(decode(quoted, '"a \\"b\\" \\u00e4"')).toBe('a "b" ä')
    expect(decode(quoted, 'a "b"')).toBe('a "b"')
    expect(decode(quoted, '"open')).toBe('"open')
    expect(decode(quoted, '"half \\ud800"')).toBe('"half \\ud800"')
    expect(decode(quoted, '"nul \\u0000"')).toEqual(
      badRequest('x contains NULL (0x00) characters.'),
    )
    expect(decode(text(), '"a"')).toBe('"a"')
  })
})

describe('integer()', () => {
  it.each([
    ['7', 7],
    ['-1', -1],
    ['+5', 5],
    [' 12 ', 12],
    ['007', 7],
    ['-0', 0],
    ['9007199254740991', 9007199254740991],
  ])('reads %j', (raw, value) => {
    expect(decode(integer(), raw)).toBe(value)
  })

  it.each(['abc', '', ' ', '1.0', '1e3', '0x10', '1 2', '٣', '9007199254740992', '1'.repeat(400)])(
    'refuses %j',
    (raw) => {
      expect(decode(integer(), raw)).toEqual(badValue(raw))
    },
  )

  it('refuses numbers out of range', () => {
    const percent = integer({ min: 0, max: 100 })
    expect(decode(percent, '0')).toBe(0)
    expect(decode(percent, '100')).toBe(100)
    expect(decode(percent, '-1')).toEqual(badValue('-1'))
    expect(decode(percent, '101')).toEqual(badValue('101'))
  })

  it('does not echo long values', () => {
    const refusal = shapedLike(decode(integer(), '😀'.repeat(5000)), { bad_value: '' })
    expect(refusal.bad_value.length).toBeLessThan(1100)
    expect(refusal.bad_value.isWellFormed()).toBe(true)
  })
})

describe('flag()', () => {
  it.each([
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['false', false],
    ['fAlse', false],
  ])('reads %s', (raw, value) => {
    expect(decode(flag(), raw)).toBe(value)
  })

  it.each(['', 'yes', 'on', 'truetrue'])('reports that %j is not JSON', (raw) => {
    expect(decode(flag(), raw)).toEqual(badRequest('Argument "x" is not valid JSON.'))
  })

  it.each(['1', '0', '"true"', '[true]', 'null'])('reports that %s is not a boolean', (raw) => {
    expect(decode(flag(), raw)).toEqual(badRequest('x is not a boolean'))
  })
})

describe('converted()', () => {
  const even = converted(Type.Integer(), (raw) => {
    if (raw === 'boom') throw new RangeError('boom')
    if (raw === 'refused') throw new ApiError('Refused in its own words', { code: 'BAD_NARROW' })
    return Number(raw) % 2 === 0 ? Number(raw) : undefined
  })

  it('has the value that its function returns', () => {
    expect(decode(even, '4')).toBe(4)
    expect(decode(even, '3')).toEqual(badValue('3'))
    expect(decode(even, 'boom')).toEqual(badValue('boom'))
    expect(decode(even, 'refused')).toEqual({ msg: 'Refused in its own words', code: 'BAD_NARROW' })
    expect(decode(even, '4\0')).toEqual(badRequest('x contains NULL (0x00) characters.'))
  })
})
