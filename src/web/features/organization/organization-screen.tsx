import { Room } from '../settings/room'
import { sections } from './sections'

/** Settings area of the organization: `#organization/SECTION`. */
export function OrganizationScreen({ path }: { path: readonly string[] }) {
  return <Room view="organization" path={path} sections={sections} />
}
