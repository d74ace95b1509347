import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { gitEvent } from '../git/events'
import type { EventFormatter } from '../git/events'
import { pageBelow } from '../git/items'
import { isBranchWanted, PushedCommit, pushMessage, refName, tagMessage } from '../git/pushes'
import type { BranchPush } from '../git/pushes'
import { maybe } from '../payload/schema'
import { nameOf, Project } from './parts'

/**
 * The hash in place of a commit before a branch was created, or after it was deleted.
 */
const noCommit = /^0+$/

const PushEvent = Type.Object({
  project: Project,
  user_name: maybe(Type.String()),
  user_username: maybe(Type.String()),
  ref: Type.String(),
  before: maybe(Type.String()),
  after: Type.String(),
  total_commits_count: maybe(Type.Integer()),
  commits: maybe(Type.Array(PushedCommit)),
})
type PushEvent = Static<typeof PushEvent>

const push = gitEvent(PushEvent, (payload, request) => {
  const { project } = payload
  const commits = payload.commits ?? []
  const branch = refName(payload.ref)
  if (!isBranchWanted(request, branch)) return null
  return pushMessage({
    actor: pusherOf(payload),
    repository: project.name,
    branch,
    kind: kindOf(payload),
    compareUrl: compareUrl(payload, branch),
    // GitLab sends the oldest commit first, which is the order of the message.
    commits: commits.map(({ id, message, url }) => ({ sha: id, message, url })),
    commitCount: Math.max(payload.total_commits_count ?? 0, commits.length),
  })
})

type Pusher = Pick<PushEvent, 'user_name' | 'user_username'>

function pusherOf({ user_name: name, user_username: username }: Pusher): string {
  return nameOf({ name: name ?? null, username: username ?? null })
}

function kindOf({ before, after }: PushEvent): BranchPush['kind'] {
  if (noCommit.test(after)) return 'delete'
  return noCommit.test(before ?? '') ? 'create' : 'update'
}

function compareUrl({ project, before, after }: PushEvent, branch: string) {
  const isNew = !before || noCommit.test(before)
  return pageBelow(
    project.web_url,
    isNew ? `-/commits/${branch}` : `-/compare/${before}...${after}`,
  )
}

const tagPush = gitEvent(
  Type.Object({
    project: Project,
    user_name: maybe(Type.String()),
    user_username: maybe(Type.String()),
    ref: Type.String(),
    after: Type.String(),
  }),
  ({ project, ref, after, ...pusher }) => {
    const [name, actor] = [refName(ref), pusherOf(pusher)]
    return noCommit.test(after)
      ? tagMessage(project.name, actor, 'deleted', { name })
      : tagMessage(project.name, actor, 'pushed', {
          name,
          url: pageBelow(project.web_url, `-/tags/${name}`),
        })
  },
)

export const pushEvents: [string, EventFormatter][] = [
  ['Push Hook', push],
  ['Tag Push Hook', tagPush],
]
