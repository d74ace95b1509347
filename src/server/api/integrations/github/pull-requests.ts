import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { getFormatter, gitEvent, silent } from '../git/events'
import type { EventFormatter } from '../git/events'
import { itemMessage, withoutHtmlComments } from '../git/items'
import type { Item, Phrase, PhraseMaker } from '../git/items'
import { codeSpan, link } from '../message/inline'
import { maybe } from '../payload/schema'
import {
  actionEvent,
  GithubTitleChange,
  Comment,
  commentPhrases,
  githubName,
  nameOf,
  githubPhrase,
  renamed,
  GithubUser,
} from './parts'

/** A pull request in the payload of a review. */
const ReviewedPullRequest = Type.Object({
  number: Type.Integer(),
  title: Type.String(),
  html_url: maybe(Type.String()),
})

const PullRequest = Type.Object({
  ...ReviewedPullRequest.properties,
  body: maybe(Type.String()),
  merged: maybe(Type.Boolean()),
  draft: maybe(Type.Boolean()),
  head: maybe(Type.Object({ ref: maybe(Type.String()), label: maybe(Type.String()) })),
  base: maybe(Type.Object({ ref: maybe(Type.String()) })),
})

const PullRequestEvent = Type.Object({
  ...actionEvent,
  pull_request: PullRequest,
  assignee: maybe(GithubUser),
  requested_reviewer: maybe(GithubUser),
  requested_team: maybe(Type.Object({ name: Type.String() })),
  changes: maybe(GithubTitleChange),
})
type PullRequestEvent = Static<typeof PullRequestEvent>

const phrases = new Map<string, PhraseMaker<PullRequestEvent>>([
  ['opened', opened],
  ['closed', closed],
  ['reopened', () => ({ verb: 'reopened' })],
  ['ready_for_review', () => ({ verb: 'marked', after: 'as ready for review' })],
  ['converted_to_draft', () => ({ verb: 'converted', after: 'to a draft' })],
  ['synchronize', () => ({ verb: 'pushed to' })],
  ['edited', ({ changes }) => renamed(changes)],
  ['assigned', ({ assignee }) => ({ verb: `assigned ${nameOf(assignee)} to` })],
  ['unassigned', ({ assignee }) => ({ verb: `unassigned ${nameOf(assignee)} from` })],
  ['review_requested', (event) => ({ verb: `asked ${reviewerOf(event)} to review` })],
  [
    'review_request_removed',
    (event) => ({ verb: `no longer asks ${reviewerOf(event)} to review` }),
  ],
  ...silent(['labeled', 'unlabeled', 'milestoned', 'demilestoned', 'locked', 'unlocked']),
  ...silent(['auto_merge_enabled', 'auto_merge_disabled', 'enqueued', 'dequeued']),
])

function opened({ pull_request: pull }: PullRequestEvent): Phrase {
  return {
    verb: pull.draft ? 'opened draft' : 'opened',
    after: betweenBranches(pull),
    quote: withoutHtmlComments(pull.body),
  }
}

function closed({ pull_request: pull }: PullRequestEvent): Phrase {
  if (pull.merged) return { verb: 'merged', after: betweenBranches(pull) }
  return { verb: 'closed', after: 'without merging it' }
}

function betweenBranches({ head, base }: PullRequestEvent['pull_request']): string {
  const from = head?.label || head?.ref
  return from && base?.ref ? `from ${codeSpan(from)} to ${codeSpan(base.ref)}` : ''
}

function reviewerOf(event: PullRequestEvent): string {
  return nameOf(event.requested_reviewer ?? { login: event.requested_team?.name ?? '' })
}

const pullRequest = gitEvent(PullRequestEvent, (event) => {
  const phrase = githubPhrase(phrases, 'pull_request', event)
  const item = asItem(event.pull_request)
  return phrase && itemMessage(event.repository.name, nameOf(event.sender), item, phrase)
})

const ReviewEvent = Type.Object({
  ...actionEvent,
  review: Type.Object({
    state: Type.String(),
    body: maybe(Type.String()),
    html_url: maybe(Type.String()),
  }),
  pull_request: ReviewedPullRequest,
})
type ReviewEvent = Static<typeof ReviewEvent>

const reviewPhrases = new Map<string, PhraseMaker<ReviewEvent>>([
  ['submitted', submitted],
  ['dismissed', () => ({ verb: 'dismissed a review of' })],
  ...silent(['edited']),
])

const reviewVerbs: ReadonlyMap<string, string> = new Map([
  ['approved', 'approved'],
  ['changes_requested', 'requested changes to'],
  ['commented', 'reviewed'],
])

function submitted({ review }: ReviewEvent): Phrase | null {
  const state = review.state.toLowerCase()
  // A comment on a line also creates a review without a body; the comment has its own event.
  if (state === 'commented' && !review.body) return null
  const eventType = `pull_request_review/submitted/${state}`
  const verb = getFormatter(reviewVerbs, state, githubName, eventType)
  return { verb: link(verb, review.html_url), quote: review.body }
}

const review = gitEvent(ReviewEvent, (event) => {
  const phrase = githubPhrase(reviewPhrases, 'pull_request_review', event)
  const item = asItem(event.pull_request)
  return phrase && itemMessage(event.repository.name, nameOf(event.sender), item, phrase)
})

const reviewComment = gitEvent(
  Type.Object({ ...actionEvent, comment: Comment, pull_request: ReviewedPullRequest }),
  (event) => {
    const phrase = githubPhrase(commentPhrases, 'pull_request_review_comment', event)
    const item = asItem(event.pull_request)
    return phrase && itemMessage(event.repository.name, nameOf(event.sender), item, phrase)
  },
)

function asItem(pull: Static<typeof ReviewedPullRequest>): Item {
  return { label: `PR #${pull.number}`, title: pull.title, url: pull.html_url }
}

export const pullRequestEvents: [string, EventFormatter][] = [
  ['pull_request', pullRequest],
  ['pull_request_review', review],
  ['pull_request_review_comment', reviewComment],
]
