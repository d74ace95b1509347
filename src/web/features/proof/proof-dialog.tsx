import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { call } from '../../data/api/call'
import type { WantedProof } from '../../data/api/proofs'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import { Dialog } from '../../ui/dialog/dialog'
import { textOf } from '../../ui/form/text-of'
import { PasswordInput } from '../../ui/password-field/password-input'
import styles from './proof-dialog.module.css'

/** Asks who is there before a dangerous call, which goes on afterwards. Source: docs/protocol/step-up.md#ways. */
export function ProofDialog({ wanted: { ways, end } }: { wanted: WantedProof }) {
  const onProved = () => end(true)
  const next = `${location.pathname}${location.search}${location.hash}`
  return (
    <Dialog title={t.proof.title} size="small" onClose={() => end(false)} keepsOnClickBeside>
      <div class={styles['ways']}>
        <p>{ways.length > 0 ? t.proof.about : t.proof.noWay}</p>
        {ways.map((way) => {
          if (way.kind === 'password') return <ByPassword key={way.kind} onProved={onProved} />
          if (way.kind === 'totp') return <ByApp key={way.kind} onProved={onProved} />
          if (way.kind === 'email_code') return <ByCode key={way.kind} onProved={onProved} />
          return (
            <a key={way.slug} class="button" href={withNext(way.login_url, next)}>
              <span dir="auto">{t.login.by(way.display_name)}</span>
            </a>
          )
        })}
      </div>
    </Dialog>
  )
}

/** The address of a login that comes back here. */
function withNext(path: string, next: string): string {
  const url = new URL(path, location.origin)
  url.searchParams.set('next', next)
  return url.href
}

interface WayProps {
  onProved: () => void
}

function ByPassword({ onProved }: WayProps) {
  return (
    <ProofForm
      submit={t.proof.confirm}
      send={async (fields) => {
        await call('POST /json/session/proof', { password: textOf(fields, 'password') })
        onProved()
      }}
    >
      <div class={styles['field']}>
        <label for="proof-password">{t.login.password}</label>
        <PasswordInput
          id="proof-password"
          name="password"
          autocomplete="current-password"
          required
          autofocus
        />
      </div>
    </ProofForm>
  )
}

function ByApp({ onProved }: WayProps) {
  return <CodeForm label={t.secondFactor.anyCode} onProved={onProved} />
}

function ByCode({ onProved }: WayProps) {
  const isSent = useSignal(false)
  if (isSent.value) return <CodeForm label={t.login.code} isNumeric onProved={onProved} />
  return (
    <ProofForm
      submit={t.login.sendCode}
      send={async () => {
        await call('POST /json/session/proof/code')
        isSent.value = true
      }}
    />
  )
}

interface CodeFormProps extends WayProps {
  label: string
  /** Whether the code has digits only; a recovery code has letters. */
  isNumeric?: boolean
}

function CodeForm({ label, isNumeric = false, onProved }: CodeFormProps) {
  return (
    <ProofForm
      submit={t.proof.confirm}
      send={async (fields) => {
        await call('POST /json/session/proof', { code: textOf(fields, 'code') })
        onProved()
      }}
    >
      <label class={styles['field']}>
        {label}
        <input
          class="field"
          name="code"
          {...(isNumeric && { inputMode: 'numeric' as const })}
          autocomplete="one-time-code"
          required
          autofocus
        />
      </label>
    </ProofForm>
  )
}

interface ProofFormProps {
  submit: string
  send: (fields: FormData) => Promise<void>
  children?: ComponentChildren
}

function ProofForm({ submit, send, children }: ProofFormProps) {
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)

  async function attempt(form: HTMLFormElement): Promise<void> {
    isBusy.value = true
    refusal.value = undefined
    try {
      await send(new FormData(form))
    } catch (error) {
      refusal.value = reasonOf(error)
      form.querySelector('input')?.select()
    } finally {
      isBusy.value = false
    }
  }

  return (
    <form
      class={styles['ways']}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void attempt(event.currentTarget)
      }}
    >
      {children}
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
      <button class="button primary" disabled={isBusy.value}>
        {submit}
      </button>
    </form>
  )
}
