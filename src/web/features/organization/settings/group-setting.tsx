import { useId } from 'preact/hooks'
import { changeSettings } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { GroupPicker } from '../../../parts/group-picker/group-picker'
import { useComparedSetting } from '../../../parts/setting/use-compared-setting'
import { declarationsOf } from '../../../data/people/group-values'
import type { GroupValue } from '../../../data/people/group-values'
import styles from './settings.module.css'
import type { SettingProps } from './setting-props'

/** A permission of the organization. */
export function GroupSetting({ name, label, hint, disabled }: SettingProps) {
  const { store } = useApp()
  const noteId = useId()
  const setting = useComparedSetting({
    now: store.read(`realm_${name}`) as GroupValue,
    save: (value, old) => changeSettings('PATCH /realm', { [name]: { new: value, old } }),
    changedMeanwhile: t.realmSetting.changedMeanwhile,
  })

  return (
    <div class={styles['group']}>
      <GroupPicker
        label={label}
        value={setting.value as GroupValue}
        declaration={declarationsOf(store.state, 'realm')[name]}
        disabled={disabled}
        isInvalid={setting.refusal !== undefined}
        describedBy={noteId}
        onChange={(value) => void setting.save(value)}
      />
      <div id={noteId} class={styles['notes']}>
        {hint !== undefined && <p class={styles['hint']}>{hint}</p>}
        {setting.refusal !== undefined && (
          <p class={styles['refusal']} role="alert">
            {setting.refusal}
          </p>
        )}
        <span role="status" class={styles['saved']}>
          {setting.isSaved && t.form.saved}
        </span>
      </div>
    </div>
  )
}
