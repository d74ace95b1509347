import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

import { sendEventStream, EventStreamAnswer } from '../../../src/server/http/answers/event-stream'
import type { StreamedEvent } from '../../../src/shared/events'
import { portOf } from '../../support/own-ports'

const large = JSON.stringify('x'.repeat(1024 * 1024))

describe('a stream whose client reads nothing', () => {
  const server = createServer((_request, response) => onRequest(response))
  let onRequest: (response: ServerResponse) => void
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    server.close()
  })

  /** Requests the stream and reads nothing. */
  function ask(): Socket {
    const socket = connect(portOf(server), '127.0.0.1').pause()
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return socket
  }

  /** Endless events, which count how many were requested. */
  function endless(): { answer: EventStreamAnswer; asked: () => number; isClosed: () => boolean } {
    let [id, isClosed] = [0, false]
    async function* batches(): AsyncGenerator<StreamedEvent[]> {
      try {
        for (;;) yield [{ id: (id += 1), json: large }]
      } finally {
        isClosed = true
      }
    }
    return { answer: new EventStreamAnswer(batches()), asked: () => id, isClosed: () => isClosed }
  }

  it('requests only as much as the buffers hold, and goes on when the client reads', async () => {
    const { answer, asked, isClosed } = endless()
    const sent = new Promise<void>((resolve) => {
      onRequest = (response) => {
        void sendEventStream(response, answer, {
          headers: {},
          explain: () => undefined,
        }).then(resolve)
      }
    })
    const socket = ask()
    let seen: number
    do {
      seen = asked()
      // A full socket shows only in that the server requests no more events.
      await new Promise((resolve) => setTimeout(resolve, 200))
    } while (seen === 0 || asked() > seen)
    expect(seen).toBeLessThan(64)

    socket.resume()
    while (asked() < seen + 10) await once(socket, 'data')
    socket.destroy()
    await sent
    expect(isClosed()).toBe(true)
  })

  it('is cut off after a while', async () => {
    const { answer, isClosed } = endless()
    const sent = new Promise<ServerResponse>((resolve) => {
      onRequest = (response) => {
        const options = { headers: {}, explain: () => undefined, patienceMs: 100 }
        void sendEventStream(response, answer, options).then(() => resolve(response))
      }
    })
    const socket = ask()
    expect((await sent).destroyed).toBe(true)
    expect(isClosed()).toBe(true)
    socket.destroy()
  })
})
