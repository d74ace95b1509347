import type { IncomingHttpHeaders } from 'node:http'

import type { HangUpSignal } from '../../events/queues'
import type { Arguments } from '../arguments/arguments'
import type { Exchange } from './exchange'
import type { ApiRequest } from '../declare/request'

/** What handlers may know of an exchange; most of it is found out when they ask. */
export class RequestFacts implements ApiRequest {
  readonly rawBody?: Buffer

  constructor(
    private readonly exchange: Exchange,
    args: Arguments,
    readonly clientName: string,
  ) {
    if (args.rawBody) this.rawBody = args.rawBody
  }

  get id(): string {
    return this.exchange.id
  }

  get subdomain(): string {
    return this.exchange.subdomain
  }

  get origin(): string {
    return this.exchange.origin
  }

  get ip(): string {
    return this.exchange.ip
  }

  get signal(): HangUpSignal {
    return this.exchange.signal
  }

  get headers(): IncomingHttpHeaders {
    return this.exchange.request.headers
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.exchange.target.query)
  }
}
