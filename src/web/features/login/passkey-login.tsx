import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { RefusedError } from '../../data/api/errors'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import { hasPasskeys, logInByPasskey } from '../../parts/passkeys/authenticator'
import { nextStepOf } from './second-step'
import type { NextStep } from './second-step'

interface PasskeyLoginProps {
  onLoggedIn: () => void
  /** Called if the passkey is one factor only. */
  onStep: (step: NextStep) => void
}

/** A challenge of the server works for five minutes. */
const renewalMs = 240_000

/** A button for the login by a passkey; browsers that can also offer passkeys in the field for the name. */
export function PasskeyLogin({ onLoggedIn, onStep }: PasskeyLoginProps) {
  const refusal = useSignal<string | undefined>(undefined)
  const asking = useRef(new AbortController())

  /** @param isQuiet in the field for the name, where nobody may have asked */
  async function ask(isQuiet: boolean): Promise<void> {
    // A browser asks for one passkey at a time.
    asking.current.abort()
    const { signal } = (asking.current = new AbortController())
    try {
      await logInByPasskey({ signal, isQuiet })
      onLoggedIn()
    } catch (error) {
      const step = nextStepOf(error)
      if (step) return onStep(step)
      // The reader has closed the dialog, or the page has asked anew.
      if (signal.aborted || error instanceof DOMException) return
      if (!isQuiet || error instanceof RefusedError) refusal.value = reasonOf(error)
    }
  }

  useEffect(() => {
    if (!hasPasskeys()) return
    let renewal: ReturnType<typeof setInterval> | undefined
    async function offer(): Promise<void> {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return
      renewal = setInterval(() => void ask(true), renewalMs)
      await ask(true)
    }
    void offer()
    return () => {
      clearInterval(renewal)
      asking.current.abort()
    }
  }, [])

  if (!hasPasskeys()) return null
  return (
    <>
      <button type="button" class="button" onClick={() => void ask(false)}>
        {t.secondFactor.byPasskey}
      </button>
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
    </>
  )
}
