import { Type } from '@sinclair/typebox'
import { getFormatter } from '../git/events'
import { gitlabBuildEvents } from './builds'
import { itemEvents } from './items'
import { noteEvents } from './notes'
import { GITLAB } from './parts'
import { projectEvents } from './project'
import { pushEvents } from './pushes'
import { defineIntegration, getHeader } from '../integration'

const EVENT_HEADER = 'x-gitlab-event'

const events = new Map([
  ...pushEvents,
  ...itemEvents,
  ...noteEvents,
  ...gitlabBuildEvents,
  ...projectEvents,
])

/** The header names the event, and each event has a payload of its own. */
export const gitlab = defineIntegration({
  name: 'gitlab',
  displayName: GITLAB,
  clientName: 'GitLab',
  summary: 'Pushes, merge requests, issues, comments and pipelines of GitLab projects',
  payload: Type.Object({}),
  requiredHeaders: [EVENT_HEADER],

  format(payload, request) {
    return getFormatter(events, getHeader(request, EVENT_HEADER), GITLAB)(payload, request)
  },
})
