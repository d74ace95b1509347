import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { gitEvent } from '../git/events'
import type { EventFormatter } from '../git/events'
import { itemMessage, withoutHtmlComments } from '../git/items'
import type { Item, Phrase, PhraseMaker } from '../git/items'
import { codeSpan, foreignText } from '../message/inline'
import { maybe } from '../payload/schema'
import { GitlabTitleChange, gitlabPhrase, nameOf, projectEvent } from './parts'

const itemAttributes = {
  iid: Type.Integer(),
  title: Type.String(),
  url: maybe(Type.String()),
  action: maybe(Type.String()),
  description: maybe(Type.String()),
}

const MergeRequestEvent = Type.Object({
  ...projectEvent,
  object_attributes: Type.Object({
    ...itemAttributes,
    source_branch: maybe(Type.String()),
    target_branch: maybe(Type.String()),
    /** Hash of the previous head, if commits were pushed. */
    oldrev: maybe(Type.String()),
  }),
  changes: maybe(GitlabTitleChange),
})
type MergeRequestEvent = Static<typeof MergeRequestEvent>

const mergeRequestPhrases = new Map<string, PhraseMaker<MergeRequestEvent>>([
  ['open', opened],
  ['update', updated],
  ['merge', (event) => ({ verb: 'merged', after: betweenBranches(event) })],
  ['close', () => ({ verb: 'closed', after: 'without merging it' })],
  ['reopen', () => ({ verb: 'reopened' })],
  ['approved', () => ({ verb: 'approved' })],
  ['unapproved', () => ({ verb: 'no longer approves' })],
  // One of several required approvals.
  ['approval', () => ({ verb: 'added an approval to' })],
  ['unapproval', () => ({ verb: 'took back an approval of' })],
])

function opened(event: MergeRequestEvent): Phrase {
  const { description } = event.object_attributes
  return {
    verb: 'opened',
    after: betweenBranches(event),
    quote: withoutHtmlComments(description),
  }
}

function updated(event: MergeRequestEvent): Phrase | null {
  return event.object_attributes.oldrev ? { verb: 'pushed to' } : renamed(event.changes)
}

function betweenBranches({
  object_attributes: { source_branch, target_branch },
}: MergeRequestEvent): string {
  if (!source_branch || !target_branch) return ''
  return `from ${codeSpan(source_branch)} to ${codeSpan(target_branch)}`
}

/** Phrase for an edited title; null for other edits, such as labels. */
function renamed(changes: Static<typeof GitlabTitleChange> | null | undefined): Phrase | null {
  const oldTitle = changes?.title?.previous
  return oldTitle ? { verb: `renamed “${foreignText(oldTitle)}” to` } : null
}

const mergeRequest = gitEvent(MergeRequestEvent, (event) => {
  const { project, user, object_attributes: attributes } = event
  const phrase = gitlabPhrase(mergeRequestPhrases, 'Merge Request Hook', attributes.action, event)
  const { iid, title, url } = attributes
  const item: Item = { title, url, label: mergeRequestLabel(iid) }
  return phrase && itemMessage(project.name, nameOf(user), item, phrase)
})

const IssueEvent = Type.Object({
  ...projectEvent,
  object_attributes: Type.Object(itemAttributes),
  changes: maybe(GitlabTitleChange),
})
type IssueEvent = Static<typeof IssueEvent>

const issuePhrases = new Map<string, PhraseMaker<IssueEvent>>([
  [
    'open',
    ({ object_attributes: { description } }) => ({
      verb: 'opened',
      quote: withoutHtmlComments(description),
    }),
  ],
  ['update', ({ changes }) => renamed(changes)],
  ['close', () => ({ verb: 'closed' })],
  ['reopen', () => ({ verb: 'reopened' })],
])

const issue = gitEvent(IssueEvent, (event) => {
  const { project, user, object_attributes: attributes } = event
  const phrase = gitlabPhrase(issuePhrases, 'Issue Hook', attributes.action, event)
  const { iid, title, url } = attributes
  const item: Item = { title, url, label: issueLabel(iid) }
  return phrase && itemMessage(project.name, nameOf(user), item, phrase)
})

export function mergeRequestLabel(iid: number): string {
  return `MR !${iid}`
}

export function issueLabel(iid: number): string {
  return `issue #${iid}`
}

export const itemEvents: [string, EventFormatter][] = [
  ['Merge Request Hook', mergeRequest],
  ['Issue Hook', issue],
  ['Confidential Issue Hook', issue],
  // Tasks, incidents and the like have the shape of issues.
  ['Work Item Hook', issue],
]
