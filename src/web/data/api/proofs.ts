import { signal } from '@preact/signals-core'
import type { Way } from '../../../shared/proofs'
import type { RefusedError } from './errors'

/** A call that waits until the reader has proved to be there. Source: docs/protocol/step-up.md#rule. */
export interface WantedProof {
  ways: readonly Way[]
  /** @param isProved false: the reader has given up, and the call fails */
  end: (isProved: boolean) => void
}

/** The proof that a dialog asks for; several calls at once share it. */
export const wantedProof = signal<WantedProof | undefined>(undefined)

let asked: Promise<boolean> | undefined

/** Asks the reader for a proof, if a call was refused for the lack of one. @returns whether the call may be repeated */
export async function proveAfter({ code, body }: RefusedError): Promise<boolean> {
  if (code !== 'REAUTHENTICATION_REQUIRED') return false
  return (asked ??= new Promise((resolve) => {
    wantedProof.value = {
      ways: body['ways'] as Way[],
      end(isProved) {
        asked = wantedProof.value = undefined
        resolve(isProved)
      },
    }
  }))
}
