import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { OpenApiDocument } from '../../src/server/http/openapi/types'
import { elementAt, firstOf } from '../support/checked'
import { Random } from '../support/random'
import { breakRequest, playBroken } from './broken-transport'
import { CallMaker } from './calls'
import type { Attempt } from './calls'
import { Director, gatherCast } from './cast'
import type { Cast } from './cast'
import { Checks } from './checks'
import type { Complaint } from './checks'
import { Connection, NoAnswerError } from './connection'
import type { Answer } from './connection'
import { learn } from './learn'
import { Ledger, showCall, showFinding } from './ledger'
import type { Finding } from './ledger'
import { minimize } from './minimize'
import { readOperations } from './operations'
import { Payloads } from './payloads'
import { encodeCall, showBytes } from './request'
import type { BadLine, Scene } from './scene'
import { Steward } from './steward'
import { tellStory } from './stories'
import { World } from './world'
import { Watch } from './watch'
import type { WatchFigures } from './watch'

export interface FuzzOptions {
  seed: number
  /** Min number of requests; a story in progress is finished. */
  requests: number
  /** Max requests in flight. */
  concurrency: number
  /** A call that alone uses more CPU time of a worker than this is a finding. */
  slowSeconds: number
  say?: (line: string) => void
  /** Ends the run early, with the findings so far. */
  signal?: AbortSignal
}

export interface FuzzResult extends WatchFigures {
  findings: readonly Finding[]
  ledger: Ledger
  seconds: number
  /** CPU time of the workers and of the fuzzer. */
  cpuSeconds: { workers: number; fuzzer: number }
}

/** Shares of the turns that are stories, or break the transport. */
const shareOfStories = 0.03
const shareOfBroken = 0.02
const patienceMs = 30_000
/** Wait for the log line, which follows soon after the answer. */
const logPatienceMs = 200
const requestsPerTidying = 4_000
const requestsPerReturn = 300
const sayEveryMs = 10_000

/** Sends the requested number of requests, and checks each answer against the declarations. */
export async function runFuzz(scene: Scene, options: FuzzOptions): Promise<FuzzResult> {
  const startedAt = performance.now()
  const run = await Run.prepare(scene, options)
  const watch = new Watch(scene)
  try {
    await run.toTheEnd()
    // Ctrl-C in a terminal reaches the workers as well, so do not repeat calls then.
    if (!options.signal?.aborted) await run.repeatSlowOnes()
  } finally {
    await watch.stop()
  }
  if (!options.signal?.aborted) run.lookAtWorkers()
  const { ledger } = run
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage()
  const cpuSeconds = { workers: run.cpuOfWorkers(), fuzzer: (user + system) / 1e6 }
  return { ...watch.figures, findings: ledger.findings, ledger, seconds, cpuSeconds }
}

class Run {
  readonly ledger: Ledger
  private turn = 0
  private tidied = 0
  private broughtBack = 0
  private slow: { attempt: Attempt; ms: number }[] = []
  private readonly connections: Connection[] = []
  /** Ids of the requests that were answered with a server error. */
  private readonly answered = new Set<string>()

  private constructor(
    private readonly scene: Scene,
    private readonly options: FuzzOptions,
    private readonly maker: CallMaker,
    private readonly checks: Checks,
    private readonly steward: Steward,
  ) {
    this.ledger = new Ledger((finding) => options.say?.(showFinding(finding)))
  }

  static async prepare(scene: Scene, options: FuzzOptions): Promise<Run> {
    const connection = new Connection(firstOf(scene.ports))
    const director = new Director(connection)
    const world = new World()
    world.readMails = () => scene.readMails(world)
    const cast: Cast = await gatherCast(director, new Random(options.seed), world, scene)
    const steward = new Steward(director, cast, world)
    await steward.tidy()
    const document = await readDocument(director, cast)
    const operations = readOperations(document)
    const maker = new CallMaker(operations, cast.callers, world, await Payloads.prepare())
    return new Run(scene, options, maker, new Checks(document, cast), steward)
  }

