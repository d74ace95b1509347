import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { gitEvent, silent } from '../git/events'
import type { EventFormatter } from '../git/events'
import { itemMessage, withoutHtmlComments } from '../git/items'
import type { Item, PhraseMaker } from '../git/items'
import { foreignText } from '../message/inline'
import { maybe } from '../payload/schema'
import {
  actionEvent,
  GithubTitleChange,
  Comment,
  commentPhrases,
  nameOf,
  githubPhrase,
  renamed,
  GithubUser,
} from './parts'

const Issue = Type.Object({
  number: Type.Integer(),
  title: Type.String(),
  html_url: maybe(Type.String()),
  body: maybe(Type.String()),
  state_reason: maybe(Type.String()),
  /** Present when the issue is the conversation of a pull request. */
  pull_request: maybe(Type.Object({})),
})
type Issue = Static<typeof Issue>

const IssueEvent = Type.Object({
  ...actionEvent,
  issue: Issue,
  assignee: maybe(GithubUser),
  changes: maybe(GithubTitleChange),
})
type IssueEvent = Static<typeof IssueEvent>

const phrases = new Map<string, PhraseMaker<IssueEvent>>([
  ['opened', ({ issue }) => ({ verb: 'opened', quote: withoutHtmlComments(issue.body) })],
  ['closed', ({ issue }) => ({ verb: 'closed', after: closingReason(issue) })],
  ['reopened', () => ({ verb: 'reopened' })],
  ['deleted', () => ({ verb: 'deleted' })],
  ['transferred', () => ({ verb: 'moved', after: 'to another repository' })],
  ['edited', ({ changes }) => renamed(changes)],
  ['assigned', ({ assignee }) => ({ verb: `assigned ${nameOf(assignee)} to` })],
  ['unassigned', ({ assignee }) => ({ verb: `unassigned ${nameOf(assignee)} from` })],
  ...silent(['labeled', 'unlabeled', 'milestoned', 'demilestoned', 'typed', 'untyped']),
  ...silent(['locked', 'unlocked', 'pinned', 'unpinned']),
])

function closingReason({ state_reason }: Issue): string {
  return state_reason && state_reason !== 'completed'
    ? `as ${foreignText(state_reason).replaceAll('_', ' ')}`
    : ''
}

const issues = gitEvent(IssueEvent, (event) => {
  const phrase = githubPhrase(phrases, 'issues', event)
  const { repository, sender, issue } = event
  return phrase && itemMessage(repository.name, nameOf(sender), asItem(issue), phrase)
})

const issueComment = gitEvent(
  Type.Object({ ...actionEvent, comment: Comment, issue: Issue }),
  (event) => {
    const phrase = githubPhrase(commentPhrases, 'issue_comment', event)
    const { repository, sender, issue } = event
    return phrase && itemMessage(repository.name, nameOf(sender), asItem(issue), phrase)
  },
)

/** An issue as an item. Pull requests get the label `PR`, so that comments share the topic of their other events. */
function asItem(issue: Issue): Item {
  const kind = issue.pull_request ? 'PR' : 'issue'
  return { label: `${kind} #${issue.number}`, title: issue.title, url: issue.html_url }
}

export const issueEvents: [string, EventFormatter][] = [
  ['issues', issues],
  ['issue_comment', issueComment],
]
