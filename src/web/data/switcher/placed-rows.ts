import type { SettingRow } from './setting-row'
import type { SettingsPage } from './settings-pages'

/** A row, and its page. */
export interface PlacedRow extends SettingRow {
  place: SettingsPage
}

/** The rows of the pages that the reader has. */
export function placeRows(
  rows: readonly SettingRow[],
  pages: readonly SettingsPage[],
): PlacedRow[] {
  const byKey = new Map(pages.map((page) => [keyOf(page.route.view, page.route.path[0]), page]))
  return rows.flatMap((row) => {
    const place = byKey.get(keyOf(row.view, row.page))
    return place ? [{ ...row, place }] : []
  })
}

const keyOf = (view: string, page = '') => `${view}/${page}`
