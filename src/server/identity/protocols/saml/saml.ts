import { createHash } from 'node:crypto'
import { deleteExpiredAssertions, useAssertion } from '../../../data/identities/assertions'
import { issueConfirmation, takeConfirmation } from '../../../chat/rules/confirmations'
import { createToken } from '../../../chat/rules/credentials'
import { LoginFailedError } from '../../errors'
import type { IdentityProvider } from '../../providers/find-providers'
import { createSealer } from '../../sealer'
import { reasonOfFailure } from '../failures'
import type { Identity } from '../identity'
import type { Arrival, Begun, Departure, Protocol, ProtocolContext } from '../protocol'
import { RefusedByProvider } from '../refused-by-provider'
import { checkResponse, refusalOf } from './check-response'
import type { CheckedAssertion } from './check-response'
import { makeClient, newRequestId } from './client'
import { identifyByAssertion } from './identify'
import { fetchMetadata } from './metadata'

/*
 * SAML 2.0: the browser is sent to the provider by HTTP-Redirect, and comes back by HTTP-POST. A POST from another site has
 * no cookies, so the checked assertion waits in the database for the request to which the browser is redirected.
 * Source: docs/protocol/single-sign-on.md#saml.
 */

async function begin(
  _ctx: ProtocolContext,
  { options }: IdentityProvider,
  { state, callbackUrl }: Departure,
): Promise<Begun> {
  const requestId = newRequestId()
  const client = await makeClient(options, { callbackUrl, requestId })
  return {
    location: await client.getAuthorizeUrlAsync(state, undefined, {}),
    kept: { requestId },
  }
}

/** A form that a browser brought from a provider. */
export interface PostedAnswer {
  callbackUrl: string
  /** The field SAMLResponse. */
  response: string
  /** Whether the form names a flow. */
  isOfFlow: boolean
}

/** Seconds that a browser has to follow a redirect. */
const answerSeconds = 60

/**
 * Checks the form of a provider, and uses its assertion up.
 *
 * @returns a token with which the browser fetches the outcome
 * @throws LoginFailedError
 * Source: docs/protocol/single-sign-on.md#saml-checks.
 */
export async function receiveResponse(
  ctx: ProtocolContext,
  provider: IdentityProvider,
  { callbackUrl, response, isOfFlow }: PostedAnswer,
): Promise<string> {
  const { realmId, slug, name, options } = provider
  const assertion = await check(provider, { callbackUrl, encoded: response })
  if (!isOfFlow && options.allows_idp_initiated !== true) {
    throw new LoginFailedError(`A login by ${name} has to begin here. Please log in again.`)
  }
  if (isOfFlow !== (assertion.inResponseTo !== undefined)) {
    throw refusalOf(name, 'The assertion is not for the way on which it came: InResponseTo.')
  }
  const token = createToken()
  const sealed = createSealer(token).seal(JSON.stringify(assertion), slug).toString('base64')
  await ctx.db.transaction(async (tx) => {
    await deleteExpiredAssertions(tx, realmId)
    const { id, expiresAt } = assertion
    const digest = createHash('sha256').update(`${options.entity_id}\n${id}`).digest('base64url')
    if (!(await useAssertion(tx, { realmId, digest, expiresAt: new Date(expiresAt) }))) {
      throw refusalOf(name, `The assertion ${id} was used before.`)
    }
    await issueConfirmation(tx, {
      ...{ realmId, kind: 'saml_answer', token, data: { sealed }, lifeSeconds: answerSeconds },
    })
  })
  return token
}

async function check(
  { name, options }: IdentityProvider,
  posted: Parameters<typeof checkResponse>[1],
): Promise<CheckedAssertion> {
  try {
    return await checkResponse(options, posted)
  } catch (error) {
    if (error instanceof RefusedByProvider) throw reasonOfFailure(name, error)
    throw refusalOf(name, error instanceof Error ? error.message : String(error), error)
  }
}

async function complete(
  ctx: ProtocolContext,
  provider: IdentityProvider,
  { query, kept }: Arrival,
): Promise<Identity> {
  const token = new URLSearchParams(query).get('answer') ?? ''
  const assertion = await takeAnswer(ctx, provider, token)
  if (assertion.inResponseTo !== kept['requestId']) {
    throw refusalOf(provider.name, 'The assertion answers another request: InResponseTo.')
  }
  return identifyByAssertion(provider, assertion)
}

async function takeAnswer(
  ctx: ProtocolContext,
  { realmId, slug }: IdentityProvider,
  token: string,
): Promise<CheckedAssertion> {
  const row = await ctx.db.transaction((tx) =>
    takeConfirmation(tx, { realmId, kind: 'saml_answer', token }),
  )
  const { sealed = '' } = (row?.data ?? {}) as { sealed?: string }
  const opened = createSealer(token).open(Buffer.from(sealed, 'base64'), slug)
  if (opened !== undefined) return JSON.parse(opened) as CheckedAssertion
  throw new LoginFailedError('This login has ended or took too long. Please log in again.')
}

/** Compares the stored options with the metadata, if the provider publishes them. */
async function test(ctx: ProtocolContext, { options }: IdentityProvider): Promise<string> {
  const { entity_id: issuer = '', certificates = [], metadata_url: address } = options
  if (address === undefined) return issuer
  const published = await fetchMetadata(ctx, address)
  const isSame =
    published.entity_id === issuer &&
    published.sso_url === options.sso_url &&
    (published.slo_url === undefined || published.slo_url === options.slo_url) &&
    published.certificates.every((each) => certificates.includes(each))
  if (isSame) return issuer
  throw new LoginFailedError('The metadata of the provider has changed. Save the provider again.')
}

export const saml: Protocol = { begin, complete, test }
