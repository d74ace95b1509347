import Ajv from 'ajv/dist/2020'
import type { ValidateFunction } from 'ajv'
import type { OpenApiDocument } from '../../src/server/http/openapi/types'
import { asRecord, maybe, shapedLike } from '../support/checked'
import { secretMark } from './cast'
import type { Cast } from './cast'
import type { Attempt } from './calls'
import type { Answer } from './connection'
import type { Operation } from './operations'

/** A fault of an answer. */
export interface Complaint {
  kind:
    'server error' | 'schema' | 'undeclared' | 'form' | 'leak' | 'secret' | 'size' | 'time' | 'hang'
  text: string
}

/** Max bytes of an answer: about the size of the largest page of messages. */
const mostBytes = 24 * 1024 * 1024

/** Traces of server internals, such as stacks, SQL and paths. */
const traces =
  /\n\s+at |node_modules|\/dist\/|[a-z]\.(ts|js):\d+|syntax error at or near|violates \w+ constraint|duplicate key value|ECONNREFUSED|select .{1,200} from |pg_catalog|TypeError|ReferenceError|Cannot read prop/i

/** Statuses of refusals without a declaration: for unreadable requests. */
const generalStatuses: ReadonlySet<number> = new Set([400, 404, 405, 408, 413, 414, 415, 417, 431])
const fileStatuses: ReadonlySet<number> = new Set([200, 206, 302, 304, 416])

/** Paths with the protocol's JSON answers; others serve pages or figures. */
const isApi = /^\/(api\/v1|json)\//

/** Checks answers against the OpenAPI document, and against rules for all answers. */
export class Checks {
  private readonly ajv = new Ajv({
    strict: false,
    validateFormats: false,
    code: { optimize: false },
  })
  private readonly validators = new Map<object, ValidateFunction>()
  private readonly codes = new WeakMap<object, ReadonlySet<string | undefined>>()

  constructor(
    document: OpenApiDocument,
    private readonly cast: Cast,
  ) {
    this.ajv.addSchema({ $id: 'document', components: document.components })
  }

  /** The faults of an answer; usually none. */
  check(attempt: Attempt, answer: Answer): Complaint[] {
    const { status, headers, body } = answer
    const complaints: Complaint[] = []
    const complain = (kind: Complaint['kind'], text: string): void => {
      complaints.push({ kind, text })
    }
    if (status >= 500 && !isAllowed5xx(attempt, status))
      complain('server error', `status ${status}`)
    if (headers['x-content-type-options'] !== 'nosniff') complain('form', 'nosniff is missing')
    if (body.length > mostBytes) complain('size', `an answer of more than ${mostBytes} bytes`)
    this.searchSecrets(attempt, body, complain)
    const isJson = headers['content-type']?.startsWith('application/json') ?? false
    if (attempt.call.method === 'HEAD') return complaints
    if (status >= 400) {
      const trace = traces.exec(body.toString('latin1', 0, 20_000))
      if (trace) complain('leak', `an error shows ${JSON.stringify(trace[0])}`)
    }
    if (isJson) this.checkJson(attempt, answer, complain)
    else if (status !== 304 && !this.mayBeOther(attempt, answer)) {
      complain('form', `status ${status} with Content-Type ${headers['content-type']}`)
    }
    return complaints
  }

  private checkJson(
    { operation, call }: Attempt,
    { status, body }: Answer,
    complain: (kind: Complaint['kind'], text: string) => void,
  ): void {
    let answer: { result?: unknown; msg?: unknown; code?: string }
    try {
      answer = JSON.parse(body.toString()) as typeof answer
    } catch {
      return complain('form', `status ${status} with broken JSON`)
    }
    const isEnvelope = operation !== undefined || status >= 400 || isApi.test(call.path)
    if (!isEnvelope || call.path.endsWith('/openapi.json')) return
    const result = status < 400 ? 'success' : 'error'
    if (status < 500 && (answer.result !== result || typeof answer.msg !== 'string')) {
      complain('form', `status ${status} with result ${JSON.stringify(answer.result)}`)
    }
    if (!operation || isDeclaredFile(operation)) return
    const response = operation.description.responses[String(status)]
    if (!response) {
      if (!isGeneral(status, answer.code))
        complain('undeclared', `status ${status} (${answer.code})`)
      return
    }
    const schema = response.content['application/json']?.schema
    if (!schema) return
    const validate = this.validatorOf(schema)
    if (!validate(answer)) {
      complain('schema', `status ${status}: ${this.ajv.errorsText(validate.errors).slice(0, 300)}`)
    }
    if (status < 400 || this.codesOf(response).has(answer.code)) return
    if (!isGeneral(status, answer.code))
      complain('undeclared', `code ${answer.code} with ${status}`)
  }

  private searchSecrets(
    { caller, call }: Attempt,
    body: Buffer,
    complain: (kind: Complaint['kind'], text: string) => void,
  ): void {
    const hasMark = body.includes(secretMark)
    for (const { text, what, mayRead, searched } of this.cast.secrets) {
      if (!hasMark && text.startsWith(secretMark)) continue
      if (mayRead.has(caller.name) || (searched && !searched.has(caller.name))) continue
      // Spoiled credentials never belong to another caller, so the caller's permissions still apply.
      if (body.includes(text))
        complain('secret', `${caller.name} reads ${what} at ${call.operation}`)
    }
  }

  private mayBeOther({ operation, call }: Attempt, { status, headers }: Answer): boolean {
    if (operation && isDeclaredFile(operation)) return fileStatuses.has(status)
    // Also by path, because a spoiled call may have no operation and still get a stream.
    if ([operation?.name, call.path].some((name) => name?.endsWith('/events/stream'))) {
      return headers['content-type']?.startsWith('text/event-stream') ?? false
    }
    return operation === undefined && !isApi.test(call.path)
  }

  private validatorOf(schema: object): ValidateFunction {
    const known = this.validators.get(schema)
    if (known) return known
    // References point into the document's own schemas.
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
    const made = this.ajv.compile(asRecord(JSON.parse(text)))
    this.validators.set(schema, made)
    return made
  }

  private codesOf(
    response: Operation['description']['responses'][string],
  ): ReadonlySet<string | undefined> {
    const known = this.codes.get(response)
    if (known) return known
    const examples = Object.values(response.content['application/json']?.examples ?? {})
    const codes = new Set(examples.map(({ value }) => shapedLike(value, { code: maybe('') }).code))
    this.codes.set(response, codes)
    return codes
  }
}

/** Clients log out on a 429 to register, so an overloaded server answers 503 there. */
function isAllowed5xx({ call }: Attempt, status: number): boolean {
  return status === 503 && call.operation.endsWith('/register')
}

function isGeneral(status: number, code: string | undefined): boolean {
  const isCode = code === 'BAD_REQUEST' || (status === 405 && code === 'METHOD_NOT_ALLOWED')
  return generalStatuses.has(status) && isCode
}

function isDeclaredFile({ description }: Operation): boolean {
  return description.responses['200']?.content['application/octet-stream'] !== undefined
}
