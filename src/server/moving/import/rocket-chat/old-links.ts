import { fileLabel } from '../../../../shared/rules/file-label'
import { decodedPart, pathOnSites } from '../markup/old-site'
import { referenceLink } from '../markup/literal'
import { reference } from '../markup/references'
import type { RocketChatNames } from './names'

const room =
  /^\/(?:channel|group|direct)\/([^/?#]+)(?:\/thread\/([A-Za-z0-9]+))?\/?(?:\?(?:[^#]*&)?msg=([A-Za-z0-9]+))?/
const file = /^\/(?:file-upload|ufs\/[^/?#]+)\/([A-Za-z0-9]+)(?:\/([^/?#]*))?(?:[?#]|$)/

/** The target of a link to the old server. */
export interface OldLink {
  /** A reference, which can be the address of a link. */
  target: string
  /** Markdown of the link without a label of its own. */
  bare: string
}

/** The message, stream or file of an address of the old server. Source: docs/protocol/import.md#old-addresses. */
export function oldLinkOf(
  url: string,
  { sites, hasFile, channel }: Pick<RocketChatNames, 'sites' | 'hasFile' | 'channel'>,
): OldLink | undefined {
  const path = pathOnSites(url, sites)
  if (path === undefined) return undefined
  const [, name = '', thread, message = thread] = room.exec(path) ?? []
  if (message !== undefined) return plainly(reference('message', message, url))
  const [, fileId, fileName] = file.exec(path) ?? []
  if (fileId !== undefined && hasFile(fileId)) {
    const target = reference('file', fileId, url)
    const label = fileLabel(decodedPart(fileName ?? '')) || 'file'
    return { target, bare: referenceLink(label, target) }
  }
  const stream = name === '' ? undefined : channel(decodedPart(name))
  return stream === undefined ? undefined : plainly(reference('stream', stream, url))
}

/** References to messages and streams become links by themselves. */
function plainly(target: string): OldLink {
  return { target, bare: target }
}
