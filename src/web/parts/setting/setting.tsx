import type { ComponentChildren } from 'preact'
import { useSignal } from '@preact/signals'
import * as t from '../../texts/catalog'
import { Check, FieldFrame, Select } from '../../ui/form/fields'
import type { Choice } from '../../ui/form/fields'
import type { SettingTarget } from './target'
import { useSetting } from './use-setting'
import styles from './setting.module.css'

export {
  clockOfLanguage,
  clockSetting,
  defaultClockSetting,
  defaultSetting,
  realmSetting,
  userSetting,
} from './target'
export type { SettingTarget } from './target'

interface SettingProps {
  target: SettingTarget
  label: string
  hint?: ComponentChildren
  disabled?: boolean | undefined
}

/** A checkbox that saves a setting at once: <CheckSetting target={userSetting('enter_sends')} label="…" /> */
export function CheckSetting({ target, label, hint, disabled }: SettingProps) {
  const setting = useSetting(target)
  return (
    <Check
      label={label}
      hint={hint}
      disabled={disabled}
      refusal={setting.refusal}
      isChecked={setting.value === true}
      onChange={(value) => void setting.save(value)}
    >
      <Saved isSaved={setting.isSaved} />
    </Check>
  )
}

/** A select that saves a setting at once. */
export function SelectSetting(props: SettingProps & { choices: readonly Choice[] }) {
  const { target, label, hint, disabled, choices } = props
  const setting = useSetting(target)
  return (
    <FieldFrame label={label} hint={hint} refusal={setting.refusal}>
      {(tie) => (
        <div class={styles['control']}>
          <Select
            tie={tie}
            choices={choices}
            value={setting.value}
            disabled={disabled}
            onChoose={(value) => void setting.save(value)}
          />
          <Saved isSaved={setting.isSaved} />
        </div>
      )}
    </FieldFrame>
  )
}

/** A number field that saves a setting on blur and Enter. */
export function NumberSetting(props: SettingProps & { min?: number; max?: number; unit?: string }) {
  const { target, label, hint, disabled, min, max, unit } = props
  const setting = useSetting(target)
  const typed = useSignal<string | undefined>(undefined)
  const shown = typed.value ?? String((setting.value as number | undefined) ?? '')

  function take(): void {
    const text = typed.peek()
    typed.value = undefined
    if (text === undefined || text.trim() === '' || Number(text) === setting.value) return
    const number = Number(text)
    if (number < (min ?? number) || number > (max ?? number)) {
      setting.refuse(t.form.outside(min, max))
    } else void setting.save(number)
  }

  return (
    <FieldFrame label={label} hint={hint} refusal={setting.refusal}>
      {(tie) => (
        <div class={styles['control']}>
          <input
            class={`field ${styles['number']}`}
            type="number"
            min={min}
            max={max}
            disabled={disabled}
            {...tie}
            value={shown}
            onInput={(event) => (typed.value = event.currentTarget.value)}
            onBlur={take}
            onKeyDown={(event) => event.key === 'Enter' && take()}
          />
          {unit}
          <Saved isSaved={setting.isSaved} />
        </div>
      )}
    </FieldFrame>
  )
}

/** Related settings under a heading. */
export function SettingGroup({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class={styles['group']}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}

function Saved({ isSaved }: { isSaved: boolean }) {
  return (
    <span role="status" class={styles['saved']}>
      {isSaved && t.form.saved}
    </span>
  )
}
