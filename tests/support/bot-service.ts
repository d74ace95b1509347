import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http'
import { portOf } from './own-ports'

export interface ReceivedCall {
  headers: IncomingHttpHeaders
  body: string
}

type Answer = (response: ServerResponse, call: ReceivedCall) => void

/** A service behind an outgoing webhook: records its calls, and gives the answer that the test sets. */
export class BotService {
  readonly calls: ReceivedCall[] = []
  /** The answer to each call; empty unless a test sets another. */
  answer: Answer = (response) => response.end()
  #server!: Server

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}/hook`
  }

  async start(): Promise<this> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const call = { headers: request.headers, body: Buffer.concat(chunks).toString() }
        this.calls.push(call)
        this.answer(response, call)
      })
    })
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  answersJson(body: unknown): void {
    this.answer = (response) => response.end(JSON.stringify(body))
  }
}