  async toTheEnd(): Promise<void> {
    const { concurrency, requests, say } = this.options
    const startedAt = performance.now()
    const telling = setInterval(() => {
      const rate = Math.round((this.ledger.requests / (performance.now() - startedAt)) * 1000)
      say?.(`${this.ledger.requests} of ${requests} requests, ${rate} a second`)
    }, sayEveryMs)
    try {
      await Promise.all(Array.from({ length: concurrency }, (_, lane) => this.runLane(lane)))
    } finally {
      clearInterval(telling)
      for (const connection of this.connections) connection.close()
    }
  }

  private async runLane(lane: number): Promise<void> {
    const connection = this.connect(lane)
    while (this.isToGoOn()) {
      await this.keepOrder()
      // Each turn has a generator of its own, independent of the lane that takes it.
      const random = new Random(Math.imul(this.options.seed, 2_654_435_761) + (this.turn += 1))
      if (random.chance(shareOfStories)) await this.tell(random, connection, lane)
      else if (random.chance(shareOfBroken)) await this.break(random, lane)
      else await this.ask(this.maker.any(random), connection)
    }
  }

  private async keepOrder(): Promise<void> {
    const { requests } = this.ledger
    try {
      if (requests >= this.tidied + requestsPerTidying) {
        this.tidied = this.broughtBack = requests
        await this.steward.tidy()
      } else if (requests >= this.broughtBack + requestsPerReturn) {
        this.broughtBack = requests
        await this.steward.bringBack()
      }
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
      this.ledger.add({ kind: 'hang', operation: '(putting things in order)', text: error.message })
    }
  }

  private async tell(random: Random, connection: Connection, lane: number): Promise<void> {
    // Each concurrent step has its own connection, to any worker.
    const own = new AsyncLocalStorage<Connection>()
    await tellStory({
      random,
      maker: this.maker,
      ask: async (attempt) =>
        attempt ? this.ask(attempt, own.getStore() ?? connection) : undefined,
      together: async (...steps) => {
        const others = steps.map((_, index) => this.connect(lane + index))
        try {
          await Promise.all(steps.map((step, index) => own.run(elementAt(others, index), step)))
        } finally {
          for (const other of others) other.close()
        }
      },
    })
  }

  private async ask(attempt: Attempt, connection: Connection): Promise<Answer | undefined> {
    const answer = await this.exchange(attempt, connection)
    if (!answer) return undefined
    this.ledger.note(attempt, answer)
    if (answer.ms > 500) this.noteSlow(attempt, answer.ms)
    for (const complaint of this.checks.check(attempt, answer)) {
      await this.complain(attempt, answer, complaint, connection)
    }
    if (answer.status === 200 && attempt.operation) learn(attempt, answer.body, this.maker.world)
    return answer
  }

  private async exchange(attempt: Attempt, connection: Connection): Promise<Answer | undefined> {
    const { call } = attempt
    const isStream = call.path.endsWith('/events/stream')
    try {
      return await connection.exchange(encodeCall(call), {
        patienceMs,
        isHead: call.method === 'HEAD',
        isStream,
      })
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
      if (this.options.signal?.aborted) return undefined
      const { operation } = call
      this.ledger.add({ kind: 'hang', operation, text: error.message, request: showCall(attempt) })
      return undefined
    }
  }

  private async complain(
    attempt: Attempt,
    answer: Answer,
    { kind, text }: Complaint,
    connection: Connection,
  ): Promise<void> {
    const said = await this.logOf(kind, answer)
    const finding = this.ledger.add({
      kind,
      operation: attempt.call.operation,
      text: said ? `${text} · ${said.what}` : text,
      request: showCall(attempt),
      answer: answer.body.subarray(0, 500).toString(),
      ...(said && { log: said.text.slice(0, 2_500) }),
    })
    if (!finding) return
    // A fault of all requests need not be minimized.
    if (kind === 'form') return
    const smallest = await minimize(attempt.call, async (call) => {
      const again = { ...attempt, call }
      const other = await this.exchange(again, connection)
      return !!other && this.checks.check(again, other).some((each) => each.text === text)
    })
    finding.request = showCall({ ...attempt, call: smallest })
  }

