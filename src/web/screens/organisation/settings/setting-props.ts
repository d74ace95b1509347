import type { realmSetting } from '../../../parts/setting/setting'

/** What every kind of setting is drawn with. */
export interface SettingProps {
  name: string
  target: ReturnType<typeof realmSetting>
  label: string
  hint?: string | undefined
  disabled: boolean
}
