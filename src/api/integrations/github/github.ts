import { Type } from '@sinclair/typebox'
import { getFormatter } from '../git/events'
import { githubBuildEvents } from './builds'
import { issueEvents } from './issues'
import { GITHUB } from './parts'
import { pullRequestEvents } from './pull-requests'
import { refEvents } from './refs'
import { repositoryEvents } from './repository'
import { defineIntegration, getHeader } from '../integration'

const EVENT_HEADER = 'x-github-event'

const events = new Map([
  ...refEvents,
  ...pullRequestEvents,
  ...issueEvents,
  ...repositoryEvents,
  ...githubBuildEvents,
])

/** The header names the event, and each event has a payload of its own. */
export const github = defineIntegration({
  name: 'github',
  displayName: GITHUB,
  clientName: 'GitHub',
  summary: 'Pushes, pull requests, issues, releases and builds of GitHub repositories',
  payload: Type.Object({}),
  requiredHeaders: [EVENT_HEADER],
  acceptsFormPayload: true,

  format(payload, request) {
    return getFormatter(events, getHeader(request, EVENT_HEADER), GITHUB)(payload, request)
  },
})
