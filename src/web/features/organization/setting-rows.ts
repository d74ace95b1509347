import type { SettingRow } from '../../data/switcher/setting-row'
import * as t from '../../texts/catalog'
import { settingGroups } from './defaults/setting-groups'
import { generalSections, permissionSections } from './settings/realm-settings'

/** The settings of the organization, for the quick switcher. */
export function listOrganizationRows(): SettingRow[] {
  const ofSections = (page: string, sections: typeof generalSections): SettingRow[] =>
    sections.flatMap(([, settings]) =>
      settings.map(({ name }) => rowOf(page, t.realmSettings[name]?.label)),
    )
  return [
    ...ofSections('permissions', permissionSections),
    ...ofSections('settings', generalSections),
    ...Object.values(settingGroups)
      .flat()
      .map((name) => rowOf('organization-level-user-defaults', t.defaultSettings[name]?.label)),
  ].filter(({ label }) => label !== '')
}

const rowOf = (page: string, label = ''): SettingRow => ({ view: 'organization', page, label })
