import { streamAddress, fragmentOf } from '../../../text/markdown/stream-links'
import { RenderError } from '../../../text/markdown/render'
import type { LinkableStream } from '../../../text/markdown/environment'
import { escapeText } from '../../../text/html'
import { uploadUrl } from '../../../wire/uploads'
import { readTargets } from '../../../data/import/targets'
import type { MessagePlace, Targets } from '../../../data/import/targets'
import { renderContents } from '../../../chat/posting/rendering/rendering'
import type { RenderedContent } from '../../../chat/posting/rendering/rendering'
import { idsOf, importWriter, keyOf } from './job'
import type { ImportJob } from './job'
import { referencesIn, resolveReferences } from './references'
import type { Reference, ReferenceKind, ReferencePlace } from './references'

/** Kinds of import keys that references name. */
const keyKinds: Readonly<Record<ReferenceKind, 'user' | 'group' | 'stream' | 'file' | 'message'>> =
  {
    user: 'user',
    silent: 'user',
    userid: 'user',
    group: 'group',
    stream: 'stream',
    streamid: 'stream',
    file: 'file',
    message: 'message',
    messageid: 'message',
  }

/** A text with its references resolved. */
export interface ResolvedContent {
  content: string
  /** Whether the text links to a message that is not imported yet. */
  isWaiting: boolean
}

/** Messages of the batch that is about to be written, by key. */
export type FutureMessages = ReadonlyMap<string, MessagePlace>

/** Resolves the references of many texts, with a fixed number of queries. */
export async function resolveTexts(
  job: ImportJob,
  texts: readonly string[],
  future: FutureMessages = new Map(),
): Promise<ResolvedContent[]> {
  const references = texts.flatMap(referencesIn)
  if (references.length === 0) {
    return texts.map((content) => ({
      content: resolveReferences(content, () => undefined),
      isWaiting: false,
    }))
  }
  const ids = new Map<string, Map<string, number>>()
  for (const kind of new Set(Object.values(keyKinds))) {
    const keys = references.filter((each) => keyKinds[each.kind] === kind).map(({ key }) => key)
    ids.set(kind, await idsOf(job, kind, keys))
  }
  const idsOfKind = (kind: string) => [...(ids.get(kind)?.values() ?? [])]
  const targets = await readTargets(job.ctx.db.query, job.realm.id, {
    userIds: idsOfKind('user'),
    groupIds: idsOfKind('group'),
    streamIds: [
      ...idsOfKind('stream'),
      ...[...future.values()].flatMap((place) => place.stream_id ?? []),
    ],
    uploadIds: idsOfKind('file'),
    messageIds: idsOfKind('message'),
  })
  for (const place of future.values()) targets.messages.set(place.id, place)
  return texts.map((text) => {
    let isWaiting = false
    const content = resolveReferences(text, (reference, place) => {
      const kind = keyKinds[reference.kind]
      const key = keyOf(reference.key)
      const id = ids.get(kind)?.get(key) ?? (kind === 'message' ? future.get(key)?.id : undefined)
      if (id === undefined) {
        isWaiting ||= kind === 'message'
        return undefined
      }
      return spell(job, targets, { reference, id, ...place })
    })
    return { content, isWaiting }
  })
}

function spell(
  job: ImportJob,
  targets: Targets,
  {
    reference: { kind },
    id,
    isTarget,
    isInLabel,
  }: ReferencePlace & { reference: Reference; id: number },
): string | undefined {
  switch (kind) {
    case 'userid':
    case 'messageid':
      return String(id)
    case 'user':
    case 'silent': {
      const name = targets.users.get(id)
      return name === undefined ? undefined : `@${kind === 'silent' ? '_' : ''}**${name}|${id}**`
    }
    case 'group': {
      const name = targets.groups.get(id)
      return name === undefined ? undefined : `@_*${name}*`
    }
    case 'stream': {
      const name = targets.streams.get(id)
      if (name === undefined) return undefined
      if (isTarget) return streamAddress({ id, name })
      // A link by name would lead nowhere, or to the live stream that has the name of an archived one.
      if (targets.linkedByName.has(id) && !/[*<>[\]`]/.test(name)) return `#**${name}**`
      const label = labelOf(`#${name}`)
      return isInLabel ? label : `[${label}](${streamAddress({ id, name })})`
    }
    case 'streamid': {
      const name = targets.streams.get(id)
      return name === undefined ? undefined : slugOf({ id, name })
    }
    case 'file': {
      const upload = targets.uploads.get(id)
      return upload && uploadUrl({ ...upload, realm_id: job.realm.id })
    }
    case 'message': {
      const place = targets.messages.get(id)
      return place && linkTo(place, targets, isTarget)
    }
  }
}

function slugOf(stream: { id: number; name: string }): string {
  return streamAddress(stream).replace('#narrow/channel/', '')
}

/** A link to a message: its address alone as the target of a link, else with the name of its location. */
function linkTo(place: MessagePlace, targets: Targets, isTarget: boolean): string | undefined {
  const { id, stream_id, topic, member_key } = place
  if (stream_id === null) {
    const address = `#narrow/dm/${member_key ?? ''}-dm/near/${id}`
    return isTarget ? address : `[@ 💬](${address})`
  }
  const name = targets.streams.get(stream_id)
  if (name === undefined) return undefined
  const stream = { id: stream_id, name }
  const address = `${streamAddress(stream)}/topic/${fragmentOf(topic)}/near/${id}`
  if (isTarget) return address
  return `[${labelOf(`#${name} > ${topic} @ 💬`)}](${address})`
}

/** A text without the signs that would end or begin markup within a label. */
function labelOf(text: string): string {
  return text.replace(/[[\]\\`*]/g, ' ')
}

/**
 * Texts as HTML, a text that cannot be rendered as plain text.
 * @param seen for each text, streams that it links even if they are private
 */
export async function renderTexts(
  job: ImportJob,
  contents: readonly string[],
  seen: readonly (readonly LinkableStream[])[] = [],
): Promise<{ rendered: RenderedContent; isPlain: boolean }[]> {
  try {
    const all = await renderSome(job, contents, seen)
    return all.map((rendered) => ({ rendered, isPlain: false }))
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
  }
  const [only] = contents
  if (contents.length === 1 && only !== undefined)
    return [{ rendered: await plain(job, only), isPlain: true }]
  const half = Math.ceil(contents.length / 2)
  return [
    ...(await renderTexts(job, contents.slice(0, half), seen.slice(0, half))),
    ...(await renderTexts(job, contents.slice(half), seen.slice(half))),
  ]
}

async function renderSome(
  job: ImportJob,
  contents: readonly string[],
  seenStreams: readonly (readonly LinkableStream[])[] = [],
): Promise<RenderedContent[]> {
  const { db, caches, renderer } = job.ctx
  const { linkifiers } = caches
  return renderContents(db.dated(), importWriter(job), contents, {
    linkifiers,
    renderer,
    seenStreams,
  })
}

async function plain(job: ImportJob, content: string): Promise<RenderedContent> {
  const [empty] = await renderSome(job, [''])
  return { ...(empty as RenderedContent), html: `<p>${escapeText(content)}</p>` }
}
