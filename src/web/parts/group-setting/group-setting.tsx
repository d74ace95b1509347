import { useId } from 'preact/hooks'
import * as t from '../../texts/catalog'
import type { Declaration } from '../../data/people/group-values'
import type { GroupValue } from '../../data/records/state'
import { GroupPicker } from '../group-picker/group-picker'
import { useComparedSetting } from '../setting/use-compared-setting'
import styles from './group-setting.module.css'

interface GroupSettingProps {
  label: string
  hint?: string | undefined
  /** Current value. */
  value: GroupValue
  declaration?: Declaration | undefined
  disabled?: boolean | undefined
  /** Saves a value. `old` is the value that the reader saw; the server refuses if it has changed since. */
  save: (value: GroupValue, old: GroupValue) => Promise<unknown>
}

/** A permission that is saved as soon as it is chosen, with its error message. */
export function GroupSetting(props: GroupSettingProps) {
  const { label, hint, value, declaration, disabled = false, save } = props
  const id = useId()
  const setting = useComparedSetting({
    now: value,
    save,
    changedMeanwhile: t.streamPermissions.mismatch,
  })

  return (
    <div class={styles['setting']}>
      <GroupPicker
        label={label}
        value={setting.value as GroupValue}
        declaration={declaration}
        disabled={disabled}
        isInvalid={setting.refusal !== undefined}
        describedBy={`${id}-notes`}
        onChange={(next) => void setting.save(next)}
      />
      <div id={`${id}-notes`} class={styles['notes']}>
        {hint !== undefined && <p>{hint}</p>}
        {setting.refusal !== undefined && (
          <p class={styles['refusal']} role="alert">
            {setting.refusal}
          </p>
        )}
      </div>
      <span role="status" class={styles['saved']}>
        {setting.isSaved && t.form.saved}
      </span>
    </div>
  )
}
