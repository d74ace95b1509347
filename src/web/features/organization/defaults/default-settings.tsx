import * as t from '../../../texts/catalog'
import {
  CheckSetting,
  defaultClockSetting,
  defaultSetting,
  SelectSetting,
  SettingGroup,
} from '../../../parts/setting/setting'
import { settingGroups } from './setting-groups'

/** Default settings of new accounts; each is saved at once. */
export function DefaultSettings() {
  return (
    <>
      <p>{t.defaults.about}</p>
      {(Object.keys(settingGroups) as (keyof typeof settingGroups)[]).map((group) => (
        <SettingGroup key={group} title={t.defaults.groups[group]}>
          {settingGroups[group].map((name) => (
            <Default key={name} name={name} />
          ))}
        </SettingGroup>
      ))}
    </>
  )
}

function Default({ name }: { name: (typeof settingGroups)[keyof typeof settingGroups][number] }) {
  const { label = name, hint, choices } = t.defaultSettings[name] ?? {}
  const target = name === 'twenty_four_hour_time' ? defaultClockSetting : defaultSetting(name)
  const common = { target, label, hint }
  return choices ? (
    <SelectSetting {...common} choices={choices.map(([value, text]) => ({ value, label: text }))} />
  ) : (
    <CheckSetting {...common} />
  )
}