  /** The log of a worker about a request that failed. */
  private async logOf(kind: Complaint['kind'], { headers }: Answer): Promise<BadLine | undefined> {
    if (kind !== 'server error' || this.scene.workers.length === 0) return undefined
    const id = headers['x-request-id'] ?? ''
    this.answered.add(id)
    const deadline = performance.now() + logPatienceMs
    for (;;) {
      const line = this.scene.badLines.find(({ requestId }) => requestId === id)
      if (line || performance.now() > deadline) return line
      await delay(10)
    }
  }

  private async break(random: Random, lane: number): Promise<void> {
    const attempt = this.maker.any(random)
    const broken = breakRequest(random, encodeCall(attempt.call))
    const operation = `(${broken.what})`
    const request = `printf '${showBytes(Buffer.concat(broken.pieces))}'`
    try {
      const answer = await playBroken(this.connect(lane), broken, patienceMs)
      if (!answer) return void (this.ledger.requests += 1)
      const spoiled: Attempt = {
        call: { ...attempt.call, operation, path: '/' },
        caller: attempt.caller,
      }
      this.ledger.note(spoiled, answer)
      for (const { kind, text } of this.checks.check(spoiled, answer)) {
        const said = await this.logOf(kind, answer)
        this.ledger.add({
          ...{ kind, operation, request, text: said ? `${text} · ${said.what}` : text },
          ...{ answer: answer.body.subarray(0, 300).toString() },
        })
      }
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
      this.ledger.requests += 1
      if (this.options.signal?.aborted) return
      this.ledger.add({ kind: 'hang', operation, text: error.message, request })
    }
  }

  private noteSlow(attempt: Attempt, ms: number): void {
    this.slow.push({ attempt, ms })
    this.slow.sort((a, b) => b.ms - a.ms)
    this.slow.length = Math.min(this.slow.length, 12)
  }

  /** Repeats slow calls and measures their CPU time, which does not depend on other load. */
  async repeatSlowOnes(): Promise<void> {
    const { workers } = this.scene
    if (workers.length === 0) return
    for (const { attempt, ms } of this.slow) {
      const connection = this.connect(0)
      const before = this.cpuOfWorkers()
      await this.exchange(attempt, connection)
      const seconds = this.cpuOfWorkers() - before
      connection.close()
      if (seconds < this.options.slowSeconds) continue
      this.ledger.add({
        kind: 'time',
        operation: attempt.call.operation,
        text: `took ${Math.round(ms)} ms, and ${seconds} s of processor time when asked again`,
        request: showCall(attempt),
      })
    }
  }

  cpuOfWorkers(): number {
    return this.scene.workers.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  }

  lookAtWorkers(): void {
    const { workers, badLines } = this.scene
    for (const { name, isRunning } of workers) {
      if (!isRunning) this.ledger.add({ kind: 'process', operation: name, text: 'ended by itself' })
    }
    for (const { worker, what, text, requestId } of badLines) {
      // Lines about an answered request are reported with its answer.
      if (requestId === undefined || !this.answered.has(requestId)) {
        this.ledger.add({ kind: 'log', operation: worker, text: what, log: text.slice(0, 2_500) })
      }
    }
  }

  private isToGoOn(): boolean {
    const { requests, signal } = this.options
    if (this.ledger.requests >= requests || signal?.aborted) return false
    return this.scene.workers.every(({ isRunning }) => isRunning)
  }

  private connect(index: number): Connection {
    const { ports } = this.scene
    const connection = new Connection(elementAt(ports, index % ports.length))
    if (this.connections.length < this.options.concurrency) this.connections.push(connection)
    return connection
  }
}

async function readDocument(director: Director, { keeper }: Cast): Promise<OpenApiDocument> {
  const { body } = await director.ask(keeper, 'GET /openapi.json')
  return JSON.parse(body.toString()) as OpenApiDocument
}
