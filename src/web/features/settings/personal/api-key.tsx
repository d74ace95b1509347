import type { AnswerOf } from '../../../../shared/calls'
import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import { CopyButton } from '../../../parts/copy-button/copy-button'
import { DownloadButton } from '../../../parts/copy-button/download-button'
import { zuliprcOf } from '../../../parts/copy-button/zuliprc'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { TextField } from '../../../ui/form/fields'
import { Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import styles from './personal.module.css'

type Shown = Pick<AnswerOf<'POST /json/fetch_api_key'>, 'email' | 'api_key'>

/** The reader's API key: shown after the password was entered, or soon after a login in two steps, until the page is left. */
export function ApiKey() {
  const shown = useSignal<Shown | undefined>(undefined)
  const isAsked = useSignal(false)
  const form = useForm('account/api-key', { password: '' }, { isSecret: true })
  const id = useId()
  /** Whether the password is not enough, and a fresh login is needed instead. */
  const hasSecondFactor = useSignal(false)

  useEffect(() => {
    call('GET /json/second_factor').then(
      ({ since }) => (hasSecondFactor.value = since !== null),
      // The server decides, and refuses with a sentence.
      () => undefined,
    )
  }, [])

  async function regenerate({ email }: Shown): Promise<void> {
    const { api_key } = await call('POST /users/me/api_key/regenerate')
    shown.value = { email, api_key }
  }

  if (!shown.value) {
    return (
      <Form
        form={form}
        label={t.account.apiKey}
        submit={t.account.showKey}
        fieldOf={() => 'password'}
        onSubmit={async ({ password }) => {
          shown.value = await call('POST /json/fetch_api_key', { password })
        }}
      >
        {hasSecondFactor.value ? (
          <p>{t.secondFactor.keyAbout}</p>
        ) : (
          <TextField
            name="password"
            type="password"
            label={t.login.password}
            hint={t.account.apiKeyAbout}
            autocomplete="current-password"
          />
        )}
      </Form>
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
