import type { AnswerOf } from '../../../../shared/calls'
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import { CopyButton } from '../../../parts/copy-button/copy-button'
import { DownloadButton } from '../../../parts/copy-button/download-button'
import { zuliprcOf } from '../../../parts/copy-button/zuliprc'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { reasonOf } from '../../../lib/reason-of'
import styles from './personal.module.css'

type Shown = Pick<AnswerOf<'POST /json/fetch_api_key'>, 'email' | 'api_key'>

/** The reader's API key: shown on request, after a proof of who is there, until the page is left. */
export function ApiKey() {
  const shown = useSignal<Shown | undefined>(undefined)
  const isAsked = useSignal(false)
  const refusal = useSignal<string | undefined>(undefined)
  const id = useId()

  async function show(): Promise<void> {
    refusal.value = undefined
    try {
      shown.value = await call('POST /json/fetch_api_key')
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }

  async function regenerate({ email }: Shown): Promise<void> {
    const { api_key } = await call('POST /users/me/api_key/regenerate')
    shown.value = { email, api_key }
  }

  if (!shown.value) {
    return (
      <div class={styles['key']}>
        <p>{t.account.apiKeyAbout}</p>
        <div class={styles['buttons']}>
          <button type="button" class="button" onClick={() => void show()}>
            {t.account.showKey}
          </button>
        </div>
        {refusal.value !== undefined && (
          <p class="notice bad" role="alert">
            {refusal.value}
          </p>
        )}
      </div>
    )
  }
  const { api_key: key } = shown.value
  return (
    <div class={styles['key']}>
      <label for={id}>{t.account.apiKey}</label>
      <input id={id} class="field" readOnly value={key} onFocus={(e) => e.currentTarget.select()} />
      <div class={styles['buttons']}>
        <CopyButton text={key} label={t.account.copyKey} />
        <DownloadButton name="zuliprc" text={zuliprcOf(shown.value)} label={t.account.download} />
        <button type="button" class="button" onClick={() => (isAsked.value = true)}>
          {t.account.newKey}
        </button>
        <button type="button" class="button" onClick={() => (shown.value = undefined)}>
          {t.account.hideKey}
        </button>
      </div>
      {isAsked.value && (
        <ConfirmDialog
          title={t.account.newKeyTitle}
          action={t.account.newKey}
          isDangerous
          onConfirm={() => regenerate(shown.value as Shown)}
          onClose={() => (isAsked.value = false)}
        >
          <p>{t.account.newKeyWarning}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
