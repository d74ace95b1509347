import type { AppContext } from '../../context'
import type { IdentityProvider } from '../providers/find-providers'
import type { Identity } from './identity'

export type ProtocolContext = Pick<AppContext, 'addresses' | 'db'>

/** Facts of a flow between its start and its return; secret. */
export type KeptFacts = Record<string, unknown>

/** The values of each header, by its name in lower case. */
export type VouchedHeaders = Readonly<Record<string, readonly string[] | undefined>>

/** The start of a flow. */
export interface Departure {
  /** Token of the flow, which the provider sends back. */
  state: string
  /** Address to which the provider sends the browser back. */
  callbackUrl: string
}

export interface Begun {
  /** Address of the provider to which the browser goes. */
  location: string
  kept: KeptFacts
}

/** The return of a browser. */
export interface Arrival {
  callbackUrl: string
  /** Query of the address to which the browser came back, without its `?`. */
  query: string
  /** Headers of a proxy that logs people in; undefined if the request comes from elsewhere. */
  vouched?: VouchedHeaders | undefined
  kept: KeptFacts
}

/** A way to ask a provider about a person. Each step throws a LoginFailedError. */
export interface Protocol {
  begin(ctx: ProtocolContext, provider: IdentityProvider, departure: Departure): Promise<Begun>
  complete(ctx: ProtocolContext, provider: IdentityProvider, arrival: Arrival): Promise<Identity>
  /** Asks the provider for its configuration. @returns its issuer */
  test(ctx: ProtocolContext, provider: IdentityProvider): Promise<string>
}
