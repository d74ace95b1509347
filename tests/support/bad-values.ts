import { Value } from '@sinclair/typebox/value'
import type { Param } from '../../src/http/param'

/** Something that clients should not send. */
export interface BadValue {
  name: string
  /** As it stands in a URL or in a form. */
  encoded: string
  /** Set: no argument may take it, or none that holds JSON. Else its schema decides. */
  refusedBy?: 'every argument' | 'JSON arguments'
}

/** What no argument takes: bytes that are no text, text that cannot be stored, text without end. */
const neverGood: readonly BadValue[] = Object.entries({
  'a NUL': 'a%00b',
  'a NUL alone': '%00',
  'a byte that is no UTF-8': 'a%FFb',
  'an overlong NUL': 'a%C0%80b',
  'half a character': 'a%ED%A0%80b',
  'a character cut off': 'a%E2%82',
  '100,000 characters': 'x'.repeat(100_000),
  '100,000 blanks': '+'.repeat(100_000),
}).map(([name, encoded]) => ({ name, encoded, refusedBy: 'every argument' }))

const levels = 100_000

/** What no JSON argument takes. To plain text it may be as good as any other. */
const badJson: readonly BadValue[] = Object.entries({
  nothing: '',
  blanks: '  ',
  words: 'not JSON',
  'half an object': '{"a":',
  'single quotes': "['a']",
  'a trailing comma': '["a",]',
  'not a number': 'NaN',
  'too deep a list': '['.repeat(levels) + ']'.repeat(levels),
  'too deep an object': '{"a":'.repeat(levels) + '1' + '}'.repeat(levels),
  '1,000,000 items': `[${'1,'.repeat(999_999)}1]`,
  'half a character in JSON': String.raw`"\ud800"`,
  'half a character in a list': String.raw`["\udfff"]`,
  'half a character in a key': String.raw`{"\ud800":"a"}`,
  'half a character in a nested text': String.raw`[{"name":"\ud800"},["stream","\ud800"]]`,
  'a NUL in JSON': String.raw`"a\u0000b"`,
  'a NUL in a list': String.raw`["a\u0000b"]`,
  'a NUL in a nested text': String.raw`[{"name":"\u0000"}]`,
}).map(([name, text]) => ({ name, encoded: encode(text), refusedBy: 'JSON arguments' }))

/** What some arguments take and others do not. */
const questionable: readonly BadValue[] = [
  ...['null', 'true', '"true"', '0', '-1', '1.5', '-0', '1e3', '0x10', '1_000', '９', 'Infinity'],
  ...['1e400', '99999999999999999999', '-99999999999999999999', '9007199254740993', '2147483648'],
  ...['[]', '{}', '""', '[null]', '[true]', '[1.5]', '[-1]', '[[]]', '[{}]', '[""]', '[["a"]]'],
  ...['[1e400]', '[99999999999999999999]', '{"0":"a","length":1}', '{"a":{"b":[1]}}'],
  ...['__proto__', 'constructor', '["__proto__"]', '["constructor"]', '{"__proto__":{"a":1}}'],
  ...['{"__proto__":"a"}', '{"constructor":{"prototype":{"a":1}}}', '{"toString":null}'],
  ...['[{"__proto__":{"name":"a"}}]', '[{"name":5}]', '[{"name":{}}]', '[{"name":"a","x":[]}]'],
  ...['[["__proto__","a"]]', '[{"operator":"constructor","operand":"a"}]', '[["stream",{}]]'],
  ...['[{"stream_id":-1,"property":"__proto__","value":true}]', '"__proto__"', '\u{1f600}'],
].map((text) => ({ name: text, encoded: encode(text) }))

export const badValues: readonly BadValue[] = [...neverGood, ...badJson, ...questionable]

/** Whether an argument, as it is declared, may take a value all the same. */
export function mayTake(param: Param<unknown>, { encoded, refusedBy }: BadValue): boolean {
  if (refusedBy === 'every argument') return false
  const text = decodeURIComponent(encoded)
  if (text === 'null' && !param.isRequired) return true
  const parsed = parse(text)
  if (param.encoding === 'text') return [text, parsed].some((value) => fits(param, value))
  return refusedBy === undefined && fits(param, parsed)
}

function fits(param: Param<unknown>, value: unknown): boolean {
  return value !== undefined && Value.Check(param.schema, value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is very long needs no escapes, and would grow too long with them. */
function encode(text: string): string {
  return text.length > 10_000 ? text : encodeURIComponent(text)
}
