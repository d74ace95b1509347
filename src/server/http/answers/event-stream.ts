import type { ServerResponse } from 'node:http'

import type { ApiError } from '../../lib/api-error'
import type { StreamedEvent } from '../../../shared/events'
import { commonHeaders, drained, errorAnswer } from './envelope'
import type { HeaderValues } from './envelope'

/**
 * A streamed answer: server-sent events, as a browser's `EventSource` reads them. The next batch is requested
 * when the client has taken the one before (back-pressure).
 */
export class EventStreamAnswer {
  constructor(readonly batches: AsyncIterable<readonly StreamedEvent[]>) {}
}

/** Delay before a client reconnects after a stream ended, as streams do all the time. */
const retryMs = 500
/** Approximate size of the pieces in which batches are written. */
const pieceCharacters = 64 * 1024

/** Max time for a client to take a piece. */
const defaultPatienceMs = 60_000

const streamHeaders = {
  ...commonHeaders,
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Without this header nginx buffers the events.
  'X-Accel-Buffering': 'no',
  // A stream ends because the worker stops, or after minutes: the connection need not be kept.
  Connection: 'close',
}

export interface SendingOptions {
  /** Headers beside those of every stream. */
  headers: HeaderValues
  /** The refusal to send for a failure; undefined if the client is gone. */
  explain: (error: unknown) => ApiError | undefined
  patienceMs?: number
}

/**
 * Sends a stream until it ends or the client goes; a failure on the way becomes the last event, of type
 * `error`. If the client stops reading, no further batch is requested, and after a while the connection is
 * cut.
 */
export async function sendEventStream(
  response: ServerResponse,
  { batches }: EventStreamAnswer,
  { headers, explain, patienceMs = defaultPatienceMs }: SendingOptions,
): Promise<void> {
  // The connection ends with the stream, so chunked encoding is not needed; it would add two pieces to write
  // per event.
  response.useChunkedEncodingByDefault = false
  response.writeHead(200, { ...streamHeaders, ...headers })
  response.write(`retry: ${retryMs}\n\n`)
  try {
    for await (const batch of batches) {
      for (const piece of piecesOf(batch)) {
        if (!response.write(piece)) await drained(response, patienceMs)
      }
      if (response.destroyed) return
    }
  } catch (error) {
    const refusal = explain(error)
    if (refusal) response.write(`event: error\ndata: ${errorAnswer(refusal).body}\n\n`)
  }
  response.end()
}

function* piecesOf(batch: readonly StreamedEvent[]): Iterable<string> {
  let piece = ''
  for (const event of batch) {
    piece += frameOf(event)
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** An event in the format of server-sent events. JSON text has no line breaks, so a line is enough. */
function frameOf({ id, json }: StreamedEvent): string {
  // A frame without data is no event to `EventSource`, but updates its last id.
  return json === undefined ? `: heartbeat\nid: ${id}\n\n` : `id: ${id}\ndata: ${json}\n\n`
}
