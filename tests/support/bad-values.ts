import { Value } from '@sinclair/typebox/value'
import type { Param } from '../../src/server/http/declare/param'

/** A value that clients should not send. */
export interface BadValue {
  name: string
  /** Encoded for a URL or a form. */
  encoded: string
  /** If set, no argument may accept it, or none that holds JSON. Otherwise the argument's schema decides. */
  refusedBy?: 'every argument' | 'JSON arguments'
}

/**
 * Values that every argument refuses: bytes that are not text, text that cannot be stored, oversized text.
 */
const neverGood: readonly BadValue[] = Object.entries({
  'a NUL': 'a%00b',
  'a byte that is no UTF-8': 'a%FFb',
  'an overlong NUL': 'a%C0%80b',
  'half a character': 'a%ED%A0%80b',
  'a character cut off': 'a%E2%82',
  '100,000 characters': 'x'.repeat(100_000),
  '100,000 blanks': '+'.repeat(100_000),
}).map(([name, encoded]) => ({ name, encoded, refusedBy: 'every argument' }))

/** Values for any argument: some accept them and others do not. */
const questionable = [
  ...['null', '-1', '1e400', '99999999999999999999', '', ' ', '__proto__', 'constructor'],
  // Some text arguments accept JSON quotes.
  ...[String.raw`"\ud800"`, String.raw`"a\u0000b"`],
].map(asItIs)

const levels = 100_000
const long = 'x'.repeat(100_000)

/** Further values for flags and numbers. */
const questionableScalars = [
  ...['true', '"true"', '1', '1.5', '1e3', '0x10', '９', 'NaN', '9007199254740993', '2147483648'],
  ...['words', '[]', '{}', '{"a":', '[true]', '[1]'],
].map(asItIs)

/** Values that every JSON argument refuses. */
const badJson: readonly BadValue[] = Object.entries({
  'single quotes': "['a']",
  'a trailing comma': '["a",]',
  'too deep a list': '['.repeat(levels) + ']'.repeat(levels),
  'too deep an object': '{"a":'.repeat(levels) + '1' + '}'.repeat(levels),
  '1,000,000 items': `[${'1,'.repeat(999_999)}1]`,
  'half a character in a list': String.raw`["\udfff"]`,
  'half a character in a key': String.raw`{"\ud800":"a"}`,
  'half a character further down': String.raw`[{"name":"\ud800"},["stream","\ud800"]]`,
  'a NUL in a list': String.raw`["a\u0000b"]`,
  'a NUL in a member': String.raw`[{"name":"\u0000"}]`,
  'a long text in a list': `["${long}"]`,
  'a long text in a pair': `[["${long}","${long}"]]`,
  'long texts in members': JSON.stringify([
    { name: long, stream_id: 1, property: long, value: true, operator: long, operand: 'a' },
  ]),
}).map(([name, text]) => ({ name, encoded: encode(text), refusedBy: 'JSON arguments' }))

/** JSON that some arguments accept and others do not. */
const questionableJson = [
  ...['"__proto__"', '[null]', '[1.5]', '[-1]', '[[]]', '[{}]', '[1e400]'],
  ...['[99999999999999999999]', '{"0":"a","length":1}', '{"a":{"b":[1]}}', '["constructor"]'],
  ...['{"__proto__":{"a":1}}', '{"__proto__":"a"}', '{"constructor":{"prototype":{"a":1}}}'],
  ...['[{"__proto__":{"name":"a"}}]', '[{"name":5}]', '[{"name":"a","description":[]}]'],
  ...['[["__proto__","a"]]', '[{"operator":"constructor","operand":"a"}]', '[["stream",{}]]'],
  ...['[{"stream_id":-1,"property":"__proto__","value":true}]'],
].map(asItIs)

/** All values to try on an argument: for plain text, JSON is a text like any other. */
export function badValuesFor(name: string, param: Param<unknown>): readonly BadValue[] {
  const always = [...neverGood, ...questionable]
  // The text of `to` is a name or JSON.
  if (param.encoding === 'json' || name === 'to') {
    return [...always, ...questionableScalars, ...badJson, ...questionableJson]
  }
  return param.schema['type'] === 'string' ? always : [...always, ...questionableScalars]
}

/** Whether an argument's declaration permits a value. */
export function mayTake(param: Param<unknown>, value: BadValue): boolean {
  const { refusedBy } = value
  if (refusedBy === 'every argument') return false
  const { text, parsed } = meaningOf(value)
  if (text === 'null' && !param.isRequired) return true
  if (param.encoding === 'text') return fits(param, text) || fits(param, parsed)
  return refusedBy === undefined && fits(param, parsed)
}

/** The texts of values, and what they mean as JSON: some are long, and tried on many arguments. */
const meanings = new WeakMap<BadValue, { text: string; parsed: unknown }>()

function meaningOf(value: BadValue): { text: string; parsed: unknown } {
  const known = meanings.get(value)
  if (known) return known
  const text = decodeURIComponent(value.encoded)
  const meaning = { text, parsed: parse(text) }
  meanings.set(value, meaning)
  return meaning
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

function asItIs(text: string): BadValue {
  return { name: text, encoded: encode(text) }
}

/** Very long texts need no escapes, and would grow too long with them. */
function encode(text: string): string {
  return text.length > 10_000 ? text : encodeURIComponent(text)
}
