import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { BadRequestError } from '../../chat/rules/errors'
import { isGzip, openArchive, readStart } from './archive/open-archive'
import { pathsOfTar } from './archive/unpack-tar'
import { isDiscordArchive, usualName } from './discord/exports'
import { openDiscordArchive } from './discord/read-discord'
import { openMattermostArchive } from './mattermost/read-mattermost'
import type { OldSite } from './markup/old-site'
import type { OpenedArchive } from './records/opened'
import { isMongoArchive } from './rocket-chat/mongo-archive'
import { openRocketChatArchive } from './rocket-chat/read-rocket-chat'
import { openSlackArchive } from './slack/read-slack'
import { openZulipArchive } from './zulip/open'

interface ArchiveFormat {
  /** A file near the top that identifies the kind. */
  mark: RegExp
  /** Whether texts of the archive have links to its server by the address of the server, which `sites` names. */
  takesSites?: boolean
  /** @throws ArchiveError, BadRequestError if the archive is refused as a whole */
  open: (path: string, signal?: AbortSignal, sites?: readonly OldSite[]) => Promise<OpenedArchive>
}

/** The kinds of archives. The order matters: an archive may also contain the marks of later kinds. */
export const formats = {
  zulip: { mark: /^(?:[^/]+\/)?realm\.json$/, open: openZulipArchive },
  slack: {
    mark: /^(?:[^/]+\/){0,2}(?:users|org_users|channels|groups|mpims|dms)\.json$/,
    open: openSlackArchive,
  },
  mattermost: {
    mark: /^(?:[^/]+\/){0,2}(?:[^/]+\.jsonl|export\.json)$/,
    takesSites: true,
    open: openMattermostArchive,
  },
  'rocket-chat': {
    mark: /^(?:[^/]+\/){0,2}rocketchat_message\.bson(?:\.gz)?$/,
    takesSites: true,
    open: openRocketChatArchive,
  },
  discord: { mark: usualName, open: openDiscordArchive },
} as const satisfies Record<string, ArchiveFormat>

export type FormatName = keyof typeof formats

/**
 * Opens an archive of a kind.
 * @param signal ends unpacking
 * @param sites addresses of the old server
 * @throws ArchiveError, BadRequestError if the archive is refused as a whole, or `sites` have no effect on it
 */
export async function openAs(
  name: FormatName,
  path: string,
  signal?: AbortSignal,
  sites: readonly OldSite[] = [],
): Promise<OpenedArchive> {
  const { open, takesSites = false }: ArchiveFormat = formats[name]
  if (sites.length > 0 && !takesSites) {
    throw new BadRequestError(
      `The address of the old server has no effect on an archive of ${name}.`,
    )
  }
  return open(path, signal, sites)
}

const names = Object.keys(formats) as FormatName[]

/**
 * The kind of an archive, by its files. Single files of mongodump are no zips.
 * @throws BadRequestError for an unknown one; ArchiveError for a damaged zip
 */
export async function recognizeFormat(archive: string): Promise<FormatName> {
  const files = await filesOf(archive)
  const found = names.find((name) => files.some((file) => formats[name].mark.test(file)))
  if (found === 'zulip' || found === 'rocket-chat') return found
  // People name the JSON files of Discord as they like: also `users.json` or `export.json`.
  if (await isDiscordArchive(archive)) return 'discord'
  if (found !== undefined && found !== 'discord') return found
  throw new BadRequestError(
    'The kind of the archive is unknown. On the command line, --from names it.',
  )
}

/** The files that tell the kind; none for a file of an unknown form. */
async function filesOf(archive: string): Promise<string[]> {
  if ((await stat(archive)).isDirectory()) {
    return (await isOfZulip(archive)) ? ['realm.json'] : listFiles(archive)
  }
  if (await isMongoArchive(archive)) return ['rocketchat_message.bson']
  if (await isGzip(archive)) return filesOfTar(archive)
  return (await readStart(archive)).equals(zip) ? listFiles(archive) : []
}

/** The first file of a `.tar.gz` that tells the kind; a damaged one counts as that of Zulip, whose reader refuses it. */
async function filesOfTar(archive: string): Promise<string[]> {
  try {
    for await (const file of pathsOfTar(archive)) {
      if (names.some((name) => formats[name].mark.test(file))) return [file]
    }
    return []
  } catch (error) {
    if (error instanceof BadRequestError) return ['realm.json']
    throw error
  }
}

/** Whether a folder is an unpacked archive of Zulip, whose many files need not be listed. */
async function isOfZulip(folder: string): Promise<boolean> {
  const here = await readdir(folder, { withFileTypes: true })
  const [only, ...others] = here.filter((entry) => entry.isDirectory())
  const inner = only && others.length === 0 ? await readdir(path.join(folder, only.name)) : []
  return [...here.map(({ name }) => name), ...inner].includes('realm.json')
}

async function listFiles(archive: string): Promise<string[]> {
  const opened = await openArchive(archive)
  await opened.close()
  return [...opened.files.keys()]
}

/** The first two bytes of a zip. */
const zip = Buffer.from('PK')
