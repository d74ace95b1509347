import { SettingsArea } from '../../parts/settings-area/settings-area'
import { sections } from './sections'

/** Personal settings: `#settings/SECTION`. */
export function SettingsScreen({ path }: { path: readonly string[] }) {
  return <SettingsArea view="settings" path={path} sections={sections} />
}
