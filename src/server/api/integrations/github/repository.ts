import { Type } from '@sinclair/typebox'
import { gitEvent, silent, getFormatter } from '../git/events'
import type { EventFormatter } from '../git/events'
import { pageBelow, withQuote } from '../git/items'
import { shortSha } from '../git/pushes'
import { bold, foreignText, link } from '../message/inline'
import { maybe } from '../payload/schema'
import {
  actionEvent,
  Comment,
  githubName,
  linkTo,
  nameOf,
  Repository,
  repositoryEvent,
  GithubUser,
} from './parts'

/** GitHub's test of a new webhook; the message shows that it works. */
const ping = gitEvent(
  Type.Object({
    repository: maybe(Repository),
    organization: maybe(GithubUser),
    sender: maybe(GithubUser),
    zen: maybe(Type.String()),
  }),
  ({ repository, organization, sender, zen }) => {
    const source = repository ? linkTo(repository) : foreignText(organization?.login ?? githubName)
    const who = sender?.login ? ` by ${bold(sender.login)}` : ''
    const sentence = `The GitHub webhook of ${source} has been set up${who}`
    return {
      topic: repository?.name ?? organization?.login ?? githubName,
      content: withQuote(sentence, zen),
    }
  },
)

/**
 * `published` arrives together with `created` and `released` or `prereleased`: only one of
 * them becomes a message.
 */
const releaseVerbs: ReadonlyMap<string, string> = new Map([
  ['published', 'published'],
  ['unpublished', 'unpublished'],
  ['deleted', 'deleted'],
])
const silentReleaseActions = ['created', 'edited', 'prereleased', 'released']

const release = gitEvent(
  Type.Object({
    ...actionEvent,
    release: Type.Object({
      tag_name: Type.String(),
      name: maybe(Type.String()),
      body: maybe(Type.String()),
      html_url: maybe(Type.String()),
      prerelease: maybe(Type.Boolean()),
    }),
  }),
  ({ action, release, repository, sender }) => {
    if (silentReleaseActions.includes(action)) return null
    const verb = getFormatter(releaseVerbs, action, githubName, `release/${action}`)
    const kind = release.prerelease ? 'pre-release' : 'release'
    const title = link(release.name || release.tag_name, release.html_url)
    return {
      topic: `${repository.name} / releases`,
      content: withQuote(
        `${bold(nameOf(sender))} ${verb} ${kind} ${title}`,
        action === 'published' ? release.body : null,
      ),
    }
  },
)

const star = gitEvent(
  Type.Object({
    action: Type.String(),
    sender: maybe(GithubUser),
    repository: Type.Object({
      ...Repository.properties,
      stargazers_count: maybe(Type.Integer()),
    }),
  }),
  ({ action, sender, repository }) => {
    // Removed stars are silent.
    if (action !== 'created') return null
    const count = repository.stargazers_count
    return {
      topic: repository.name,
      content:
        `${bold(nameOf(sender))} starred ${linkTo(repository)}` +
        (count ? ` (${count} ${count === 1 ? 'star' : 'stars'} now).` : '.'),
    }
  },
)

const fork = gitEvent(
  Type.Object({ ...repositoryEvent, forkee: Repository }),
  ({ repository, sender, forkee }) => ({
    topic: repository.name,
    content: `${bold(nameOf(sender))} forked ${linkTo(repository)} ` + `as ${linkTo(forkee)}.`,
  }),
)

const madePublic = gitEvent(Type.Object(repositoryEvent), ({ repository, sender }) => ({
  topic: repository.name,
  content: `${bold(nameOf(sender))} made ${linkTo(repository)} public.`,
}))

const commitComment = gitEvent(
  Type.Object({
    ...repositoryEvent,
    comment: Type.Object({ ...Comment.properties, commit_id: Type.String() }),
  }),
  ({ repository, sender, comment }) => {
    const sha = comment.commit_id
    const commit = link(shortSha(sha), pageBelow(repository.html_url, `commit/${sha}`))
    const sentence = `${bold(nameOf(sender))} ${link('commented', comment.html_url)} on ${commit}`
    return { topic: repository.name, content: withQuote(sentence, comment.body) }
  },
)

export const repositoryEvents: [string, EventFormatter][] = [
  ['ping', ping],
  ['release', release],
  ['star', star],
  ['fork', fork],
  ['public', madePublic],
  ['commit_comment', commitComment],
  // `watch` duplicates the event of a star; the others are administrative.
  ...silent(['watch', 'label', 'milestone', 'meta', 'pull_request_review_thread']),
]
