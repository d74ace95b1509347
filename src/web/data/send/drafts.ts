import { computed, effect, untracked } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { RefusedError, UnreachableError } from '../api/errors'
import type { Draft } from '../records/state'
import { alone, randomName } from './alone'
import type { Destination } from './destination'
import { countCharacters } from '../../../shared/rules/characters'
import { textLimits } from '../../../shared/rules/text-limits'
import { maxTopicCharacters } from '../../../shared/rules/topics'
import { sizeOf } from './limits'
import { scheduledIdOf } from './scheduled-key'
import type { Shelf } from './shelf'

/** A draft. */
export interface DraftEntry {
  key: string
  destination: Destination
  content: string
  /** Time of the last edit as Unix time in seconds, with a fraction. */
  timestamp: number
}

/** A draft as stored in this browser. */
export interface KeptDraft extends DraftEntry {
  /** Id on the server; absent before the first upload. */
  serverId?: number
  /** Whether it has changes that the server does not have. */
  isDirty: boolean
  /** The text of an upload that has begun: the server may have it although its id is unknown here. */
  begun?: Omit<Draft, 'id'>
  /** Deleted here; the record stays until the server has deleted it too. */
  isDeleted?: boolean
  /** The server has refused it; it stays in this browser until it is edited. */
  isRefused?: boolean
}

/** All drafts: saved in this browser on each change, and sent to the server after a pause. */
export interface Drafts {
  /** Newest first. */
  readonly all: ReadonlySignal<readonly DraftEntry[]>
  readonly count: ReadonlySignal<number>
  get(key: string): DraftEntry | undefined
  /** Whether this browser has the draft, also according to its other tabs. */
  isKept(key: string): boolean
  /** Saves a draft; deletes it if the text is blank. */
  save(key: string, destination: Destination, content: string): void
  /** Adds a draft that is not in the compose box. */
  add(destination: Destination, content: string): void
  remove(key: string): void
  /** Changes the destination after a move; keeps the time of the last edit. */
  readdress(key: string, destination: Destination): void
  /** Sends changes to the server now. */
  flush(): void
  /** As `flush`. @returns number of drafts that the server still lacks */
  settle(): Promise<number>
  /** Deletes all drafts in this browser; the server keeps its copies. */
  forget(): void
}

export interface DraftsSurroundings {
  shelf: Shelf<KeptDraft>
  /** Drafts on the server, as a tracked signal read. */
  readServer(): readonly Draft[]
  /** Whether the user has enabled synchronization of drafts. */
  isSynchronized(): boolean
  server: DraftsOnServer
  ended: AbortSignal
  now(): number
}

/** @throws RefusedError, UnreachableError */
export interface DraftsOnServer {
  add(draft: Omit<Draft, 'id'>): Promise<number>
  change(id: number, draft: Omit<Draft, 'id'>): Promise<void>
  remove(id: number): Promise<void>
}

/** Pause in typing after which changes are sent to the server. */
const pauseMs = 2000

const serverPrefix = 'server-'

