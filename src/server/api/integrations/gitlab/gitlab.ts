import { Type } from '@sinclair/typebox'
import { getFormatter, namesOfHeard } from '../git/events'
import { branchOption } from '../git/pushes'
import { gitlabBuildEvents } from './builds'
import { itemEvents } from './items'
import { noteEvents } from './notes'
import { gitlabName } from './parts'
import { projectEvents } from './project'
import { pushEvents } from './pushes'
import { defineIntegration, getHeader } from '../declare/integration'
import { membersOf } from '../declare/private-repositories'

const eventHeader = 'x-gitlab-event'

const events = new Map([
  ...pushEvents,
  ...itemEvents,
  ...noteEvents,
  ...gitlabBuildEvents,
  ...projectEvents,
])

/** A header names the event type; each type has its own payload schema. */
export const gitlab = defineIntegration({
  name: 'gitlab',
  displayName: gitlabName,
  clientName: 'GitLab',
  summary: 'Pushes, merge requests, issues, comments and pipelines of GitLab projects',
  payload: Type.Object({}),
  events: { header: eventHeader, names: namesOfHeard(events) },
  urlOptions: [branchOption],
  isPrivate: isOfPrivateProject,

  format(payload, request) {
    return getFormatter(events, getHeader(request, eventHeader), gitlabName)(payload, request)
  },
})

/** Levels below that of public projects: private and internal. */
const lowestPublicLevel = 20

/** Events of builds have their project in `repository`, and releases in `project`. */
function isOfPrivateProject(payload: object): boolean {
  return ['project', 'repository'].some((name) => {
    const level = membersOf(payload, name)['visibility_level']
    return level !== undefined && level !== null && !(Number(level) >= lowestPublicLevel)
  })
}
