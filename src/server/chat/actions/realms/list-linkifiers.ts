import type { Queryable } from '../../../data/engine/database'
import { listLinkifierRows } from '../../../data/realms/linkifiers'
import type { LinkifierRow } from '../../../data/schema'
import { isPlainTemplate } from '../../../text/markdown/url-template'
import { presentFilter, presentLinkifier } from '../../../wire/linkifiers'
import type { FilterRecord, LinkifierRecord } from '../../../../shared/linkifiers'

/**
 * The linkifiers of a realm, in the order in which they are tried.
 * Source: docs/protocol/markdown.md#linkifier-calls.
 */
export async function listLinkifiers(db: Queryable, realmId: number): Promise<LinkifierRecord[]> {
  return (await listLinkifierRows(db, realmId)).map(presentLinkifier)
}

/**
 * The linkifiers of a realm in the format of older clients, without the ones that this format cannot express.
 */
export async function listFilters(db: Queryable, realmId: number): Promise<FilterRecord[]> {
  return filtersAmong(await listLinkifierRows(db, realmId))
}

/** Linkifiers in the format of older clients, without the ones that this format cannot express. */
export function filtersAmong(linkifiers: readonly LinkifierRow[]): FilterRecord[] {
  return linkifiers
    .filter(({ url_template: template }) => isPlainTemplate(template))
    .map(presentFilter)
}
