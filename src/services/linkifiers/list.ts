import type { Queryable } from '../../db/engine/database'
import { listLinkifierRows } from '../../db/realms/linkifiers'
import type { LinkifierRow } from '../../db/schema'
import { isPlainTemplate } from '../../markdown'
import { presentFilter, presentLinkifier } from '../../wire/linkifiers'
import type { FilterRecord, LinkifierRecord } from '../../wire/linkifiers'

/** In the order in which they are tried. Source: client notes 6.4. */
export async function listLinkifiers(db: Queryable, realmId: number): Promise<LinkifierRecord[]> {
  return (await listLinkifierRows(db, realmId)).map(presentLinkifier)
}

/** The same for older clients, without those that they could not read. */
export async function listFilters(db: Queryable, realmId: number): Promise<FilterRecord[]> {
  return filtersAmong(await listLinkifierRows(db, realmId))
}

export function filtersAmong(linkifiers: readonly LinkifierRow[]): FilterRecord[] {
  return linkifiers
    .filter(({ url_template: template }) => isPlainTemplate(template))
    .map(presentFilter)
}
