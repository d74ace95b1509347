/** A setting on a page of a settings area. */
export interface SettingRow {
  view: 'settings' | 'organization'
  /** Key of the page. */
  page: string
  /** As on the page. */
  label: string
  /** Further words that find it. */
  words?: string
}
