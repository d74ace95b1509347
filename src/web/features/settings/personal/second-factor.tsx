import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '../../../../shared/calls'
import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import { reasonOf } from '../../../lib/reason-of'
import { RecoveryCodes } from '../../../parts/second-factor/recovery-codes'
import { ShownSecret } from '../../../parts/second-factor/shown-secret'
import { SettingGroup } from '../../../parts/setting/setting'
import { Loading } from '../../../ui/loaded/loading'
import { CodeForm } from './code-form'
import styles from './personal.module.css'

type State = AnswerOf<'GET /json/second_factor'>
type Setup = AnswerOf<'POST /json/second_factor'>

/** The act that the reader has begun. */
type Act =
  | { kind: 'setup'; secret: Setup }
  | { kind: 'renew' | 'switchOff' }
  | { kind: 'codes'; codes: readonly string[] }

/** The reader's authenticator app and recovery codes. */
export function SecondFactor() {
  const state = useSignal<State | undefined>(undefined)
  const act = useSignal<Act | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)

  async function look(): Promise<void> {
    refusal.value = undefined
    try {
      state.value = await call('GET /json/second_factor')
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }
  useEffect(() => void look(), [])

  async function begin(): Promise<void> {
    refusal.value = undefined
    try {
      act.value = { kind: 'setup', secret: await call('POST /json/second_factor') }
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }

  const end = () => void (act.value = undefined)
  async function show(codes: readonly string[] | undefined): Promise<void> {
    act.value = codes && { kind: 'codes', codes }
    await look()
  }

  return (
    <SettingGroup title={t.secondFactor.title}>
      {state.value ? (
        <Step
          act={act.value}
          state={state.value}
          onBegin={() => void begin()}
          onAct={(next) => (act.value = next)}
          onCodes={show}
          onEnd={end}
        />
      ) : (
        <Loading refusal={refusal.value} onRetry={() => void look()} />
      )}
      {state.value && refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
    </SettingGroup>
  )
}

interface StepProps {
  act: Act | undefined
  state: State
  onBegin: () => void
  onAct: (act: Act) => void
  /** Called with new recovery codes, or without after switching off. */
  onCodes: (codes: readonly string[] | undefined) => Promise<void>
  onEnd: () => void
}

function Step({ act, state, onBegin, onAct, onCodes, onEnd }: StepProps) {
  switch (act?.kind) {
    case 'setup': {
      const { secret, uri, qr_code: qrCode, ticket } = act.secret
      return (
        <>
          <ShownSecret secret={secret} uri={uri} qrCode={qrCode} />
          <CodeForm
            label={t.secondFactor.code}
            submit={t.secondFactor.confirm}
            onCancel={onEnd}
            onCode={async (code) => {
              const done = await call('POST /json/second_factor/confirm', { ticket, code })
              await onCodes(done.recovery_codes)
            }}
          />
        </>
      )
    }
    case 'codes':
      return (
        <RecoveryCodes codes={act.codes}>
          <button type="button" class="button primary" onClick={onEnd}>
            {t.secondFactor.kept}
          </button>
        </RecoveryCodes>
      )
    case 'renew':
    case 'switchOff': {
      const isRenewal = act.kind === 'renew'
      return (
        <CodeForm
          label={t.secondFactor.anyCode}
          submit={isRenewal ? t.secondFactor.newCodes : t.secondFactor.switchOff}
          onCancel={onEnd}
          onCode={async (code) => {
            if (isRenewal) {
              const done = await call('POST /json/second_factor/recovery_codes', { code })
              return onCodes(done.recovery_codes)
            }
            await call('DELETE /json/second_factor', { code })
            return onCodes(undefined)
          }}
        />
      )
    }
    case undefined:
      return (
        <>
          <p>
            {state.since === null
              ? t.secondFactor.about
              : t.secondFactor.isOn(state.recovery_codes_left)}
          </p>
          <div class={styles['buttons']}>
            {state.since === null ? (
              <button type="button" class="button" onClick={onBegin}>
                {t.secondFactor.setUp}
              </button>
            ) : (
              <>
                <button type="button" class="button" onClick={() => onAct({ kind: 'renew' })}>
                  {t.secondFactor.newCodes}
                </button>
                <button type="button" class="button" onClick={() => onAct({ kind: 'switchOff' })}>
                  {t.secondFactor.switchOff}
                </button>
              </>
            )}
          </div>
        </>
      )
  }
}
