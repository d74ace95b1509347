import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '../../../../shared/calls'
import { useApp } from '../../../context/app'
import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import styles from './personal.module.css'

type Trouble = NonNullable<AnswerOf<'GET /users/me/mail_delivery'>['trouble']>

/** Says that mail servers refuse mail to the reader, and offers to send mails there again. */
export function MailTrouble() {
  const { toasts } = useApp()
  const trouble = useSignal<Trouble | null>(null)

  useEffect(() => {
    call('GET /users/me/mail_delivery').then(
      (answer) => (trouble.value = answer.trouble),
      // The settings work without the notice.
      () => undefined,
    )
  }, [])

  async function retry(): Promise<void> {
    try {
      await call('POST /users/me/mail_delivery/retry')
      trouble.value = null
      toasts.say(t.mailTrouble.again)
    } catch (error) {
      toasts.fail(t.yourMenu.notSaved, error)
    }
  }

  if (!trouble.value) return null
  const { email, reason } = trouble.value
  return (
    <div class={`notice bad ${styles['permission']}`} role="alert">
      <p>{t.mailTrouble.about(email, reason)}</p>
      <button type="button" class="button" onClick={() => void retry()}>
        {t.mailTrouble.retry}
      </button>
      <a class="button" href="#settings/account">
        {t.mailTrouble.change}
      </a>
    </div>
  )
}
