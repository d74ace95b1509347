import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { SettingGroup } from '../../../parts/setting/setting'
import { generalSections, permissionSections } from './realm-settings'
import type { SettingSection } from './realm-settings'
import { SettingRow } from './setting-row'

/** Permissions of the organization. */
export function Permissions() {
  return <SettingsPage sections={permissionSections} />
}

/** General settings of the organization. */
export function GeneralSettings() {
  return <SettingsPage sections={generalSections} />
}

/** Search words of these pages: the texts of all their settings. */
export const permissionWords = wordsOf(permissionSections)
export const generalWords = wordsOf(generalSections)

function wordsOf(sections: readonly SettingSection[]): string {
  return sections
    .flatMap(([key, settings]) => [
      t.realmSettingSections[key],
      ...settings.map(({ name }) => t.realmSettings[name]?.label ?? ''),
    ])
    .join(' ')
}

function SettingsPage({ sections }: { sections: readonly SettingSection[] }) {
  const { store } = useApp()
  return (
    <>
      {!store.read('is_admin') && <p class="notice">{t.realmSetting.readOnly}</p>}
      {sections.map(([key, settings]) => {
        const hint = t.realmSettingSectionHints[key]
        return (
          <SettingGroup key={key} title={t.realmSettingSections[key]}>
            {hint !== undefined && <p>{hint}</p>}
            {settings.map((setting) => (
              <SettingRow key={setting.name} setting={setting} />
            ))}
          </SettingGroup>
        )
      })}
    </>
  )
}
