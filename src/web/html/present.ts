import { addCodeTools } from './code'
import { showEmoji } from './emoji'
import { openOutside } from './links'
import { showMentions } from './mentions'
import { parseServerHtml } from './parse'
import { placePictures } from './pictures'
import type { Reader } from './reader'
import { foldSpoilers } from './spoilers'
import { frameTables } from './tables'
import { showTimes } from './times'

/** The nodes of a message, or of other Markdown that the server has rendered, as its reader gets them. */
export function presentHtml(html: string, reader: Reader): DocumentFragment {
  const content = parseServerHtml(html)
  showEmoji(content)
  showTimes(content, reader)
  showMentions(content, reader)
  placePictures(content)
  foldSpoilers(content)
  addCodeTools(content)
  frameTables(content)
  openOutside(content)
  return content
}

/** The nodes of what somebody said about themselves: `/me waves` without its first word. */
export function presentMeHtml(html: string, reader: Reader): DocumentFragment {
  const content = presentHtml(html, reader)
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  const first = walker.nextNode()
  if (first) first.nodeValue = (first.nodeValue ?? '').replace(/^\s*\/me\s+/, '')
  return content
}
