import { Room } from '../settings/room'
import { sections } from './sections'

/** What those who run the organisation chose for all, and who is in it: `#organization/SECTION`. */
export function OrganisationScreen({ path }: { path: readonly string[] }) {
  return <Room view="organization" path={path} sections={sections} />
}
