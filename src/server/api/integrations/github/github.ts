import { Type } from '@sinclair/typebox'
import { getFormatter, namesOfHeard } from '../git/events'
import { branchOption } from '../git/pushes'
import { githubBuildEvents } from './builds'
import { issueEvents } from './issues'
import { githubName } from './parts'
import { pullRequestEvents } from './pull-requests'
import { refEvents } from './refs'
import { repositoryEvents } from './repository'
import { defineIntegration, getHeader } from '../declare/integration'
import { membersOf } from '../declare/private-repositories'

const eventHeader = 'x-github-event'

const events = new Map([
  ...refEvents,
  ...pullRequestEvents,
  ...issueEvents,
  ...repositoryEvents,
  ...githubBuildEvents,
])

/** A header names the event type; each type has its own payload schema. */
export const github = defineIntegration({
  name: 'github',
  displayName: githubName,
  clientName: 'GitHub',
  summary: 'Pushes, pull requests, issues, releases and builds of GitHub repositories',
  payload: Type.Object({}),
  events: { header: eventHeader, names: namesOfHeard(events) },
  urlOptions: [branchOption],
  acceptsFormPayload: true,
  // Also true for internal repositories of an enterprise.
  isPrivate: (payload) => Boolean(membersOf(payload, 'repository')['private']),

  format(payload, request) {
    return getFormatter(events, getHeader(request, eventHeader), githubName)(payload, request)
  },
})
