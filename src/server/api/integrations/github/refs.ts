import { Type } from '@sinclair/typebox'
import { gitEvent } from '../git/events'
import type { EventFormatter } from '../git/events'
import { pageBelow } from '../git/items'
import {
  isBranchWanted,
  isTag,
  PushedCommit,
  pushMessage,
  refName,
  tagMessage,
} from '../git/pushes'
import { bold, codeSpan } from '../message/inline'
import { maybe } from '../payload/schema'
import { nameOf, repositoryEvent } from './parts'

/**
 * A push of commits to a branch. Created and deleted branches and tags are pushes too, so a
 * webhook limited to pushes, which is GitHub's default, reports them.
 */
const push = gitEvent(
  Type.Object({
    ...repositoryEvent,
    ref: Type.String(),
    compare: maybe(Type.String()),
    created: maybe(Type.Boolean()),
    deleted: maybe(Type.Boolean()),
    forced: maybe(Type.Boolean()),
    pusher: maybe(Type.Object({ name: maybe(Type.String()) })),
    commits: maybe(Type.Array(PushedCommit)),
  }),
  (payload, request) => {
    const { repository, sender, pusher, created, deleted, forced } = payload
    const commits = payload.commits ?? []
    const actor = nameOf(sender?.login ? sender : { login: pusher?.name ?? null })
    const name = refName(payload.ref)
    if (isTag(payload.ref)) {
      const tag = deleted ? { name } : { name, url: pageBelow(repository.html_url, `tree/${name}`) }
      return tagMessage(repository.name, actor, deleted ? 'deleted' : 'pushed', tag)
    }
    if (!isBranchWanted(request, name)) return null
    return pushMessage({
      actor,
      repository: repository.name,
      branch: name,
      kind: deleted ? 'delete' : created ? 'create' : forced ? 'force' : 'update',
      compareUrl: payload.compare,
      commits: commits.map(({ id, message, url }) => ({ sha: id, message, url })),
      commitCount: commits.length,
    })
  },
)

/** A created or deleted branch or tag, for webhooks subscribed to these events without pushes. */
function refEvent(verb: 'created' | 'deleted'): EventFormatter {
  return gitEvent(
    Type.Object({ ...repositoryEvent, ref: Type.String(), ref_type: Type.String() }),
    ({ repository, sender, ref, ref_type }, request) => {
      const isBranch = ref_type === 'branch'
      if (isBranch && !isBranchWanted(request, ref)) return null
      return {
        topic: isBranch ? `${repository.name} / ${ref}` : repository.name,
        content: `${bold(nameOf(sender))} ${verb} ${ref_type} ${codeSpan(ref)}.`,
      }
    },
  )
}

export const refEvents: [string, EventFormatter][] = [
  ['push', push],
  ['create', refEvent('created')],
  ['delete', refEvent('deleted')],
]
