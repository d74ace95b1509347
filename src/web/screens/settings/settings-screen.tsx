import { Room } from './room'
import { sections } from './sections'

/** What the reader chose for themselves: `#settings/SECTION`. */
export function SettingsScreen({ path }: { path: readonly string[] }) {
  return <Room view="settings" path={path} sections={sections} />
}
