import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { reasonOf, RefusedError } from '../../api/errors'
import * as t from '../../i18n/en'
import type { Declaration } from '../../people/group-values'
import type { GroupValue } from '../../store/state'
import { GroupPicker } from '../group-picker/group-picker'
import styles from './group-setting.module.css'

interface GroupSettingProps {
  label: string
  hint?: string | undefined
  /** What is so now. */
  value: GroupValue
  declaration?: Declaration | undefined
  disabled?: boolean | undefined
  /** Saves another value; `old` is what the reader saw, for the server to refuse where it has changed. */
  save: (value: GroupValue, old: GroupValue) => Promise<unknown>
}

/** Who may do something, saved as soon as it is chosen, with its refusal in words. */
export function GroupSetting(props: GroupSettingProps) {
  const { label, hint, value, declaration, disabled = false, save } = props
  const id = useId()
  /** Shown until the event tells that it is so, or another value. */
  const chosen = useSignal<{ value: GroupValue; over: GroupValue } | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const isSaved = useSignal(false)
  const shown = chosen.value?.over === value ? chosen.value.value : value

  async function choose(next: GroupValue): Promise<void> {
    const choice = { value: next, over: value }
    chosen.value = choice
    refusal.value = undefined
    isSaved.value = false
    try {
      await save(next, shown)
      isSaved.value = true
    } catch (error) {
      if (chosen.peek() === choice) chosen.value = undefined
      refusal.value = isMismatch(error) ? t.streamPermissions.mismatch : reasonOf(error)
    }
  }

  return (
    <div class={styles['setting']}>
      <GroupPicker
        label={label}
        value={shown}
        declaration={declaration}
        disabled={disabled}
        isInvalid={refusal.value !== undefined}
        describedBy={`${id}-notes`}
        onChange={(next) => void choose(next)}
      />
      <div id={`${id}-notes`} class={styles['notes']}>
        {hint !== undefined && <p>{hint}</p>}
        {refusal.value !== undefined && (
          <p class={styles['refusal']} role="alert">
            {refusal.value}
          </p>
        )}
      </div>
      <span role="status" class={styles['saved']}>
        {isSaved.value && t.form.saved}
      </span>
    </div>
  )
}

function isMismatch(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'EXPECTATION_MISMATCH'
}
