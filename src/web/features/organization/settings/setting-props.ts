import type { RealmSettingName } from '../../../data/records/state'
import type { realmSetting } from '../../../parts/setting/setting'

/** Props of every kind of setting. */
export interface SettingProps {
  name: RealmSettingName
  target: ReturnType<typeof realmSetting>
  label: string
  hint?: string | undefined
  disabled: boolean
}
