import { useSignal } from '@preact/signals'
import * as t from '../../../texts/catalog'
import { FieldFrame } from '../../../ui/form/fields'
import { useSetting } from '../../../parts/setting/use-setting'
import styles from './settings.module.css'
import type { SettingProps } from './setting-props'

/** A text field that saves a setting on blur and Enter. */
export function TextSetting(props: SettingProps & { maxLength: number }) {
  const { target, label, hint, disabled, maxLength } = props
  const setting = useSetting(target)
  const typed = useSignal<string | undefined>(undefined)
  const now = typeof setting.value === 'string' ? setting.value : ''

  function take(): void {
    const text = typed.peek()?.trim()
    typed.value = undefined
    if (text !== undefined && text !== now) void setting.save(text)
  }

  return (
    <FieldFrame label={label} hint={hint} refusal={setting.refusal}>
      {(tie) => (
        <div class={styles['controls']}>
          <input
            class="field"
            type="text"
            maxLength={maxLength}
            disabled={disabled}
            {...tie}
            value={typed.value ?? now}
            onInput={(event) => (typed.value = event.currentTarget.value)}
            onBlur={take}
            onKeyDown={(event) => event.key === 'Enter' && take()}
          />
          <span role="status" class={styles['saved']}>
            {setting.isSaved && t.form.saved}
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
