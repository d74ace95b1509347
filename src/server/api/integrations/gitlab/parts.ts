import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { getFormatter } from '../git/events'
import type { Phrase, PhraseMaker } from '../git/items'
import { foreignText } from '../message/inline'
import { maybe } from '../payload/schema'

export const gitlabName = 'GitLab'

export const Project = Type.Object({ name: Type.String(), web_url: maybe(Type.String()) })

export const GitlabUser = Type.Object({
  name: maybe(Type.String()),
  username: maybe(Type.String()),
})

/** Members of nearly all payloads. */
export const projectEvent = { project: Project, user: maybe(GitlabUser) }

/** Name of a user, or `somebody` if the payload has none. */
export function nameOf(user: Static<typeof GitlabUser> | null | undefined): string {
  return foreignText(user?.name || user?.username || '') || 'somebody'
}

/** The title before and after an edit; absent if something else was edited. */
export const GitlabTitleChange = Type.Object({
  title: maybe(Type.Object({ previous: maybe(Type.String()), current: maybe(Type.String()) })),
})

/**
 * @param action absent for changes by GitLab itself
 * @throws UnsupportedEventError for an action that is not in the table
 */
export function gitlabPhrase<Event>(
  phrases: ReadonlyMap<string, PhraseMaker<Event>>,
  eventType: string,
  action: string | null | undefined,
  event: Event,
): Phrase | null {
  if (!action) return null
  return getFormatter(phrases, action, gitlabName, `${eventType} ${action}`)(event)
}
