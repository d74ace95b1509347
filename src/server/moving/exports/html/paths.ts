import { extname } from 'node:path'
import type { MonthOfPlace } from '../../../data/exports/places'
import { cleanFileName } from '../../../chat/access/uploads/files'

/** Max messages on a page. */
export const messagesPerPage = 500

/** Kinds of files that a browser would run or show as a page: opened from a disk, they could read other files. */
const active = new Set([
  ...['.html', '.htm', '.xhtml', '.xht', '.shtml', '.mht', '.mhtml', '.svg', '.svgz', '.xml'],
  ...['.xsl', '.xslt', '.js', '.mjs', '.hta', '.swf', '.url', '.lnk', '.desktop', '.webloc'],
])

/** The name of an uploaded file in an export; active kinds become texts. */
export function fileNameOnDisk(name: string): string {
  const clean = cleanFileName(name)
  return active.has(extname(clean).toLowerCase()) ? `${clean}.txt` : clean
}

/** A page of messages: a month of a place, or a part of one. */
export interface PageOfMonth {
  month: MonthOfPlace
  /** From 1 on. */
  part: number
  parts: number
  /** File name within the folder of the place. */
  name: string
}

/** The pages of a place, in order. */
export function pagesOf(months: readonly MonthOfPlace[]): PageOfMonth[] {
  return months.flatMap((month) => {
    const parts = Math.max(1, Math.ceil(month.messages / messagesPerPage))
    return Array.from({ length: parts }, (_, index) => ({
      ...{ month, part: index + 1, parts },
      name: index === 0 ? `${month.month}.html` : `${month.month}-${index + 1}.html`,
    }))
  })
}

/** File name of a page of a list. @param number from 1 on */
export function listPage(number: number): string {
  return number === 1 ? 'index.html' : `index-${number}.html`
}
