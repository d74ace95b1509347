import { setTimeout as delay } from 'node:timers/promises'
import { openCaller } from './callers'
import type { CallerConnection } from './callers'
import { contentOf } from './event-scan'
import type { Address, Faults, RunResult, RunSpec } from './protocol'
import { postRequest } from './requests'
import type { SentStream } from './sent-stream'
import { median, Samples } from './statistics'

/** Silence after which outstanding messages count as lost. */
const lostAfterMs = 10_000

/** The figures of a run without the faults that the session's polls count. */
export type RunFigures = Omit<RunResult, Exclude<keyof Faults, 'lost'>>

/** Sends messages to streams and counts their receipts. */
export class Run {
  private readonly latencies = new Samples()
  private readonly lastReceipts: number[] = []
  private messages = 0
  private expected = 0
  private bytes = 0
  private refusedPolls = 0
  private lastReceiptAt = 0
  private failure: Error | undefined
  private wake: () => void = () => undefined

  constructor(
    private readonly spec: RunSpec,
    private readonly addresses: readonly Address[],
    private readonly streams: ReadonlyMap<string, SentStream>,
  ) {}

  countReceipt(stream: SentStream, sequence: number): void {
    const now = performance.now()
    const { latencyMs, isComplete } = stream.receive(sequence, now)
    this.latencies.add(latencyMs)
    this.lastReceiptAt = now
    if (isComplete) this.lastReceipts.push(latencyMs)
    if (this.latencies.size === this.expected) this.wake()
  }

  countBytes(bytes: number): void {
    this.bytes += bytes
  }

  countRefusal(): void {
    this.refusedPolls += 1
  }

  fail(error: Error): void {
    this.failure ??= error
    this.wake()
  }

  /**
   * Sends, and waits for the receipts.
   *
   * @throws when a request fails or a connection breaks
   */
  async perform(): Promise<RunFigures> {
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    const endsAt = startedAt + this.spec.seconds * 1_000
    const { senders, pace } = this.spec
    if (pace.kind === 'steady') await this.sendInTurn(endsAt, pace.gapMs)
    else await Promise.all(senders.map((_, sender) => this.sendFlatOut(sender, endsAt)))
    await this.receiveAll()
    const { user, system } = process.cpuUsage(cpuBefore)
    const deliveries = this.latencies.size
    return {
      messages: this.messages,
      deliveries,
      lost: this.expected - deliveries,
      seconds: (this.lastReceiptAt - startedAt) / 1_000,
      latencyMs: this.latencies.percentiles(),
      lastReceiptMs: median(this.lastReceipts),
      bytesPerDelivery: Math.round(this.bytes / deliveries),
      refusedPolls: this.refusedPolls,
      loadCpuSeconds: (user + system) / 1e6,
    }
  }

  /** Sends one message after another, each by the next sender, with a gap after the last receipt. */
  private async sendInTurn(endsAt: number, gapMs: number): Promise<void> {
    const connections = await Promise.all(
      this.spec.senders.map((_, sender) => openCaller(this.addressOf(sender))),
    )
    try {
      for (let turn = 0; this.goesOn(endsAt); turn++) {
        const sender = turn % connections.length
        await this.send(connections[sender] as CallerConnection, sender, turn)
        await this.receiveAll()
        await delay(gapMs)
      }
    } finally {
      for (const connection of connections) connection.close()
    }
  }

  private async sendFlatOut(sender: number, endsAt: number): Promise<void> {
    const connection = await openCaller(this.addressOf(sender))
    try {
      for (let turn = sender; this.goesOn(endsAt); turn++) await this.send(connection, sender, turn)
    } finally {
      connection.close()
    }
  }

  /** @throws when a request has failed or a connection has broken */
  private goesOn(endsAt: number): boolean {
    this.throwIfFailed()
    return performance.now() < endsAt || this.messages < this.spec.leastMessages
  }

  private async send(connection: CallerConnection, sender: number, turn: number): Promise<void> {
    const { senders, streams } = this.spec
    const name = streams[turn % streams.length] as string
    const stream = this.streams.get(name) as SentStream
    this.messages += 1
    this.expected += stream.recipients
    const sequence = stream.begin(sender, performance.now())
    const form = `type=stream&to=${name}&topic=bench&content=${encodeURIComponent(contentOf(sequence))}`
    const target = { address: this.addressOf(sender), authorization: senders[sender] as string }
    await connection.call(postRequest('/api/v1/messages', form, target))
  }

  private addressOf(sender: number): Address {
    return this.addresses[sender % this.addresses.length] as Address
  }

  /** Returns when everything was received, or nothing more arrives. */
  private async receiveAll(): Promise<void> {
    while (this.latencies.size < this.expected) {
      this.throwIfFailed()
      const received = this.latencies.size
      await this.wakeOrPatience()
      if (this.latencies.size === received) break
    }
    this.throwIfFailed()
  }

  private wakeOrPatience(): Promise<void> {
    return new Promise((resolve) => {
      const patience = setTimeout(resolve, lostAfterMs)
      this.wake = () => {
        clearTimeout(patience)
        resolve()
      }
    })
  }

  private throwIfFailed(): void {
    if (this.failure) throw this.failure
  }
}
