import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { portOf } from './own-ports'

export type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** Plays a host on the Internet: its requests and its answers. */
export class OtherHost {
  readonly asked: IncomingMessage[] = []
  private readonly answers = new Map<string, Answer>()
  #server!: Server

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.asked.push(request)
      const answer = this.answers.get(request.url ?? '')
      if (answer) answer(response, request)
      else response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  get origin(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`
  }

  /** Has something answered at a path, and answers its whole address. */
  has(path: string, answer: Answer): string {
    this.answers.set(path, answer)
    return this.origin + path
  }

  hasPicture(path: string, bytes: Buffer, type = 'image/png'): string {
    return this.has(path, (response) =>
      response.writeHead(200, { 'content-type': type }).end(bytes),
    )
  }

  hasPage(path: string, html: string | Buffer, type = 'text/html; charset=utf-8'): string {
    return this.has(path, (response) => response.writeHead(200, { 'content-type': type }).end(html))
  }

  timesAsked(path: string): number {
    return this.asked.filter(({ url }) => url === path).length
  }
}
