import type { Endpoint } from '../../src/server/http/declare/endpoint'
import { anyValue, asError, maybe, shapedLike } from './checked'
import { callWith, encodeAll } from './raw-call'
import type { Answer } from './plain-call'
import { sampleCall } from './sample-calls'
import type { SampleCall } from './sample-calls'
import { prepareSnapshots } from './snapshot'
import type { Snapshot } from './snapshot'
import type { TestServer } from './test-server'

/** Max characters in the body of a refusal. */
const maxRefusalCharacters = 5_000

/** 302: the response may redirect to the address of a file. */
const successes = [200, 302]

/**
 * Attempts to make an endpoint misbehave. Faults are collected and not thrown, so that one run lists all of
 * them.
 */
export class Trial {
  readonly faults: string[] = []

  private constructor(
    private readonly server: TestServer,
    private readonly endpoint: Endpoint,
    private readonly takeSnapshot: () => Promise<Snapshot>,
    /** A call that would succeed. */
    public call: SampleCall,
    private snapshot: Snapshot,
  ) {}

  /** @throws when the unmodified call is refused, because the trial would then prove nothing */
  static async begin(server: TestServer, endpoint: Endpoint): Promise<Trial> {
    const tried = await sampleCall(server, endpoint)
    const { status, text } = await callWith(server, endpoint, tried, encodeAll(tried.args))
    const isExpected = successes.includes(status) || tried.refusal !== undefined
    if (!isExpected) throw new Error(`The sample call is refused: ${text}`)
    const call = tried.isSpent ? await sampleCall(server, endpoint) : tried
    const takeSnapshot = await prepareSnapshots(server)
    return new Trial(server, endpoint, takeSnapshot, call, await takeSnapshot())
  }

  /**
   * Sends a request that must be refused in the error form and change nothing, or may be accepted if
   * `mayBeTaken`.
   *
   * @param send sends a modification of the call that would succeed
   */
  async attempt(
    what: string,
    mayBeTaken: boolean,
    send: (call: SampleCall) => Promise<Answer>,
  ): Promise<void> {
    const fault = await this.#faultOf(mayBeTaken, send)
    if (fault !== undefined) this.faults.push(`${what}: ${fault}`)
  }

  /** Accepts all changes of the stored data up to now. */
  async forgive(): Promise<void> {
    this.snapshot = await this.takeSnapshot()
  }

  async #faultOf(
    mayBeTaken: boolean,
    send: (call: SampleCall) => Promise<Answer>,
  ): Promise<string | undefined> {
    let response: Answer
    try {
      response = await send(this.call)
    } catch (error) {
      return asError(error).message
    }
    const after = await this.takeSnapshot()
    const changed = Object.keys(after).filter((table) => after[table] !== this.snapshot[table])
    this.snapshot = after
    if (successes.includes(response.status)) {
      if (this.call.isSpent) {
        this.call = await sampleCall(this.server, this.endpoint)
        await this.forgive()
      }
      return mayBeTaken ? undefined : `accepted, with ${response.text}`
    }
    return refusalFault(response) ?? (changed.length > 0 ? `changed ${changed.join()}` : undefined)
  }
}

/** The fault of a refusal; undefined for a good one. */
function refusalFault({ status, headers, body, text }: Answer): string | undefined {
  const { result, msg } = shapedLike(body, { result: maybe(anyValue), msg: maybe(anyValue) })
  const isForm = result === 'error' && typeof msg === 'string' && msg !== ''
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  // Clients log out on a 401, so only wrong credentials may cause one.
  const isClientsFault = status >= 400 && status < 500 && status !== 401
  if (!isClientsFault || !isForm || !isJson) return `${status} ${text.slice(0, 200)}`
  if (text.length > maxRefusalCharacters) return `a refusal of ${text.length} characters`
  return undefined
}
