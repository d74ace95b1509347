import { useId } from 'preact/hooks'
import { batch, useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { Check } from '../../ui/form/fields'
import { CopyButton } from '../../parts/copy-button/copy-button'
import { useStream } from './use-stream'
import styles from './streams.module.css'

/** Options of the address, as the server names them. Source: docs/protocol/mail-in.md#options. */
const offered = ['show-sender', 'as-code', 'mentions'] as const
type Option = (typeof offered)[number]

/** The address at which the person's mail to a stream comes in, shown on demand. */
export function StreamMailAddress() {
  const { toasts } = useApp()
  const { stream } = useStream()
  const address = useSignal<string | undefined>(undefined)
  const options = useSignal<readonly Option[]>([])
  const id = useId()

  async function show(chosen: readonly Option[] = []): Promise<void> {
    try {
      const path = 'GET /streams/{stream_id}/email_address'
      const args = chosen.length === 0 ? {} : { options: chosen }
      const { email } = await call(path, { stream_id: stream.stream_id, ...args })
      batch(() => {
        address.value = email
        options.value = chosen
      })
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
      {offered.map((option) => (
        <Check
          key={option}
          label={t.streamMailAddress.options[option]}
          hint={t.streamMailAddress.hints[option]}
          isChecked={options.value.includes(option)}
          onChange={(isChosen) =>
            void show(
              offered.filter((each) => (each === option ? isChosen : options.value.includes(each))),
            )
          }
        />
      ))}
      <CopyButton text={address.value} label={t.streamMailAddress.copy} />
    </>
  )
}
