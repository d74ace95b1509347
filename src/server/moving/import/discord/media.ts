import path from 'node:path'
import { archiveFile } from '../archive/archive'
import type { Archive } from '../archive/archive'
import type { ArchiveFile } from '../records'

/** Pictures that Discord shows for people without one of their own. */
const defaultAvatar = /(?:^|\/)[0-5]-[0-9A-Fa-f]{5}\.png$/

/**
 * The files that DiscordChatExporter downloaded. The JSON names them by paths relative to itself, with the signs of the
 * system that it ran on, or by absolute paths if they are in a folder elsewhere.
 * Source: docs/protocol/import.md#discord-media.
 */
export class Media {
  private byName: Map<string, string[]> | undefined

  constructor(private readonly archive: Archive) {}

  /** A downloaded file; undefined for an address. @param from path of the JSON file */
  find(url: string, from: string): ArchiveFile | undefined {
    if (url === '' || /^(?:https?|data):/i.test(url)) return undefined
    const found = this.near(url, from) ?? this.anywhere(url)
    return found === undefined ? undefined : archiveFile(this.archive, found)
  }

  /** The picture of a person, if it is their own. */
  findAvatar(url: string, from: string): ArchiveFile | undefined {
    const found = this.find(url, from)
    return found && defaultAvatar.test(found.path) ? undefined : found
  }

  private near(url: string, from: string): string | undefined {
    const folder = path.posix.dirname(from)
    return [url, withSlashes(url), decoded(withSlashes(url))]
      .map((each) => path.posix.join(folder, each))
      .find((each) => this.archive.files.has(each))
  }

  /** The file of the same name whose folders agree most. */
  private anywhere(url: string): string | undefined {
    this.byName ??= indexNames(this.archive)
    const wanted = withSlashes(url).normalize().split('/')
    const agreement = (file: string) => {
      const parts = file.normalize().split('/')
      let count = 0
      while (count < parts.length && parts.at(-1 - count) === wanted.at(-1 - count)) count++
      return count
    }
    const candidates = this.byName.get(wanted.at(-1) ?? '') ?? []
    let best: string | undefined
    for (const each of candidates) {
      if (best === undefined || agreement(each) > agreement(best)) best = each
    }
    return best
  }
}

/** Files of the same name that are compared. */
const mostCandidates = 100

function indexNames({ files }: Archive): Map<string, string[]> {
  const index = new Map<string, string[]>()
  for (const file of files.keys()) {
    const name = path.posix.basename(file).normalize()
    const known = index.get(name)
    if (!known) index.set(name, [file])
    else if (known.length < mostCandidates) known.push(file)
  }
  return index
}

function withSlashes(url: string): string {
  return url.replaceAll('\\', '/')
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
