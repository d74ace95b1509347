import { keyOfConversation } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'

/** A conversation with unread messages, as a stop of the walk. */
interface Stop<C extends Conversation> {
  readonly conversation: C
  /** Id of the newest unread message. */
  readonly newestId: number
}

/** Where the reader is among the groups of stops. */
export interface WalkPlace {
  /** Key of the current conversation or view. */
  readonly key: string
  /** Index of the group that the place belongs to; -1 for a place outside of all groups. */
  readonly group: number
  /** Id of the newest message of the place, which tells its position within the group; undefined: before all stops. */
  readonly newestId: number | undefined
}

/**
 * Walk through the conversations with unread messages, one stop per call: the rest of the current group, the later
 * groups, then the earlier ones. Stops that stay unread come again only after all others, or with newer messages.
 */
export interface UnreadWalk {
  /** @param groups in their order in the sidebar, stops newest first @returns undefined without another stop */
  next<C extends Conversation>(
    groups: readonly (readonly Stop<C>[])[],
    place: WalkPlace,
  ): C | undefined
}

export function createUnreadWalk(): UnreadWalk {
  /** Newest unread message of each passed stop, by key. */
  const passed = new Map<string, number>()
  let last = ''

  return {
    next(groups, place) {
      const ordered = inOrder(groups, place)
      const here = ordered.find(({ conversation }) => keyOfConversation(conversation) === place.key)
      const others = ordered.filter((stop) => stop !== here)
      const isFresh = ({ conversation, newestId }: (typeof others)[number]) =>
        (passed.get(keyOfConversation(conversation)) ?? 0) < newestId

      // The reader has gone elsewhere by another way, which begins a new walk.
      if (place.key !== last) passed.clear()
      if (!others.some(isFresh)) passed.clear()
      if (here) passed.set(place.key, here.newestId)
      const next = others.find(isFresh)?.conversation
      if (next) last = keyOfConversation(next)
      return next
    },
  }
}

/** The stops after the place, first to last; those of its own group before the place follow the rest of that group. */
function inOrder<T extends { readonly newestId: number }>(
  groups: readonly (readonly T[])[],
  { group, newestId = Infinity }: WalkPlace,
): T[] {
  const own = groups[group] ?? []
  const isLater = (stop: T) => stop.newestId < newestId
  return [
    ...own.filter(isLater),
    ...own.filter((stop) => !isLater(stop)),
    ...groups.slice(group + 1).flat(),
    ...groups.slice(0, Math.max(group, 0)).flat(),
  ]
}
