import { base64URLStringToBuffer, bufferToBase64URLString } from '@simplewebauthn/browser'
import type { ArgumentsOf } from '../../../shared/calls'
import { call } from '../../data/api/call'

/*
 * Calls of the browser's authenticator, whose bytes travel as base64url. Source: docs/protocol/second-factors.md#passkeys.
 */

type Made = ArgumentsOf<'POST /json/passkeys'>['credential']
type Used = ArgumentsOf<'POST /json/session/passkey'>['credential']

/** Whether the browser has passkeys for this address; they need a host name and HTTPS. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname)
}

/** Has the browser make a passkey for the reader, and stores it. @throws DOMException if the reader declines; as `call` */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await call('POST /json/passkeys/options')
  const { challenge, user, excludeCredentials, ...rest } =
    options as unknown as PublicKeyCredentialCreationOptionsJSON
  const made = await navigator.credentials.create({
    publicKey: {
      ...(rest as unknown as PublicKeyCredentialCreationOptions),
      challenge: base64URLStringToBuffer(challenge),
      user: { ...user, id: base64URLStringToBuffer(user.id) },
      excludeCredentials: (excludeCredentials ?? []).map(({ id }) => ({
        type: 'public-key',
        id: base64URLStringToBuffer(id),
      })),
    },
  })
  const { rawId, response } = made as PublicKeyCredential
  const answer = response as AuthenticatorAttestationResponse
  const credential: Made = {
    ...namesOf(rawId),
    response: {
      clientDataJSON: bufferToBase64URLString(answer.clientDataJSON),
      attestationObject: bufferToBase64URLString(answer.attestationObject),
      transports: answer.getTransports(),
    },
  }
  await call('POST /json/passkeys', { name, credential })
}

interface Asking {
  /** Ends the asking. */
  signal: AbortSignal
  /** Whether the browser offers passkeys in the field for the name, in place of a dialog. */
  isQuiet?: boolean
}

/** Logs the reader in by a passkey. @throws DOMException if the reader declines; as `call` */
export async function logInByPasskey({ signal, isQuiet = false }: Asking): Promise<void> {
  const { options } = await call('POST /json/session/passkey/options', {}, { signal })
  const { challenge, rpId, userVerification } =
    options as unknown as PublicKeyCredentialRequestOptionsJSON
  const used = await navigator.credentials.get({
    publicKey: {
      challenge: base64URLStringToBuffer(challenge),
      ...(rpId !== undefined && { rpId }),
      userVerification: userVerification as UserVerificationRequirement,
    },
    signal,
    ...(isQuiet && { mediation: 'conditional' }),
  })
  const { rawId, response } = used as PublicKeyCredential
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    response as AuthenticatorAssertionResponse
  const credential: Used = {
    ...namesOf(rawId),
    response: {
      clientDataJSON: bufferToBase64URLString(clientDataJSON),
      authenticatorData: bufferToBase64URLString(authenticatorData),
      signature: bufferToBase64URLString(signature),
      ...(userHandle && { userHandle: bufferToBase64URLString(userHandle) }),
    },
  }
  await call('POST /json/session/passkey', { credential })
}

function namesOf(rawId: ArrayBuffer) {
  const id = bufferToBase64URLString(rawId)
  return { id, rawId: id, type: 'public-key' as const }
}
