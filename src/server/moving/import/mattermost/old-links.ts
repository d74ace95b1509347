import { fileLabel } from '../../../../shared/rules/file-label'
import { decodedPart, pathOnSites } from '../markup/old-site'
import { referenceLink } from '../markup/literal'
import { reference } from '../markup/references'
import type { MattermostNames } from './names'

const id = /[a-z0-9]{26}(?![a-z0-9])/.source
const post = new RegExp(`^/[a-z0-9_-]+/pl/${id}`)
const channel = /^\/([a-z0-9_-]+)\/channels\/([^/?#]+)/
const person = /^\/[a-z0-9_-]+\/messages\/@([^/?#]+)/
const group = /^\/[a-z0-9_-]+\/messages\/[0-9a-f]{40}(?![0-9a-z])/
const file = new RegExp(`^/(?:api/v4/)?files/(${id})`)

/** The target of a link to the old server. */
export interface OldLink {
  /** A path here, or a reference; either can be the address of a link. */
  target: string
  /** Markdown of the link without a label of its own. */
  bare: string
}

/**
 * The counterpart of an address of the old server. An export has no ids of posts and people, so the address of a post or a
 * group stays, as a path, and the server redirects it once `parley import-permalinks` has told it the ids.
 * Source: docs/protocol/import.md#old-addresses.
 */
export function oldLinkOf(url: string, names: MattermostNames): OldLink | undefined {
  const path = pathOnSites(url, names.sites)
  if (path === undefined) return undefined
  const [postPath] = post.exec(path) ?? []
  if (postPath !== undefined) return labeled('message', postPath)
  const [groupPath] = group.exec(path) ?? []
  if (groupPath !== undefined) return labeled('conversation', groupPath)
  const [, team = '', name] = channel.exec(path) ?? []
  const stream = name === undefined ? undefined : names.channel(team, decodedPart(name))
  if (stream !== undefined) {
    const target = reference('stream', stream, url)
    return { target, bare: target }
  }
  const [personPath, username = ''] = person.exec(path) ?? []
  if (personPath !== undefined && names.user(username)) return labeled(`@${username}`, personPath)
  const found = names.file(file.exec(path)?.[1] ?? '')
  return found && labeled(fileLabel(found.name), reference('file', found.key, url))
}

function labeled(label: string, target: string): OldLink {
  return { target, bare: referenceLink(label, target) }
}
