import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { getFormatter } from '../git/events'
import type { Phrase, PhraseMaker } from '../git/items'
import { foreignText, link } from '../message/inline'
import { maybe } from '../payload/schema'

export const githubName = 'GitHub'

export const GithubUser = Type.Object({ login: maybe(Type.String()) })

export const Repository = Type.Object({
  name: Type.String(),
  full_name: maybe(Type.String()),
  html_url: maybe(Type.String()),
})

/** Members of nearly all payloads. */
export const repositoryEvent = { repository: Repository, sender: maybe(GithubUser) }

/** Members of payloads with an `action`. */
export const actionEvent = { ...repositoryEvent, action: Type.String() }

/** The title before an edit; absent if something else was edited. */
export const GithubTitleChange = Type.Object({ title: maybe(Type.Object({ from: Type.String() })) })

export const Comment = Type.Object({
  html_url: maybe(Type.String()),
  body: maybe(Type.String()),
})

/** @throws UnsupportedEventError for an action that is not in the table */
export function githubPhrase<Event extends { action: string }>(
  phrases: ReadonlyMap<string, PhraseMaker<Event>>,
  eventType: string,
  event: Event,
): Phrase | null {
  return getFormatter(phrases, event.action, githubName, `${eventType}/${event.action}`)(event)
}

/** Phrase for an edited title; null for other edits. */
export function renamed(
  changes: Static<typeof GithubTitleChange> | null | undefined,
): Phrase | null {
  const oldTitle = changes?.title?.from
  return oldTitle === undefined ? null : { verb: `renamed “${foreignText(oldTitle)}” to` }
}

/** Name of a user, or `somebody` if the payload has none. */
export function nameOf(user: Static<typeof GithubUser> | null | undefined): string {
  return foreignText(user?.login ?? '') || 'somebody'
}

/** A link to a repository. */
export function linkTo({ name, full_name, html_url }: Static<typeof Repository>): string {
  return link(full_name || name, html_url)
}

/** Comments on pull requests and issues have the same three actions. */
export const commentPhrases = new Map<
  string,
  PhraseMaker<{ action: string; comment: Static<typeof Comment> }>
>([
  ['created', ({ comment }) => commentPhrase('commented', comment)],
  ['edited', ({ comment }) => commentPhrase('edited a comment', comment)],
  ['deleted', () => ({ verb: 'deleted a comment on' })],
])

function commentPhrase(label: string, comment: Static<typeof Comment>): Phrase {
  return { verb: `${link(label, comment.html_url)} on`, quote: comment.body }
}
