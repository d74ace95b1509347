import { elementAt } from '../support/checked'
import type { Random } from '../support/random'
import type { Operation } from './operations'
import { encodeText, urlencode } from './request'
import type { Body, Field } from './request'
import { brokenEncoding, oddNumber, oddText } from './texts'
import { anyJson, oddArgument } from './values'

/*
 * Ways to spoil a valid call: its arguments, their places and encoding, and the headers.
 */

/** A call under construction: arguments have texts, but no place yet. */
export interface Draft {
  operation: Operation
  method: string
  /** Texts of the path's arguments. */
  path: Map<string, string>
  query: Field[]
  form: Field[]
  /** Replaces the form. */
  body: Body | undefined
  headers: [string, string][]
}

type Mutation = (random: Random, draft: Draft, operations: readonly Operation[]) => void

const mutations: readonly Mutation[] = [
  ...[spoilArgument, spoilArgument, spoilArgument, spoilArgument, spoilArgument, spoilPath],
  ...[breakEncoding, dropArgument, repeatArgument, bracketArgument, inventArgument, useAlias],
  ...[moveToQuery, moveToForm, moveToMultipart, sendJson, sendBytes, overrideMethod, changeMethod],
  ...[changeContentType, addHeader, addHeader, changeHost, changeCredentials, changePath],
]

/** Spoils a call in one to three places. */
export function mutate(random: Random, draft: Draft, operations: readonly Operation[]): void {
  for (let times = random.pick([1, 1, 1, 2, 3]); times > 0; times -= 1) {
    random.pick(mutations)(random, draft, operations)
  }
}

function fieldsOf({ query, form }: Draft): Field[] {
  return form.length > 0 ? form : query
}

function isJson({ operation }: Draft, name: string): boolean {
  return operation.args.some((argument) => argument.name === name && argument.isJson)
}

function spoilArgument(random: Random, draft: Draft): void {
  const fields = fieldsOf(draft)
  if (fields.length === 0) return spoilPath(random, draft)
  const at = random.between(0, fields.length - 1)
  const { name, text } = elementAt(fields, at)
  fields[at] = { name, text: oddArgument(random, text, isJson(draft, name)) }
}

function spoilPath(random: Random, { path }: Draft): void {
  const [name] = [...path.keys()]
  if (name !== undefined) path.set(name, random.chance(0.5) ? oddNumber(random) : oddText(random))
}

function breakEncoding(random: Random, draft: Draft): void {
  const fields = fieldsOf(draft)
  if (fields.length === 0) return
  const at = random.between(0, fields.length - 1)
  const { name } = elementAt(fields, at)
  fields[at] = { name, text: brokenEncoding(random), isEncoded: true }
}

function dropArgument(random: Random, draft: Draft): void {
  const fields = fieldsOf(draft)
  if (fields.length > 0) fields.splice(random.between(0, fields.length - 1), 1)
}

function repeatArgument(random: Random, draft: Draft): void {
  const fields = fieldsOf(draft)
  if (fields.length === 0) return
  const field = random.pick(fields)
  const times = random.chance(0.05) ? 1_100 : random.between(1, 3)
  for (let time = 0; time < times; time += 1) {
    fields.push(random.chance(0.5) ? field : { name: field.name, text: oddText(random) })
  }
}

function bracketArgument(random: Random, draft: Draft): void {
  const fields = fieldsOf(draft)
  if (fields.length === 0) return
  const at = random.between(0, fields.length - 1)
  const { name, text } = elementAt(fields, at)
  fields[at] = { name: name + random.pick(['[]', '[0]', '[a]', '[__proto__]', '.a']), text }
}

function inventArgument(random: Random, draft: Draft): void {
  const names = ['__proto__', 'constructor', 'api_key', 'user_id', 'realm_id', 'forged', 'sender']
  const name = random.chance(0.7) ? random.pick(names) : oddText(random)
  fieldsOf(draft).push({ name, text: oddText(random) })
}

/** Adds an argument of any operation; this one may not know it. */
function useAlias(random: Random, draft: Draft, operations: readonly Operation[]): void {
  const { args } = random.pick(operations)
  if (args.length > 0) fieldsOf(draft).push({ name: random.pick(args).name, text: oddText(random) })
}

function moveToQuery(_random: Random, draft: Draft): void {
  draft.query.push(...draft.form.splice(0))
}

function moveToForm(_random: Random, draft: Draft): void {
  draft.form.push(...draft.query.splice(0))
}

function moveToMultipart(_random: Random, draft: Draft): void {
  draft.body = { kind: 'multipart', fields: [...draft.form.splice(0)] }
}

function sendJson(random: Random, draft: Draft): void {
  const json = random.chance(0.5)
    ? JSON.stringify(Object.fromEntries(draft.form.map(({ name, text }) => [name, text])))
    : JSON.stringify(anyJson(random))
  draft.body = { kind: 'bytes', type: 'application/json', bytes: Buffer.from(json) }
}

/** Sends the form in another encoding than declared. */
function sendBytes(random: Random, draft: Draft): void {
  const form = urlencode(draft.form)
  const type = 'application/x-www-form-urlencoded'
  const bytes = random.pick([
    Buffer.from(`\ufeff${form}`, 'utf16le'),
    Buffer.from(`\ufeff${form}`),
    Buffer.from(form.replaceAll(/%[0-9a-f]{2}/gi, plainByte), 'latin1'),
    Buffer.from(oddText(random)),
    Buffer.from(form.replaceAll('&', ';')),
  ])
  draft.body = { kind: 'bytes', type, bytes }
}

