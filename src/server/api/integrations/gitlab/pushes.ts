import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { gitEvent } from '../git/events'
import type { EventFormatter } from '../git/events'
import { isBranchWanted, pushMessage, refName, tagMessage } from '../git/pushes'
import type { BranchPush } from '../git/pushes'
import { maybe } from '../payload/schema'
import { Project } from './parts'

/**
 * The hash in place of a commit before a branch was created, or after it was deleted.
 */
const noCommit = /^0+$/

const PushEvent = Type.Object({
  project: Project,
  user_name: Type.String(),
  ref: Type.String(),
  before: Type.String(),
  after: Type.String(),
  total_commits_count: maybe(Type.Integer()),
  commits: Type.Array(
    Type.Object({ id: Type.String(), message: Type.String(), url: Type.String() }),
  ),
})
type PushEvent = Static<typeof PushEvent>

const push = gitEvent(PushEvent, (payload, request) => {
  const { project, commits } = payload
  const branch = refName(payload.ref)
  if (!isBranchWanted(request, branch)) return null
  return pushMessage({
    actor: payload.user_name,
    repository: project.name,
    branch,
    kind: kindOf(payload),
    compareUrl: compareUrl(payload, branch),
    // GitLab sends the oldest commit first, which is the order of the message.
    commits: commits.map(({ id, message, url }) => ({ sha: id, message, url })),
    commitCount: Math.max(payload.total_commits_count ?? 0, commits.length),
  })
})

function kindOf({ before, after }: PushEvent): BranchPush['kind'] {
  if (noCommit.test(after)) return 'delete'
  return noCommit.test(before) ? 'create' : 'update'
}

function compareUrl({ project, before, after }: PushEvent, branch: string): string {
  return noCommit.test(before)
    ? `${project.web_url}/-/commits/${branch}`
    : `${project.web_url}/-/compare/${before}...${after}`
}

const tagPush = gitEvent(
  Type.Object({
    project: Project,
    user_name: Type.String(),
    ref: Type.String(),
    after: Type.String(),
  }),
  ({ project, user_name, ref, after }) => {
    const name = refName(ref)
    return noCommit.test(after)
      ? tagMessage(project.name, user_name, 'deleted', { name })
      : tagMessage(project.name, user_name, 'pushed', {
          name,
          url: `${project.web_url}/-/tags/${name}`,
        })
  },
)

export const pushEvents: [string, EventFormatter][] = [
  ['Push Hook', push],
  ['Tag Push Hook', tagPush],
]
