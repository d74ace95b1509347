import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { UnsupportedEventError } from '../payload/errors'
import { gitEvent } from '../git/events'
import type { EventFormatter } from '../git/events'
import { itemMessage, pageBelow, withQuote } from '../git/items'
import type { Item } from '../git/items'
import { shortSha } from '../git/pushes'
import type { WebhookMessage } from '../declare/integration'
import { bold, link } from '../message/inline'
import { maybe } from '../payload/schema'
import { issueLabel, mergeRequestLabel } from './items'
import { gitlabName, nameOf, projectEvent } from './parts'

const numberedItem = Type.Object({ iid: Type.Integer(), title: Type.String() })

const NoteEvent = Type.Object({
  ...projectEvent,
  object_attributes: Type.Object({
    note: Type.String(),
    url: maybe(Type.String()),
    noteable_type: maybe(Type.String()),
    /** Absent in GitLab before 16.11, which sends only new notes. */
    action: maybe(Type.String()),
  }),
  merge_request: maybe(numberedItem),
  issue: maybe(numberedItem),
  snippet: maybe(Type.Object({ id: Type.Integer(), title: Type.String() })),
  commit: maybe(Type.Object({ id: Type.String(), url: maybe(Type.String()) })),
})
type NoteEvent = Static<typeof NoteEvent>

/** A comment on a merge request, issue, snippet or commit; the key of the commented object names its type. */
const note = gitEvent(NoteEvent, (event) => {
  const { project, user, object_attributes: comment } = event
  const label = comment.action === 'update' ? 'edited a comment' : 'commented'
  const phrase = { verb: `${link(label, comment.url)} on`, quote: comment.note }
  const item = itemOf(event)
  return item
    ? itemMessage(project.name, nameOf(user), item, phrase)
    : commitNote(event, `${bold(nameOf(user))} ${phrase.verb}`)
})

function itemOf({ project, merge_request, issue, snippet }: NoteEvent): Item | undefined {
  if (merge_request) {
    const { iid, title } = merge_request
    const url = pageBelow(project.web_url, `-/merge_requests/${iid}`)
    return { label: mergeRequestLabel(iid), title, url }
  }
  if (issue) {
    const { iid, title } = issue
    return { label: issueLabel(iid), title, url: pageBelow(project.web_url, `-/issues/${iid}`) }
  }
  if (snippet) {
    const { id, title } = snippet
    return { label: `snippet $${id}`, title, url: pageBelow(project.web_url, `-/snippets/${id}`) }
  }
  return undefined
}

/** @throws UnsupportedEventError for a note on another kind of object */
function commitNote(
  { project, commit, object_attributes }: NoteEvent,
  start: string,
): WebhookMessage {
  const { noteable_type, note } = object_attributes
  if (!commit)
    throw new UnsupportedEventError(gitlabName, `Note Hook ${noteable_type ?? ''}`.trim())
  const target = link(`commit ${shortSha(commit.id)}`, commit.url)
  return { topic: project.name, content: withQuote(`${start} ${target}`, note) }
}

export const noteEvents: [string, EventFormatter][] = [
  ['Note Hook', note],
  ['Confidential Note Hook', note],
]
