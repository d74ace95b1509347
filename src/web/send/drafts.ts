import { computed, effect, untracked } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { RefusedError, UnreachableError } from '../api/errors'
import type { Draft } from '../store/state'
import { alone, randomName } from './alone'
import type { Destination } from './destination'
import { sizeOf, maxContentBytes, maxTopicCharacters, charactersIn } from './limits'
import type { Shelf } from './shelf'

/** What somebody has begun to write. */
export interface DraftEntry {
  key: string
  destination: Destination
  content: string
  /** When it was last edited, as Unix time in seconds, with a fraction. */
  timestamp: number
}

/** A draft as this browser has it. */
export interface KeptDraft extends DraftEntry {
  /** Once the server has it. */
  serverId?: number
  /** What the server has, if anything, is older. */
  isDirty: boolean
  /** Deleted here, and there once the server can be told. */
  isDeleted?: boolean
  /** The server will not have it as it is: it stays here. */
  isRefused?: boolean
}

/** Drafts: kept here at each change, on the server after a pause. */
export interface Drafts {
  /** The newest first. */
  readonly all: ReadonlySignal<readonly DraftEntry[]>
  readonly count: ReadonlySignal<number>
  get(key: string): DraftEntry | undefined
  /** A draft without any text is deleted. */
  save(key: string, destination: Destination, content: string): void
  /** One that nobody is writing. */
  add(destination: Destination, content: string): void
  remove(key: string): void
  /** It goes elsewhere, with its conversation; nobody has edited it. */
  readdress(key: string, destination: Destination): void
  /** Brings the server up to date, now. */
  flush(): void
  /** The same. @returns how many the server does not have all the same */
  settle(): Promise<number>
  /** Deletes all of them in this browser; those of the server stay there. */
  forget(): void
}

export interface DraftsSurroundings {
  shelf: Shelf<KeptDraft>
  /** Those of the server, for whoever wants to be told when they change. */
  readServer(): readonly Draft[]
  /** Whether the user wants them on the server. */
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

/** After a pause in typing the server is told. */
const pauseMs = 2000

const serverPrefix = 'server-'

export function createDrafts(around: DraftsSurroundings): Drafts {
  const { shelf, server, ended } = around
  /** Drafts of the server that were seen: if one is gone, it was deleted elsewhere. */
  const seen = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  // The state is fresh: what it lacks was deleted elsewhere.
  if (around.isSynchronized()) {
    const onServer = new Set(around.readServer().map(({ id }) => id))
    for (const { key, isDirty, serverId } of shelf.records.peek()) {
      if (!isDirty && serverId !== undefined && !onServer.has(serverId)) shelf.remove(key)
    }
  }

  const all = computed(() => {
    const onServer = around.isSynchronized() ? around.readServer() : []
    for (const { id } of onServer) seen.add(id)
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
    if (around.isSynchronized()) lastOnServer = onServer
    else untracked(keepAllHere)
  })

  /** The server has dropped them all, because the user does not want them there: they go on here. */
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

  /** @returns whether the server has it now */
  async function synchronize(draft: KeptDraft): Promise<void> {
    const { key, serverId } = draft
    if (draft.isDeleted === true) {
      if (serverId !== undefined && isOnServer(serverId)) await server.remove(serverId)
      shelf.remove(key)
      return
    }
    const wire = wireDraft(draft)
    let id = serverId
    if (id !== undefined && isOnServer(id)) await server.change(id, wire)
    else id = findSame(wire) ?? (await server.add(wire))
    const now = shelf.get(key)
    if (!now) return
    const isAsSent =
      now.isDeleted !== true &&
      now.timestamp === draft.timestamp &&
      now.destination === draft.destination
    shelf.put({ ...now, serverId: id, isDirty: !isAsSent })
  }

  const isOnServer = (id: number) =>
    !seen.has(id) || around.readServer().some((draft) => draft.id === id)

  /** One that was added before, and whose answer did not arrive. */
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
    for (const draft of shelf.records.peek()) {
      const isDue = draft.isDirty && draft.isRefused !== true
      if (!isDue || ended.aborted || !around.isSynchronized() || !fits(draft)) continue
      try {
        await synchronize(draft)
      } catch (error) {
        if (error instanceof UnreachableError) return
        if (!(error instanceof RefusedError)) throw error
        const now = shelf.get(draft.key)
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
    if (serverId === undefined || !draft) shelf.remove(key)
    else shelf.put({ ...draft, serverId, isDirty: true, isDeleted: true })
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
    shelf.put({ key, destination, content, timestamp, isDirty: true, ...known })
  }

  return {
    all,
    count: computed(() => all.value.length),
    get: (key) => all.peek().find((draft) => draft.key === key),
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

/** Whether the server would take it; what is too long stays here. */
function fits({ content, destination, isDeleted }: KeptDraft): boolean {
  if (isDeleted === true) return true
  const topic = destination.kind === 'topic' ? destination.topic : ''
  return sizeOf(content) <= maxContentBytes && charactersIn(topic.trim()) <= maxTopicCharacters
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
