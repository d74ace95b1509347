import { useId, useRef } from 'preact/hooks'
import { call } from '../../../api/call'
import { RefusedError } from '../../../api/errors'
import { useApp } from '../../../app'
import * as t from '../../../i18n/en'
import { GroupPicker } from '../../../parts/group-picker/group-picker'
import { useSetting } from '../../../parts/setting/use-setting'
import { declarationsOf } from '../../../people/group-values'
import type { GroupValue } from '../../../people/group-values'
import styles from './settings.module.css'
import type { SettingProps } from './setting-props'

/**
 * Who may do something. What the reader saw is sent along, so that nobody undoes what another has chosen meanwhile.
 * Source: docs/protocol/permissions.md#update-form.
 */
export function GroupSetting({ name, label, hint, disabled }: SettingProps) {
  const { store } = useApp()
  const noteId = useId()
  const now = store.read(`realm_${name}`) as GroupValue
  const saves = useRef<{ seen: GroupValue; saved: GroupValue; last: Promise<unknown> }>(undefined)
  // The event may come later than the answer: until then, what was saved is what is there.
  if (saves.current?.seen !== now)
    saves.current = { seen: now, saved: now, last: Promise.resolve() }
  const state = saves.current

  const setting = useSetting({
    read: () => store.read(`realm_${name}`),
    save: (value) => (state.last = state.last.catch(() => undefined).then(() => save(value))),
  })

  async function save(value: unknown): Promise<void> {
    try {
      await call('PATCH', '/realm', { [name]: { new: value, old: state.saved } })
      state.saved = value as GroupValue
    } catch (error) {
      const isConflict = error instanceof RefusedError && error.code === 'EXPECTATION_MISMATCH'
      throw isConflict ? new Error(t.realmSetting.changedMeanwhile) : error
    }
  }

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
