import { useId } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import { useApp } from '../../app/app'
import * as t from '../../texts/catalog'
import { CopyButton } from '../../ui/copy-button/copy-button'
import { useStream } from './use-stream'
import styles from './streams.module.css'

/** The address at which the person's mail to a stream comes in, shown on demand. */
export function StreamMailAddress() {
  const { toasts } = useApp()
  const { stream } = useStream()
  const address = useSignal<string | undefined>(undefined)
  const id = useId()

  async function show(): Promise<void> {
    try {
      const path = 'GET /streams/{stream_id}/email_address'
      address.value = (await call(path, { stream_id: stream.stream_id })).email
    } catch (error) {
      toasts.fail(t.streamMailAddress.failed, error)
    }
  }

  if (address.value === undefined) {
    return (
      <>
        <p class={styles['note']}>{t.streamMailAddress.about}</p>
        <button type="button" class="button" onClick={() => void show()}>
          {t.streamMailAddress.show}
        </button>
      </>
    )
  }
  return (
    <>
      <p class={styles['note']}>{t.streamMailAddress.secret}</p>
      <label for={id}>{t.streamMailAddress.label}</label>
      <input
        id={id}
        class="field"
        readOnly
        value={address.value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={address.value} label={t.streamMailAddress.copy} />
    </>
  )
}
