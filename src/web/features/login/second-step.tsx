import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { call } from '../../data/api/call'
import { RefusedError } from '../../data/api/errors'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import { textOf } from '../../ui/form/text-of'
import { RecoveryCodes } from '../../parts/second-factor/recovery-codes'
import { ShownSecret } from '../../parts/second-factor/shown-secret'
import styles from '../logged-out/logged-out.module.css'

/** The second step that a refused first one asks for. */
export interface NextStep {
  ticket: string
  /** Set if an authenticator app must be set up. */
  setup?: { secret: string; uri: string; qrCode: readonly string[] }
}

/** The second step that a refusal of the first one asks for; undefined if it is another refusal. */
export function nextStepOf(error: unknown): NextStep | undefined {
  if (!(error instanceof RefusedError)) return undefined
  const { ticket, secret, uri, qr_code: qrCode } = error.body
  if (error.code === 'TWO_FACTOR_REQUIRED') return { ticket: String(ticket) }
  if (error.code !== 'TWO_FACTOR_SETUP_REQUIRED') return undefined
  const setup = { secret: String(secret), uri: String(uri), qrCode: qrCode as string[] }
  return { ticket: String(ticket), setup }
}

interface SecondStepProps {
  step: NextStep
  onLoggedIn: () => void
  /** Called with a text for the reader if the login has to begin again. */
  onEnded: (reason: string) => void
}

/** Asks for a code of the authenticator app; sets the app up first if the organization demands it. */
export function SecondStep({ step: { ticket, setup }, onLoggedIn, onEnded }: SecondStepProps) {
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const codes = useSignal<readonly string[] | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)

  // Browsers heed `autofocus` once, for the field before this one.
  useLayoutEffect(() => field.current?.focus(), [])

  async function submit(form: HTMLFormElement): Promise<void> {
    isBusy.value = true
    refusal.value = undefined
    try {
      const code = textOf(new FormData(form), 'code')
      const { recovery_codes: made } = await call('POST /json/session/second', { ticket, code })
      if (made) codes.value = made
      else onLoggedIn()
    } catch (error) {
      const code = error instanceof RefusedError ? error.code : ''
      if (code === 'LOGIN_ENDED') return onEnded(t.secondFactor.ended)
      refusal.value = code === 'WRONG_CODE' ? t.secondFactor.wrong : reasonOf(error)
      isBusy.value = false
      form.querySelector('input')?.select()
    }
  }

  if (codes.value) {
    return (
      <div class={styles['form']}>
        <RecoveryCodes codes={codes.value}>
          <button type="button" class="button primary" onClick={onLoggedIn}>
            {t.secondFactor.kept}
          </button>
        </RecoveryCodes>
      </div>
    )
  }
  return (
    <form
      class={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      {setup && (
        <>
          <p class="notice">{t.secondFactor.demanded}</p>
          <ShownSecret {...setup} />
        </>
      )}
      <label>
        {setup ? t.secondFactor.code : t.secondFactor.anyCode}
        <input ref={field} class="field" name="code" autocomplete="one-time-code" required />
      </label>
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
      <button class="button primary" aria-busy={isBusy.value} disabled={isBusy.value}>
        {t.login.submit}
      </button>
    </form>
  )
}
