import { createServer, IncomingMessage } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import { Server as ConnectionServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { answerBrokenRequest, answerExpectation } from '../answers/broken-request'
import { charactersLeft } from '../answers/envelope'
import { SlotArray } from '../../lib/slot-array'
import { ServedResponse } from './served-response'

/**
 * Long narrows travel in the query, and some clients PATCH that way.
 * Source: docs/protocol/requests.md#long-headers.
 */
const maxHeaderBytes = 256 * 1024
/**
 * Keep-alive timeout of an idle connection: longer than that of usual proxies, or it would close under a
 * request.
 */
const keepAliveMs = 76_000
const headersTimeoutMs = 80_000
/** Max time for a request to arrive whole; waiting for the answer of a poll does not count. */
const requestTimeoutMs = 300_000
/** Max time for a client to take an answer of up to 2 MiB. */
const defaultAnswerPatienceMs = 60_000
/** Max time idle connections stay open at shutdown, absolute and as a share of the time for closing. */
const longestGraceMs = 500
const shareOfGrace = 1 / 16
/** Max length of an event-loop turn with hardly any work. */
const shortTurnMs = 0.25
/** Pause between the turns that are measured, so that waiting for a calm moment takes no processor time. */
const betweenTurnsMs = 1
/** Quiet period, without connections and requests, before the listener is closed. */
const calmMs = 50

/** A node server with the settings that clients and proxies need, and a graceful stop. */
export interface HttpServer {
  readonly server: Server<typeof IncomingMessage, typeof ServedResponse>
  /** @returns the port; the system chooses one for 0 */
  listen(port: number, host: string): Promise<number>
  /**
   * Accepts no more connections, finishes the requests in flight, and tells their clients to come back on a
   * new connection. Idle connections stay for a moment longer, on the same terms: a proxy may have written a
   * request to one just now, and must not send a POST a second time.
   *
   * @param limitMs connections that are still busy after this are cut
   * @param onShut called once new connections are refused
   */
  close(limitMs: number, onShut?: () => void): Promise<void>
}

/** Serves one request. */
export type Listener = (request: IncomingMessage, response: ServedResponse) => void

export interface HttpServerOptions {
  /** Max time for a client to take an answer of 2 MiB. */
  answerPatienceMs?: number
}

export function createHttpServer(
  listener: Listener,
  { answerPatienceMs = defaultAnswerPatienceMs }: HttpServerOptions = {},
): HttpServer {
  const inFlight = new SlotArray<ServerResponse>()
  const cutting = cutStuckAnswers(inFlight, answerPatienceMs)
  let isClosing = false
  let lastHeardAt = -Infinity
  /** Requests held back while the listener is being closed between two turns; undefined: none are held. */
  let held: (() => void)[] | undefined

  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      keepAliveTimeout: keepAliveMs,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // node would answer a missing Host with an empty 400; here it means the default organization.
      requireHostHeader: false,
      IncomingMessage,
      ServerResponse: ServedResponse,
    },
    (request, response) => {
      response.join(inFlight)
      if (held) lastHeardAt = performance.now()
      if (isClosing || wantsUpgrade(request)) response.setHeader('Connection', 'close')
      if (held) held.push(() => !response.destroyed && listener(request, response))
      else listener(request, response)
    },
  )
  server.on('connection', () => (lastHeardAt = performance.now()))
  server.on('timeout', (socket: Socket) => {
    // Answers have a timeout of their own.
    if (![...inFlight].some((answer) => answer.socket === socket)) closeIfSilent(socket)
  })
  server.on('clientError', answerBrokenRequest)
  server.on('checkExpectation', answerExpectation)

  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve((server.address() as AddressInfo).port)
        })
      }),
    async close(limitMs, onShut) {
      const cut = setTimeout(() => server.closeAllConnections(), limitMs)
      const closeIdle = async (): Promise<void> => {
        if (await shortTurn()) server.closeIdleConnections()
      }
      const graceMs = Math.min(longestGraceMs, limitMs * shareOfGrace)
      const leaving = setInterval(() => void closeIdle(), graceMs)
      const isCalm = (): boolean => performance.now() - lastHeardAt > calmMs
      // Hold new requests: clients that wait for an answer send nothing more. If the processor is taken from
      // this process between its last check and the closing, requests pile up, and a proxy connects for each
      // of them.
      held = []
      // The time of the last request before shutdown is unknown.
      lastHeardAt = performance.now()
      if (!(await shortTurn(isCalm))) await shortTurn()
      // `close` of node:http closes idle connections at once.
      const closed = new Promise((resolve) =>
        ConnectionServer.prototype.close.call(server, resolve),
      )
      // Only after the listener is closed: a client told to reconnect would come to this listener.
      isClosing = true
      for (const response of inFlight) {
        if (!response.headersSent) response.setHeader('Connection', 'close')
      }
      const waiting = held
      held = undefined
      for (const serve of waiting) serve()
      onShut?.()
      await closed
      // No connections are left, so this only stops the timers of node:http, which would keep all of this in
      // memory.
      server.close()
      clearTimeout(cut)
      clearInterval(leaving)
      clearInterval(cutting)
    },
  }
}

/** Closes an idle connection, unless a request arrived on it while this process had no processor. */
function closeIfSilent(socket: Socket): void {
  const { bytesRead } = socket
  // Sockets are read before immediates run.
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy()
  })
}

/**
 * Waits for the end of a short event-loop turn. During a long one a client may have connected that is not
 * accepted yet, or a proxy written to a connection that looks idle: closing then would cut them off.
 *
 * @param isCalm further condition for the turn
 * @returns whether there was one within a moment
 */
async function shortTurn(isCalm = () => true): Promise<boolean> {
  const until = performance.now() + longestGraceMs
  for (;;) {
    await pause(betweenTurnsMs)
    const begunAt = performance.now()
    await nextTurn()
    const now = performance.now()
    if (now - begunAt < shortTurnMs && isCalm()) return true
    if (now > until) return false
  }
}

/**
 * Whether a client asks for another protocol. The request is answered in HTTP; but node's parser stops
 * reading the connection after such a request, so a next request would wait forever.
 */
function wantsUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined
}

/** An answer gets one period of patience (a minute by default), and one more per this many bytes. */
const bytesPerPatience = 2 * 1024 * 1024
const looksPerPatience = 4

/**
 * Cuts connections whose client does not read its answer: until then the worker holds it in memory.
 *
 * @param answers those that are not over; ones that still wait to be written do not count
 * @param patienceMs for answers of up to 2 MiB; larger ones get that time for each 2 MiB
 */
function cutStuckAnswers(answers: Iterable<ServerResponse>, patienceMs: number): NodeJS.Timeout {
  const deadlines = new WeakMap<ServerResponse, number>()
  /** Counted instead of the time, of which clients are not to blame for what this process stood still. */
  let looks = 0

  const look = (): void => {
    looks += 1
    for (const answer of answers) {
      const left = charactersLeft(answer)
      // Without a socket the answer waits behind an earlier one on the same connection.
      if (!(answer.writableEnded || left > 0) || !answer.socket) continue
      const deadline = deadlines.get(answer)
      if (deadline === undefined) {
        const portions = 1 + Math.floor((answer.socket.writableLength + left) / bytesPerPatience)
        deadlines.set(answer, looks + portions * looksPerPatience)
      } else if (deadline <= looks) {
        answer.destroy()
      }
    }
  }
  return setInterval(look, patienceMs / looksPerPatience).unref()
}
