import type { DatedQueryable, Tx } from '../../data/engine/database'
import {
  issueConfirmation,
  lookAtConfirmation,
  takeConfirmation,
} from '../../chat/rules/confirmations'
import { LoginFailedError } from '../errors'
import type { KeptFacts } from '../protocols/protocol'
import { createSealer } from '../sealer'

/*
 * A login on its way through a provider. Its facts are encrypted with a random text that only the browser keeps, so that
 * neither the table nor the address of the return suffices to go on.
 */

/** Time that a person has at the provider. */
const lifeSeconds = 600

/** The end that a flow is for. */
export interface FlowFacts {
  slug: string
  /** Path of this server to which the browser goes at the end. */
  next: string
  /** Pad of a mobile app, 64 hex digits. */
  mobilePad?: string | undefined
  /** Key of a desktop app, 64 hex digits. */
  desktopKey?: string | undefined
  /** Key of an invitation link. */
  linkKey?: string | undefined
  /** Whether an owner tries the provider, and nobody is logged in. */
  isTrial?: boolean | undefined
  /** Facts of the protocol. */
  kept?: KeptFacts
}

/** Random text in the cookie of the browser. */
type BrowserKey = string

/** A flow to store. `token`, made by `createToken`, finds it once. */
export interface NewFlow {
  realmId: number
  token: string
  browserKey: BrowserKey
  facts: FlowFacts
}

export async function storeFlow(
  tx: Tx,
  { realmId, token, browserKey, facts }: NewFlow,
): Promise<void> {
  const data = { sealed: sealFacts(browserKey, facts) }
  await issueConfirmation(tx, { realmId, kind: 'external_login', data, lifeSeconds, token })
}

function sealFacts(browserKey: BrowserKey, facts: FlowFacts): string {
  return createSealer(browserKey).seal(JSON.stringify(facts), facts.slug).toString('base64')
}

/** The flow of a return. */
export interface Return {
  realmId: number
  slug: string
  token: string
  browserKey: BrowserKey | undefined
}

/**
 * Reads a flow, which can still go on: a provider that did not answer may be asked again.
 * @throws LoginFailedError if it has ended, is too old or was begun by another browser
 */
export async function readFlow(
  db: DatedQueryable,
  { realmId, slug, token, browserKey }: Return,
): Promise<FlowFacts> {
  const row = await lookAtConfirmation(db, { realmId, kind: 'external_login', token })
  if (!row) throw hasEnded()
  const { sealed } = row.data as { sealed: string }
  const opened =
    browserKey === undefined
      ? undefined
      : createSealer(browserKey).open(Buffer.from(sealed, 'base64'), slug)
  if (opened === undefined) {
    throw new LoginFailedError('This login was begun in another browser. Please log in again here.')
  }
  return JSON.parse(opened) as FlowFacts
}

/**
 * Ends a flow; of several simultaneous returns one succeeds.
 * @throws LoginFailedError if it has ended
 */
export async function endFlow(
  tx: Tx,
  { realmId, token }: Pick<Return, 'realmId' | 'token'>,
): Promise<void> {
  const ended = await takeConfirmation(tx, { realmId, kind: 'external_login', token })
  if (!ended) throw hasEnded()
}

function hasEnded(): LoginFailedError {
  return new LoginFailedError('This login has ended or took too long. Please log in again.')
}
