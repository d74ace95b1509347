/** Where a server listens. */
export interface Address {
  host: string
  port: number
}

/** A client that holds one long-poll all the time. */
export interface PollerSpec {
  /** Value of the Authorization header. */
  authorization: string
  /** The one stream of the run that it gets the messages of. */
  stream: string
  /** Absent: one is registered. */
  queueId?: string
  /** Whether it follows server-sent events instead. */
  isStream?: boolean
}

export interface SessionSpec {
  /** Queues are registered at one of them and polled at the next, round and round. */
  addresses: Address[]
  pollers: PollerSpec[]
}

/**
 * `steady`: a message waits until all recipients have the one before, and then `gapMs`;
 * `flat out`: a sender sends as soon as its last message was answered.
 */
export type Pace = { kind: 'steady'; gapMs: number } | { kind: 'flat out' }

export interface RunSpec {
  /** Authorization headers, one for each sender; they take the streams in turn. */
  senders: string[]
  streams: string[]
  pace: Pace
  seconds: number
  /** Goes on after `seconds` until so many were sent. */
  leastMessages: number
}

/** What must be 0. */
export interface Faults {
  lost: number
  duplicates: number
  /** Event ids that did not rise, and messages of one sender that overtook each other. */
  disorders: number
}

/** In milliseconds. */
export interface Percentiles {
  p50: number
  p95: number
  p99: number
  max: number
}

export interface RunResult extends Faults {
  messages: number
  deliveries: number
  /** From the first POST to the last receipt. */
  seconds: number
  /** From the start of a POST to each receipt. */
  latencyMs: Percentiles
  /** From the start of a POST to the last receipt of its message, the median of the messages. */
  lastReceiptMs: number
  /** Bytes of answers, headers included, per delivery. */
  bytesPerDelivery: number
  /** Polls that an overloaded server answered with 429 or 503, and that were repeated. */
  refusedPolls: number
  /** CPU of the load generator itself. */
  loadCpuSeconds: number
}

/** A request that is sent again and again, by one account after the other. */
export interface RequestTemplate {
  method: 'GET' | 'POST'
  /** With its query. */
  path: string
  /** Urlencoded. */
  form?: string
}

export interface RequestsSpec {
  addresses: Address[]
  /** Sent in turn. Queues that they register live on until `deleteRegistered`. */
  requests: RequestTemplate[]
  /** Organisation to which they are sent; absent: the root one. */
  host?: string
  /** Authorization headers, taken in turn. */
  accounts: string[]
  connections: number
  seconds: number
}

export interface RequestsResult {
  requests: number
  bytesPerAnswer: number
  seconds: number
  latencyMs: Percentiles
  loadCpuSeconds: number
}

/** What the load generator does when it is told to; each answers when it is done. */
export interface LoadCommands {
  /** Registers queues; answers the number of the session. */
  makeSession(spec: SessionSpec): Promise<number>
  /** Connects the polls and sends them. */
  openSession(session: number): Promise<void>
  runSession(order: { session: number; run: RunSpec }): Promise<RunResult>
  /** Hangs up all polls; the queues live on. */
  closeSession(session: number): Promise<void>
  /** Deletes the queues. */
  endSession(session: number): Promise<void>
  measureRequests(spec: RequestsSpec): Promise<RequestsResult>
  /** Deletes what was registered by `measureRequests`. */
  deleteRegistered(addresses: Address[]): Promise<void>
}

export type CommandName = keyof LoadCommands
export interface CommandMessage {
  id: number
  name: CommandName
  argument: unknown
}
export type AnswerMessage = { id: number } & ({ result: unknown } | { error: string })
