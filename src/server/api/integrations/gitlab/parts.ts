import { Type } from '@sinclair/typebox'
import { getFormatter } from '../git/events'
import type { Phrase, PhraseMaker } from '../git/items'
import { maybe } from '../payload/schema'

export const gitlabName = 'GitLab'

export const Project = Type.Object({ name: Type.String(), web_url: Type.String() })

export const GitlabUser = Type.Object({ name: Type.String() })

/** Members of nearly all payloads. */
export const projectEvent = { project: Project, user: GitlabUser }

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
