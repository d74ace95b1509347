import { addCodeTools } from './code'
import { frameToned, showEmoji } from './emoji'
import { openOutside } from './links'
import { showMentions } from './mentions'
import { parseServerHtml } from './parse'
import { placePictures } from './pictures'
import type { Reader } from './reader'
import { foldSpoilers } from './spoilers'
import { frameTables } from './tables'
import { showTimes } from './times'

/** Nodes of a message, or other rendered Markdown, prepared for one reader. */
export function presentHtml(html: string, reader: Reader): DocumentFragment {
  const content = parseServerHtml(frameToned(html))
  showEmoji(content)
  showTimes(content, reader)
  showMentions(content, reader)
  placePictures(content)
  foldSpoilers(content)
  addCodeTools(content, reader)
  frameTables(content)
  openOutside(content)
  lowerHeadings(content)
  return content
}

/** Lowers headings by two levels, since the screen uses level 1 and its sections level 2. */
function lowerHeadings(content: DocumentFragment): void {
  for (const heading of content.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Number(heading.localName.slice(1)) + 2
    const lower = document.createElement(`h${String(Math.min(level, 6))}`)
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
}

/** Nodes of a `/me` message, without the leading `/me`. */
export function presentMeHtml(html: string, reader: Reader): DocumentFragment {
  const content = presentHtml(html, reader)
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  const first = walker.nextNode()
  if (first) first.nodeValue = (first.nodeValue ?? '').replace(/^\s*\/me\s+/, '')
  return content
}
