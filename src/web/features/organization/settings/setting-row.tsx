import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { CheckSetting, realmSetting, SelectSetting } from '../../../parts/setting/setting'
import { Domains } from './domains'
import { DurationSetting } from './duration-setting'
import { GroupSetting } from './group-setting'
import { LogInMethods } from './log-in-methods'
import type { RealmSetting } from './realm-settings'
import { StreamSetting } from './stream-setting'
import { TextSetting } from './text-setting'

/** One setting with label and hint, disabled if the reader may not change it. */
export function SettingRow({ setting }: { setting: RealmSetting }) {
  const { store } = useApp()
  const { name, needs, isForOwners = false } = setting
  const isAdmin = store.read('is_admin')
  const isReserved = isForOwners && !store.read('is_owner')
  const isIdle = needs !== undefined && store.read(`realm_${needs}`) !== true
  const words = t.realmSettings[name]
  const hints = [words?.hint, isAdmin && isReserved ? t.realmSetting.ownersOnly : undefined]
  const common = {
    name,
    target: realmSetting(name),
    label: words?.label ?? name,
    hint: hints.filter(Boolean).join(' ') || undefined,
    disabled: !isAdmin || isReserved || isIdle,
  }

  switch (setting.kind) {
    case 'group':
      return <GroupSetting {...common} />
    case 'switch':
      return <CheckSetting {...common} />
    case 'choice':
      return (
        <SelectSetting
          {...common}
          choices={setting.values.map((value) => ({
            value,
            label: words?.choices?.[value] ?? String(value),
          }))}
        />
      )
    case 'duration':
      return <DurationSetting {...common} duration={setting.duration} />
    case 'stream':
      return <StreamSetting {...common} />
    case 'text':
      return <TextSetting {...common} maxLength={setting.maxLength} />
    case 'domains':
      return <Domains disabled={common.disabled} />
    case 'logInMethods':
      return <LogInMethods {...common} />
  }
}
