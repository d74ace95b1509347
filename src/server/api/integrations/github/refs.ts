import { Type } from '@sinclair/typebox'
import { gitEvent } from '../git/events'
import type { EventFormatter } from '../git/events'
import { isBranchWanted, isTag, pushMessage, refName, tagMessage } from '../git/pushes'
import { bold, codeSpan } from '../message/inline'
import { repositoryEvent } from './parts'

/**
 * A push of commits to a branch. Created and deleted branches and tags are pushes too, so a
 * webhook limited to pushes, which is GitHub's default, reports them.
 */
const push = gitEvent(
  Type.Object({
    ...repositoryEvent,
    ref: Type.String(),
    compare: Type.String(),
    created: Type.Boolean(),
    deleted: Type.Boolean(),
    forced: Type.Boolean(),
    commits: Type.Array(
      Type.Object({ id: Type.String(), message: Type.String(), url: Type.String() }),
    ),
  }),
  (payload, request) => {
    const { repository, sender, created, deleted, forced, commits } = payload
    const name = refName(payload.ref)
    if (isTag(payload.ref)) {
      const tag = deleted ? { name } : { name, url: `${repository.html_url}/tree/${name}` }
      return tagMessage(repository.name, sender.login, deleted ? 'deleted' : 'pushed', tag)
    }
    if (!isBranchWanted(request, name)) return null
    return pushMessage({
      actor: sender.login,
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
        content: `${bold(sender.login)} ${verb} ${ref_type} ${codeSpan(ref)}.`,
      }
    },
  )
}

export const refEvents: [string, EventFormatter][] = [
  ['push', push],
  ['create', refEvent('created')],
  ['delete', refEvent('deleted')],
]
