/** Listening address of a server. */
export interface Address {
  host: string
  port: number
}

/** A client that holds one long-poll all the time. */
export interface PollerSpec {
  /** Value of the Authorization header. */
  authorization: string
  /** The one stream of the run whose messages it receives. */
  stream: string
  /** Absent: a queue is registered. */
  queueId?: string
  /** Whether it reads server-sent events instead of polling. */
  isStream?: boolean
}

export interface SessionSpec {
  /** Queues are registered at one of them and polled at the next, in rotation. */
  addresses: Address[]
  pollers: PollerSpec[]
}

/**
 * `steady`: a message waits until all recipients have the one before, and then `gapMs`; `flat out`: a sender
 * sends as soon as its last message was answered.
 */
export type Pace = { kind: 'steady'; gapMs: number } | { kind: 'flat out' }

export interface RunSpec {
  /** Authorization headers, one for each sender; the senders use the streams in turn. */
  senders: string[]
  streams: string[]
  pace: Pace
  seconds: number
  /** Min messages; the run exceeds `seconds` until they are sent. */
  leastMessages: number
}

/** Counts that must be 0. */
export interface Faults {
  lost: number
  duplicates: number
  /** Event ids that did not rise, and messages of one sender out of order. */
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
  /** Polls that an overloaded server answered with 429 or 503; they were repeated. */
  refusedPolls: number
  /** CPU of the load generator itself. */
  loadCpuSeconds: number
}

/** A request that is repeated, by one account after the other. */
export interface RequestTemplate {
  method: 'GET' | 'POST'
  /** Path with query. */
  path: string
  /** Urlencoded body. */
  form?: string
}

export interface RequestsSpec {
  addresses: Address[]
  /** Sent in turn. Registered queues live on until `deleteRegistered`. */
  requests: RequestTemplate[]
  /** Host header of an organization; absent: the root one. */
  host?: string
  /** Authorization headers, used in turn. */
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

/** The commands of the load generator; each answers when it is done. */
export interface LoadCommands {
  /** Registers queues; answers the number of the session. */
  makeSession(spec: SessionSpec): Promise<number>
  /** Connects the polls and sends them. */
  openSession(session: number): Promise<void>
  runSession(order: { session: number; run: RunSpec }): Promise<RunResult>
  /** Disconnects all polls; the queues live on. */
  closeSession(session: number): Promise<void>
  /** Deletes the queues. */
  endSession(session: number): Promise<void>
  measureRequests(spec: RequestsSpec): Promise<RequestsResult>
  /** Deletes the queues registered by `measureRequests`. */
  deleteRegistered(addresses: Address[]): Promise<void>
}

export type CommandName = keyof LoadCommands
export interface CommandMessage {
  id: number
  name: CommandName
  argument: unknown
}
export type AnswerMessage = { id: number } & ({ result: unknown } | { error: string })
