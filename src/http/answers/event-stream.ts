import type { ServerResponse } from 'node:http'

import type { ApiError } from '../../wire/api-error'
import type { StreamedEvent } from '../../wire/events'
import { commonHeaders, drained, errorAnswer } from './envelope'
import type { HeaderValues } from './envelope'

/**
 * An answer that goes on: server-sent events, as a browser's `EventSource` reads them. The next
 * batch is asked for when the client has taken the one before.
 */
export class EventStreamAnswer {
  constructor(readonly batches: AsyncIterable<readonly StreamedEvent[]>) {}
}

/** How soon a client comes back after a stream ended, as streams do all the time. */
const retryMs = 500
/** About the size of the pieces in which batches are written. */
const pieceCharacters = 64 * 1024

/** Time for a client to take a piece. */
const defaultPatienceMs = 60_000

const streamHeaders = {
  ...commonHeaders,
  'Content-Type': 'text/event-stream; charset=utf-8',
  // nginx would keep the events to itself until a buffer is full.
  'X-Accel-Buffering': 'no',
  // A stream ends because the worker stops, or lasts for minutes: the connection has served.
  Connection: 'close',
}

export interface SendingOptions {
  /** Headers that the answer has beside its own. */
  headers: HeaderValues
  /**
   * The refusal that the client is told of a failure; undefined when there is nobody left to tell.
   */
  explain: (error: unknown) => ApiError | undefined
  patienceMs?: number
}

/**
 * Sends a stream until it ends or the client goes; what fails on the way is its last event, of
 * type `error`. Of a client that takes no more nothing more is asked for, and it is cut off when
 * that lasts.
 */
export async function sendEventStream(
  response: ServerResponse,
  { batches }: EventStreamAnswer,
  { headers, explain, patienceMs = defaultPatienceMs }: SendingOptions,
): Promise<void> {
  // The stream ends with its connection: lengths of chunks around each event would be two more pieces to write.
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

/** An event as it is sent. JSON text has no line breaks, so a line is enough. */
function frameOf({ id, json }: StreamedEvent): string {
  // A frame without data is no event to the client, which keeps its id all the same.
  return json === undefined ? `: heartbeat\nid: ${id}\n\n` : `id: ${id}\ndata: ${json}\n\n`
}
