import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import type { ApiError } from '../../lib/api-error'
import { commonHeaders, errorAnswer, sendJson } from './envelope'
import { MalformedRequestError } from '../errors'

/**
 * Answers bytes that node could not parse as a request, with the usual error body. The only place that writes
 * HTTP by hand.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The connection is gone, or an earlier answer is being written on it.
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy()
    return
  }
  const { status, body } = errorAnswer(refusalFor(error.code))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(commonHeaders).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Refuses a request whose Expect header is not `100-continue`. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const refusal = new MalformedRequestError('The Expect header asks for what nobody knows.', 417)
  // The body may follow or not, so the start of the next request cannot be found.
  sendJson(response, errorAnswer(refusal), { Connection: 'close' })
}

function refusalFor(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new MalformedRequestError('The address or the headers are too long.', 431)
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new MalformedRequestError('The request took too long to arrive.', 408)
    default:
      return new MalformedRequestError('The request is not valid HTTP.')
  }
}

/** node keeps the response that is being written on the socket. */
function isAnswering(socket: Duplex): boolean {
  const { _httpMessage: message } = socket as { _httpMessage?: { headersSent: boolean } | null }
  return message?.headersSent ?? false
}
