import { callAll } from './callers'
import { Poller } from './poller'
import type { Reader } from './poller'
import type { PollerSpec, RunResult, RunSpec, SessionSpec } from './protocol'
import { queueIdOf, registerRequest, deleteQueueRequest } from './requests'
import { Run } from './run'
import { SentStream } from './sent-stream'
import { StreamReader } from './stream-reader'

const callConnections = 8
/** Max connections that are opened at the same time: more would overflow the servers' backlog. */
const connecting = 100

/** Queues at one server, their polls, and the messages sent to them over several runs. */
export class Session {
  private readonly streams = new Map<string, SentStream>()
  private readonly pollers: Reader[] = []
  private run: Run | undefined
  private failure: Error | undefined

  private constructor(private readonly spec: SessionSpec) {
    for (const name of new Set(spec.pollers.map((poller) => poller.stream))) {
      const recipients = spec.pollers.filter((poller) => poller.stream === name).length
      this.streams.set(name, new SentStream(recipients))
    }
  }

  static async make(spec: SessionSpec): Promise<Session> {
    const session = new Session(spec)
    const registered = await registerAll(spec)
    spec.pollers.forEach((poller, index) => {
      session.addPoller(poller, registered[index] as string, index)
    })
    return session
  }

  async open(): Promise<void> {
    let next = 0
    const openNext = async (): Promise<void> => {
      for (let poller = this.pollers[next++]; poller; poller = this.pollers[next++]) {
        await poller.open()
      }
    }
    await Promise.all(Array.from({ length: connecting }, openNext))
  }

  close(): void {
    for (const poller of this.pollers) poller.close()
  }

  /** @throws when a request failed or a connection broke, now or since the last run */
  async perform(spec: RunSpec): Promise<RunResult> {
    if (this.failure) throw this.failure
    const before = this.faults()
    const run = new Run(spec, this.spec.addresses, this.streams)
    this.run = run
    const figures = await run.perform()
    const after = this.faults()
    return {
      ...figures,
      duplicates: after.duplicates - before.duplicates,
      disorders: after.disorders - before.disorders,
    }
  }

  async end(): Promise<void> {
    this.close()
    let next = 0
    await callAll(this.spec.addresses, callConnections, (connection, address) => {
      const poller = this.pollers[next++]
      const request = poller && deleteQueueRequest(poller.queueId, { ...poller, address })
      return request === undefined ? undefined : connection.call(request).then(() => undefined)
    })
  }

  private addPoller(
    { stream: name, authorization, isStream }: PollerSpec,
    queueId: string,
    index: number,
  ): void {
    const { addresses } = this.spec
    // Polled at another server than it was registered at, if there is one.
    const address = addresses[(index + 1) % addresses.length]
    const stream = this.streams.get(name)
    if (!address || !stream) throw new Error('A session needs addresses.')
    const Kind = isStream ? StreamReader : Poller
    const poller = new Kind(queueId, authorization, address, stream.senderOf, {
      onMessage: (sequence) => this.run?.countReceipt(stream, sequence),
      onAnswer: (bytes) => this.run?.countBytes(bytes),
      onRefusal: () => this.run?.countRefusal(),
      onFailure: (error) => {
        this.failure ??= error
        this.run?.fail(error)
      },
    })
    this.pollers.push(poller)
  }

  private faults(): { duplicates: number; disorders: number } {
    let [duplicates, disorders] = [0, 0]
    for (const { check } of this.pollers) {
      duplicates += check.duplicates
      disorders += check.disorders
    }
    return { duplicates, disorders }
  }
}

/** @returns the queue ids, in the order of the pollers */
async function registerAll({ addresses, pollers }: SessionSpec): Promise<string[]> {
  const queueIds = pollers.map((poller) => poller.queueId)
  const byAddress = addresses.map((_, first) =>
    pollers.map((_, index) => index).filter((index) => index % addresses.length === first),
  )
  await callAll(addresses, callConnections, (connection, address) => {
    const index = byAddress[addresses.indexOf(address)]?.pop()
    const poller = index === undefined ? undefined : pollers[index]
    if (index === undefined || !poller) return undefined
    if (poller.queueId !== undefined) return Promise.resolve()
    const { authorization } = poller
    return connection.call(registerRequest({ address, authorization })).then((body) => {
      queueIds[index] = queueIdOf(body)
    })
  })
  return queueIds.map((queueId) => {
    if (queueId === undefined) throw new Error('A registration was answered without a queue.')
    return queueId
  })
}
