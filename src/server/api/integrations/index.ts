import { alertmanager } from './alerts/alertmanager'
import { grafana } from './alerts/grafana'
import { github } from './github/github'
import { gitlab } from './gitlab/gitlab'
import { helloworld } from './helloworld'
import type { Integration } from './declare/integration'
import { rawJson } from './json'
import { slackIncoming } from './slack/slack-incoming'

/** All integrations, sorted by name. Add new ones here. */
export const integrations: readonly Integration[] = [
  alertmanager,
  github,
  gitlab,
  grafana,
  helloworld,
  rawJson,
  slackIncoming,
]

const integrationsByName = new Map(
  integrations.map((integration) => [integration.name, integration]),
)

/** @param name as in the URL */
export function findIntegration(name: string): Integration | undefined {
  return integrationsByName.get(name)
}
