import type { JsonSchema, OpenApiDocument, Operation } from '../openapi/types'
import { curlExample } from './curl-example'
import { describeType, membersOf } from './describe-type'
import { html, withCode } from '../answers/html'
import type { Html } from '../answers/html'
import { page } from '../answers/page'

/** One method of one path. */
interface Entry {
  method: string
  path: string
  operation: Operation
}

/** The OpenAPI document as a page for people. */
export function apiPage(document: OpenApiDocument): string {
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Entry => {
      return { method: method.toUpperCase(), path, operation }
    }),
  )
  const sections = document.tags.map(({ name }) => ({
    name,
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const serverUrl = document.servers[0]?.url ?? ''
  return page(
    `${document.info.title} API`,
    html`<h1>${document.info.title} API</h1>
      <p>${withCode(document.info.description)}</p>
      <p>
        Address: <code>${serverUrl}</code> · <a href="/api/v1/openapi.json">OpenAPI document</a>
      </p>
      <p>
        Each operation has an example. Replace the words in capitals by your own: the email address
        and API key of an account (an owner's to try everything, a bot's where only bots may call),
        a file, and ids of other answers, such as <code>STREAM_ID</code>.
      </p>
      <nav>${sections.map(({ name, entries: own }) => contents(name, own))}</nav>
      ${sections.map(
        ({ name, entries: own }) =>
          html`<h2 id="${name}">${name}</h2>
            ${own.map((entry) => describeEntry(entry, serverUrl))}`,
      )}`,
  )
}

function contents(name: string, entries: readonly Entry[]): Html {
  return html`<h4><a href="#${name}">${name}</a></h4>
    <ul>
      ${entries.map(
        ({ method, path, operation }) =>
          html`<li>
            <a href="#${operation.operationId}">${method} ${path}</a> ${withCode(operation.summary)}
          </li>`,
      )}
    </ul>`
}

function describeEntry({ method, path, operation }: Entry, serverUrl: string): Html {
  return html`<h3 id="${operation.operationId}">
      <code><span class="method">${method}</span> ${path}</code>
    </h3>
    <p>${withCode(operation.summary)}</p>
    ${operation.description && html`<p>${withCode(operation.description)}</p>`}
    <p class="note">${credentialsNote(operation)}</p>
    ${table('Arguments', argumentRows(operation))}
    <pre>${curlExample({ method, path, operation, serverUrl })}</pre>
    ${table('Answer', answerRows(operation))} ${errorTable(operation)}`
}

function credentialsNote({ security }: Operation): string {
  const [scheme] = security.flatMap((alternative) => Object.keys(alternative))
  if (scheme === 'basic')
    return 'HTTP Basic authentication: email address and API key; or the session of a browser.'
  if (scheme === 'apiKey') return 'Authentication: the API key of a bot as argument api_key.'
  return 'No authentication.'
}

interface Row {
  name: string
  schema: JsonSchema
  isRequired: boolean
  description: string
  note: string
}

function argumentRows({ parameters = [], requestBody }: Operation): Row[] {
  const fromAddress = parameters.map((parameter): Row => ({
    name: parameter.name,
    schema: parameter.schema ?? parameter.content?.['application/json']?.schema ?? {},
    isRequired: parameter.required,
    description: parameter.description ?? '',
    note: parameter.content ? `${parameter.in}, JSON` : parameter.in,
  }))
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const place = type === 'application/json' ? 'body' : 'form'
  const fromBody = memberRows(media?.schema ?? {}).map((row) => ({
    ...row,
    note: media?.encoding?.[row.name] ? `${place}, JSON` : place,
  }))
  return [...fromAddress, ...fromBody]
}

function answerRows({ responses }: Operation): Row[] {
  const [media] = Object.values(responses['200']?.content ?? {})
  const schema = media?.schema ?? {}
  return memberRows(schema).filter(({ name }) => !generalMembers.has(name))
}

/** Members of every success, which the page describes once. */
const generalMembers = new Set(['result', 'msg', 'ignored_parameters_unsupported'])

function memberRows(schema: JsonSchema): Row[] {
  return membersOf(schema).map((member) => ({
    ...member,
    description: descriptionOf(member.schema),
    note: '',
  }))
}

function descriptionOf({ description }: JsonSchema): string {
  return typeof description === 'string' ? description : ''
}

function table(title: string, rows: readonly Row[]): Html {
  if (rows.length === 0) return html``
  return html`<h4>${title}</h4>
    <table>
      ${rows.map(
        (row) =>
          html`<tr>
            <td>
              <code>${row.name}</code>
              ${row.isRequired ? '' : html`<span class="note">optional</span>`}
            </td>
            <td>${describeType(row.schema)} <span class="note">${row.note}</span></td>
            <td>${withCode(row.description)}</td>
          </tr>`,
      )}
    </table>`
}

function errorTable({ responses }: Operation): Html {
  const errors = Object.entries(responses).filter(([status]) => status !== '200')
  return html`<h4>Errors</h4>
    <table>
      ${errors.map(
        ([status, response]) =>
          html`<tr>
            <td>${status}</td>
            <td>
              ${response.description.split('\n').map((line) => html`${withCode(line.slice(2))}<br />`)}
            </td>
          </tr>`,
      )}
    </table>`
}
