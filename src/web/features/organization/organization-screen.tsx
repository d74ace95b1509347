import { SettingsArea } from '../../parts/settings-area/settings-area'
import { sections } from './sections'

/** Settings area of the organization: `#organization/SECTION`. */
export function OrganizationScreen({ path }: { path: readonly string[] }) {
  return <SettingsArea view="organization" path={path} sections={sections} />
}