/** The character of a percent-encoding; for bytes beyond ASCII an `é`. */
function plainByte(encoded: string): string {
  const code = Number.parseInt(encoded.slice(1), 16)
  return code < 0x80 ? String.fromCharCode(code) : 'é'
}

function overrideMethod(random: Random, draft: Draft): void {
  if (random.chance(0.7)) draft.method = 'POST'
  const methods = [
    draft.operation.method,
    'DELETE',
    'PATCH',
    'GET',
    'patch',
    'TRACE',
    '',
    '__proto__',
  ]
  draft.form.push({ name: 'method', text: random.pick(methods) })
}

function changeMethod(random: Random, draft: Draft): void {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND']
  draft.method = random.pick(methods)
}

function changeContentType(random: Random, draft: Draft): void {
  const types = [
    ...['application/json', 'text/plain', 'multipart/form-data', 'multipart/form-data; boundary='],
    ...['application/x-www-form-urlencoded; charset=utf-16', 'application/json; charset=latin1'],
    ...[`multipart/form-data; boundary=${'b'.repeat(300)}`, 'application/xml', ';', '', 'a/b; c="'],
  ]
  draft.headers.push(['Content-Type', random.pick(types)])
}

const headers: readonly (readonly [string, readonly string[]])[] = [
  [
    'Range',
    ['bytes=0-3', 'bytes=-5', 'bytes=5-1', 'bytes=0-0,2-3', 'bytes=99999999999999999999-', 'x'],
  ],
  ['If-None-Match', ['*', '"a"', 'W/"a", "b"', '"']],
  ['If-Match', ['*', '"a"']],
  ['If-Modified-Since', ['Thu, 01 Jan 2037 00:00:00 GMT', 'yesterday', '']],
  ['If-Range', ['"a"', 'Thu, 01 Jan 2037 00:00:00 GMT']],
  [
    'User-Agent',
    ['ZulipMobile/27.0 (iOS 17)', 'ZulipDesktop/5', '', 'x'.repeat(5_000), '\xe9\xff'],
  ],
  ['Accept', ['text/html', 'application/xml;q=x', '*/*']],
  ['Accept-Encoding', ['gzip', 'br;q=1', 'identity;q=0, *;q=0']],
  ['Content-Encoding', ['gzip', 'deflate', 'identity', 'br, gzip']],
  ['X-Forwarded-For', ['1.2.3.4', '::1, a', `${'1.1.1.1,'.repeat(200)}x`]],
  ['X-Forwarded-Proto', ['https', 'javascript']],
  ['X-Forwarded-Host', ['other.localhost', 'evil.test']],
  ['X-Request-Id', ['a', '../../x', 'x'.repeat(200)]],
  ['X-HTTP-Method-Override', ['DELETE']],
  ['Cookie', ['a=b; __proto__=c', '='.repeat(3_000), 'sessionid=x']],
  ['Origin', ['null', 'http://localhost', 'https://evil.test']],
  ['Sec-Fetch-Site', ['cross-site', 'same-origin']],
  ['Expect', ['100-continue', 'x']],
  ['TE', ['trailers']],
  ['Connection', ['close', 'keep-alive, x']],
]

function addHeader(random: Random, draft: Draft): void {
  const [name, values] = random.pick(headers)
  draft.headers.push([name, random.pick(values)])
}

function changeHost(random: Random, draft: Draft): void {
  const hosts = [
    'other.localhost',
    'LOCALHOST',
    'localhost:1',
    'a.b.localhost',
    '127.0.0.1',
    '[::1]',
  ]
  const more = [
    '',
    'localhost.',
    'evil.test',
    'a'.repeat(300),
    'x@y',
    'localhost/..',
    '-.localhost',
  ]
  draft.headers = draft.headers.map(([name, value]) => [
    name,
    name === 'Host' ? random.pick([...hosts, ...more]) : value,
  ])
}

function changeCredentials(random: Random, draft: Draft): void {
  const credentials = [
    ...['Basic', 'Basic ', 'Basic !!!', 'Bearer x', 'basic', 'Basic OjpvOg==', 'Digest a="b"', ''],
    ...[`Basic ${'QUFB'.repeat(3_000)}`, `Basic ${Buffer.from('a\0b:c').toString('base64')}`],
    ...[`Basic ${Buffer.from(`${oddText(random)}:${oddText(random)}`).toString('base64')}`],
  ]
  draft.headers = draft.headers.map(([name, value]) => [
    name,
    name === 'Authorization' ? random.pick(credentials) : value,
  ])
}

/** Another spelling of the same address, or an invalid one. */
function changePath(random: Random, draft: Draft): void {
  const { operation } = draft
  const path = operation.path
  const other = random.pick([
    path.replace('/api/v1', '/json'),
    `${path}/`,
    path.replace('/api', '//api'),
    path.toUpperCase(),
    path.replace('/v1', '/v1/..'),
    `${path}/${encodeText(oddText(random).slice(0, 100))}`,
    path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
    `/${encodeText(oddText(random).slice(0, 100))}`,
    ...[
      '/',
      '/api',
      '/api/v1',
      '/health',
      '/ready',
      '/static/emoji-data.json',
      '/json/',
      '/static/..',
    ],
  ])
  // An unknown path has no declaration to check against.
  draft.operation = { ...operation, path: other }
}
