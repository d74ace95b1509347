import type { FilterRecord, LinkifierEvent, LinkifierRecord } from '../../shared/linkifiers'

export function presentLinkifier({ pattern, url_template, id }: LinkifierRecord): LinkifierRecord {
  return { pattern, url_template, id }
}

/** @param linkifier with plain variables only, since older clients support no others */
export function presentFilter({ pattern, url_template, id }: LinkifierRecord): FilterRecord {
  return [pattern, url_template.replaceAll('%', '%%').replace(/\{(\w+)\}/g, '%($1)s'), id]
}

export function linkifiersChanged(linkifiers: readonly LinkifierRecord[]): LinkifierEvent {
  return { type: 'realm_linkifiers', realm_linkifiers: linkifiers }
}

export function filtersChanged(filters: readonly FilterRecord[]): LinkifierEvent {
  return { type: 'realm_filters', realm_filters: filters }
}
