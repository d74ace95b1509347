import { createServer, IncomingMessage } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import { Server as ConnectionServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { answerBrokenRequest, answerExpectation } from '../answers/broken-request'
import { charactersLeft } from '../answers/envelope'
import { Places } from '../../runtime/places'
import { ServedResponse } from './served-response'

/**
 * Long narrows travel in the query, and some clients PATCH that way.
 * Source: docs/protocol/requests.md#long-headers.
 */
const maxHeaderBytes = 256 * 1024
/** Time an idle connection is kept: longer than usual proxies do, or it closes under a request. */
const keepAliveMs = 76_000
const headersTimeoutMs = 80_000
/** Time for a request to arrive whole; a poll that waits for its answer is not meant. */
const requestTimeoutMs = 300_000
/** Time for an answer to be taken, unless it is very large. */
const defaultAnswerPatienceMs = 60_000
/** Time, and part of the time for closing, that idle connections stay open at most. */
const longestGraceMs = 500
const shareOfGrace = 1 / 16
/** A turn of the event loop in which hardly anything came. */
const shortTurnMs = 0.25
/** Pause between turns that are looked at: who waits for a calm moment must not take the processor meanwhile. */
const betweenTurnsMs = 1
/** Time in which nobody has connected or asked anything, after which hardly anybody is just about to. */
const calmMs = 50

/** A node server with the settings that clients and proxies need, and a calm way to stop. */
export interface HttpServer {
  readonly server: Server<typeof IncomingMessage, typeof ServedResponse>
  /** @returns the port, which the system chooses when 0 is asked for */
  listen(port: number, host: string): Promise<number>
  /**
   * Accepts no more connections, finishes the requests in flight, and tells their clients to come
   * back on a new connection. Idle connections stay for a moment longer, on the same terms: a proxy
   * may have written a request to one just now, and must not send a POST a second time.
   *
   * @param limitMs connections that are still busy after this are cut
   * @param onShut hears that from now on whoever connects is refused
   */
  close(limitMs: number, onShut?: () => void): Promise<void>
}

/** What serves requests. */
export type Listener = (request: IncomingMessage, response: ServedResponse) => void

export interface HttpServerOptions {
  /** How long a client may take for an answer of 2 MiB. */
  answerPatienceMs?: number
}

export function createHttpServer(
  listener: Listener,
  { answerPatienceMs = defaultAnswerPatienceMs }: HttpServerOptions = {},
): HttpServer {
  const inFlight = new Places<ServerResponse>()
  const cutting = cutStuckAnswers(inFlight, answerPatienceMs)
  let isClosing = false
  let lastHeardAt = -Infinity
  /** Requests that came while nothing new was begun, for the door to be shut between two turns. */
  let held: (() => void)[] | undefined

  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      keepAliveTimeout: keepAliveMs,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // node would answer a missing Host with an empty 400; ours means the default organisation.
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
      // Whoever waits for an answer asks nothing more. A processor that is taken from this process between its last look
      // at the door and the shutting lets requests pile up, and a proxy connects for each of them.
      held = []
      // Of what was asked before nothing is known.
      lastHeardAt = performance.now()
      if (!(await shortTurn(isCalm))) await shortTurn()
      // That of node:http closes idle connections at once.
      const closed = new Promise((resolve) =>
        ConnectionServer.prototype.close.call(server, resolve),
      )
      // Not before: who is told to come back on a new connection would come to this door.
      isClosing = true
      for (const response of inFlight) {
        if (!response.headersSent) response.setHeader('Connection', 'close')
      }
      const waiting = held
      held = undefined
      for (const serve of waiting) serve()
      onShut?.()
      await closed
      // Now that there are none to close, it only ends what node:http repeats for them, which would keep all of this.
      server.close()
      clearTimeout(cut)
      clearInterval(leaving)
      clearInterval(cutting)
    },
  }
}

/**
 * Waits for the end of a turn of the event loop that was short. During a long one somebody may have connected who is
 * not accepted yet, or a proxy written to what looks idle: closing then would cut them off.
 *
 * @param isCalm whether it is the turn to wait for otherwise
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
 * Whether a client asks to go on in another protocol. We answer in this one; but node's parser reads
 * nothing more on the connection once such a request is complete, and a next one would wait for ever.
 */
function wantsUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined
}

/**
 * Bytes that a client may leave untaken for a minute, and for another minute each time as much
 * again.
 */
const bytesPerPatience = 2 * 1024 * 1024
const looksPerPatience = 4

/**
 * Cuts connections whose client does not take its answer: until it is taken, or given up, the
 * worker has it in memory.
 *
 * @param answers those that are not over; ones that still wait to be written do not count
 * @param patienceMs for answers of up to 2 MiB; larger ones get that time for each 2 MiB
 */
function cutStuckAnswers(answers: Iterable<ServerResponse>, patienceMs: number): NodeJS.Timeout {
  const deadlines = new WeakMap<ServerResponse, number>()

  const look = (): void => {
    const now = performance.now()
    for (const answer of answers) {
      const left = charactersLeft(answer)
      // Without a socket it stands behind an earlier answer on the same connection.
      if (!(answer.writableEnded || left > 0) || !answer.socket) continue
      const deadline = deadlines.get(answer)
      if (deadline === undefined) {
        const portions = 1 + Math.floor((answer.socket.writableLength + left) / bytesPerPatience)
        deadlines.set(answer, now + portions * patienceMs)
      } else if (deadline <= now) {
        answer.destroy()
      }
    }
  }
  return setInterval(look, patienceMs / looksPerPatience).unref()
}
