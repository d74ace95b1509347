import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import { textOf } from '../../ui/form/text-of'
import { nextStepOf } from './second-step'
import type { NextStep } from './second-step'
import styles from '../logged-out/logged-out.module.css'

interface CodeLoginProps {
  /** The address that was typed for the password. */
  email: string
  onLoggedIn: () => void
  /** Called if the code is one factor only. */
  onStep: (step: NextStep) => void
}

/** Login by a code that comes by mail. Source: docs/protocol/mail.md#login-codes. */
export function CodeLogin({ email, onLoggedIn, onStep }: CodeLoginProps) {
  const sentTo = useSignal<string | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const address = sentTo.value

  async function submit(form: HTMLFormElement): Promise<void> {
    const fields = new FormData(form)
    isBusy.value = true
    refusal.value = undefined
    try {
      if (address === undefined) {
        const typed = textOf(fields, 'email').trim()
        await call('POST /json/login_code', { email: typed })
        sentTo.value = typed
      } else {
        await call('POST /json/session/code', { email: address, code: textOf(fields, 'code') })
        return onLoggedIn()
      }
    } catch (error) {
      const step = nextStepOf(error)
      if (step) return onStep(step)
      refusal.value = reasonOf(error)
      form.querySelector('input')?.select()
    }
    isBusy.value = false
  }

  return (
    <form
      class={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      {address === undefined ? (
        <label key="email">
          {t.login.email}
          <input
            class="field"
            name="email"
            type="email"
            autocomplete="username"
            defaultValue={email}
            required
            autofocus
          />
        </label>
      ) : (
        <label key="code">
          <span role="status">{t.login.codeIsSent(address)}</span>
          {t.login.code}
          <input
            class="field"
            name="code"
            inputMode="numeric"
            autocomplete="one-time-code"
            required
            autofocus
          />
        </label>
      )}
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
      <button class="button primary" aria-busy={isBusy.value} disabled={isBusy.value}>
        {address === undefined ? t.login.sendCode : t.login.submit}
      </button>
    </form>
  )
}