export function createDrafts(around: DraftsSurroundings): Drafts {
  const { shelf, server, ended } = around
  /** Server ids seen in the state; a seen id that disappears was deleted by another client. */
  const seen = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  // The state is fresh, so drafts missing in it were deleted, by other clients or by an earlier page.
  if (around.isSynchronized()) {
    const onServer = new Set(around.readServer().map(({ id }) => id))
    for (const { key, isDirty, serverId } of shelf.records.peek()) {
      if (serverId === undefined) continue
      seen.add(serverId)
      if (!isDirty && !onServer.has(serverId)) shelf.remove(key)
    }
  }

  const all = computed(() => {
    const onServer = around.isSynchronized() ? around.readServer() : []
    const kept = shelf.records.value
    const keptIds = new Set(kept.map(({ serverId }) => serverId))
    const entries = kept.flatMap((draft): DraftEntry[] => {
      if (draft.isDeleted === true) return []
      const { key, serverId, isDirty } = draft
      if (isDirty || serverId === undefined || !around.isSynchronized()) return [draft]
      const theirs = onServer.find(({ id }) => id === serverId)
      if (theirs) return [entryOf(key, theirs)]
      return seen.has(serverId) ? [] : [draft]
    })
    for (const draft of onServer) {
      if (!keptIds.has(draft.id)) entries.push(entryOf(`${serverPrefix}${draft.id}`, draft))
    }
    return entries.sort((a, b) => b.timestamp - a.timestamp)
  })

  let lastOnServer = around.readServer()
  const stopFollowing = effect(() => {
    const onServer = around.readServer()
    for (const { id } of onServer) seen.add(id)
    if (around.isSynchronized()) lastOnServer = onServer
    else untracked(keepAllHere)
  })

  /** When synchronization is switched off, the server deletes all drafts, so copy them to this browser. */
  function keepAllHere(): void {
    const kept = shelf.records.peek()
    for (const draft of lastOnServer) {
      const key = kept.find(({ serverId }) => serverId === draft.id)?.key ?? `kept-${draft.id}`
      if (shelf.get(key)?.isDirty !== true) shelf.put({ ...entryOf(key, draft), isDirty: true })
    }
    lastOnServer = []
  }

  const serverIdOf = (key: string) =>
    shelf.get(key)?.serverId ??
    (key.startsWith(serverPrefix) ? Number(key.slice(serverPrefix.length)) : undefined)

  function begunOf(key: string): Pick<KeptDraft, 'begun'> | undefined {
    const begun = shelf.newest(key)?.begun
    return begun && { begun }
  }

  /** Sends one changed or deleted draft to the server. @throws RefusedError, UnreachableError */
  async function synchronize(draft: KeptDraft): Promise<void> {
    const { key, serverId } = draft
    let id = serverId ?? (draft.begun && findSame(draft.begun))
    if (draft.isDeleted === true) {
      if (id !== undefined && isOnServer(id)) await server.remove(id)
      shelf.remove(key)
      return
    }
    const wire = wireDraft(draft)
    if (id !== undefined && isOnServer(id)) await server.change(id, wire)
    else if ((id = findSame(wire)) === undefined) {
      shelf.put({ ...draft, begun: wire })
      id = await server.add(wire)
    }
    const now = shelf.newest(key)
    if (!now) return
    const isAsSent =
      now.isDeleted !== true &&
      now.timestamp === draft.timestamp &&
      JSON.stringify(now.destination) === JSON.stringify(draft.destination)
    const { begun: _, ...rest } = now
    shelf.put({ ...rest, serverId: id, isDirty: !isAsSent })
  }

  const isOnServer = (id: number) =>
    !seen.has(id) || around.readServer().some((draft) => draft.id === id)

  /** Finds a server draft with equal content, whose id this browser missed because the answer was lost. */
  function findSame({ type, to, topic, content }: Omit<Draft, 'id'>): number | undefined {
    const kept = new Set(shelf.records.peek().map(({ serverId }) => serverId))
    return around
      .readServer()
      .find(
        (draft) =>
          !kept.has(draft.id) &&
          draft.type === type &&
          draft.content === content &&
          draft.topic === topic &&
          String(draft.to) === String(to),
      )?.id
  }

  async function synchronizeAll(): Promise<void> {
    for (const { key } of shelf.records.peek()) {
      const draft = shelf.newest(key)
      if (!draft) {
        // Another tab has deleted it, and this tab has not heard of that yet.
        shelf.remove(key)
        continue
      }
      const isDue = draft.isDirty && draft.isRefused !== true
      if (!isDue || ended.aborted || !around.isSynchronized() || !fits(draft)) continue
      try {
        await synchronize(draft)
      } catch (error) {
        if (error instanceof UnreachableError) return
        if (!(error instanceof RefusedError)) throw error
        const now = shelf.newest(key)
        if (now) shelf.put({ ...now, isRefused: true })
      }
    }
  }

  const dirty = () => shelf.records.peek().filter(({ isDirty }) => isDirty)

  async function settle(): Promise<number> {
    clearTimeout(timer)
    if (dirty().length > 0) await alone('drafts', synchronizeAll)
    return dirty().filter(({ isDeleted }) => isDeleted !== true).length
  }

  function flush(): void {
    void settle()
  }

  function later(): void {
    clearTimeout(timer)
    timer = setTimeout(flush, pauseMs)
  }

  ended.addEventListener('abort', () => {
    clearTimeout(timer)
    stopFollowing()
  })

  function remove(key: string): void {
    const serverId = serverIdOf(key)
    const draft = shelf.get(key) ?? all.peek().find((entry) => entry.key === key)
    const known = serverId === undefined ? {} : { serverId }
    const begun = begunOf(key)
    if (!draft || (serverId === undefined && !begun)) shelf.remove(key)
    else shelf.put({ ...draft, ...known, ...begun, isDirty: true, isDeleted: true })
    flush()
  }

  function save(key: string, destination: Destination, content: string): void {
    if (content.trim() === '') {
      if (all.peek().some((draft) => draft.key === key)) remove(key)
      return
    }
    put({ key, destination, content, timestamp: around.now() })
    later()
  }

  function put({ key, destination, content, timestamp }: DraftEntry): void {
    const serverId = serverIdOf(key)
    const known = serverId === undefined ? {} : { serverId }
    shelf.put({ key, destination, content, timestamp, isDirty: true, ...known, ...begunOf(key) })
  }

  return {
    all,
    count: computed(() => all.value.length),
    get: (key) => all.peek().find((draft) => draft.key === key),
    isKept(key) {
      const draft = shelf.newest(key)
      return draft !== undefined && draft.isDeleted !== true
    },
    save,
    add(destination, content) {
      save(randomName(), destination, content)
    },
    remove,
    readdress(key, destination) {
      const draft = all.peek().find((entry) => entry.key === key)
      if (!draft) return
      put({ ...draft, destination })
      later()
    },
    flush,
    settle,
    forget() {
      clearTimeout(timer)
      for (const { key } of shelf.records.peek()) shelf.remove(key)
    },
  }
}

/** Whether the server may keep the draft; others stay in this browser, such as those over the server's limits. */
function fits({ key, content, destination, isDeleted }: KeptDraft): boolean {
  if (isDeleted === true) return true
  if (scheduledIdOf(key) !== undefined) return false
  const topic = destination.kind === 'topic' ? destination.topic.trim() : ''
  return (
    sizeOf(content) <= textLimits.contentBytes &&
    countCharacters(topic) <= maxTopicCharacters(topic)
  )
}

function wireDraft({ destination, content, timestamp }: DraftEntry): Omit<Draft, 'id'> {
  const text = { content: content.trimEnd(), timestamp: Math.floor(timestamp) }
  if (destination.kind === 'private') {
    return { type: 'private', to: destination.userIds, topic: '', ...text }
  }
  const { streamId, topic } = destination
  if (streamId === undefined) return { type: '', to: [], topic: '', ...text }
  return { type: 'stream', to: [streamId], topic: topic.trim(), ...text }
}

function entryOf(key: string, { type, to, topic, content, timestamp }: Draft): DraftEntry {
  const destination: Destination =
    type === 'private'
      ? { kind: 'private', userIds: to }
      : { kind: 'topic', streamId: type === 'stream' ? to[0] : undefined, topic }
  return { key, destination, content, timestamp }
}
