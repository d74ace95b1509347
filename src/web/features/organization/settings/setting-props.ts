import type { realmSetting } from '../../../ui/setting/setting'

/** Props of every kind of setting. */
export interface SettingProps {
  name: string
  target: ReturnType<typeof realmSetting>
  label: string
  hint?: string | undefined
  disabled: boolean
}
