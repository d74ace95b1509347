import { Room } from './room'
import { sections } from './sections'

/** Personal settings: `#settings/SECTION`. */
export function SettingsScreen({ path }: { path: readonly string[] }) {
  return <Room view="settings" path={path} sections={sections} />
}
