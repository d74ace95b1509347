import { alertmanager } from './alerts/alertmanager'
import { grafana } from './alerts/grafana'
import { github } from './github/github'
import { gitlab } from './gitlab/gitlab'
import { helloworld } from './helloworld'
import type { Integration } from './declare/integration'
import { rawJson } from './json'
import { presets } from './presets'
import { slackIncoming } from './slack/slack-incoming'

/** All integrations, sorted by name. Add new ones to this list, or as data to `presets`. */
export const integrations: readonly Integration[] = [
  ...[alertmanager, github, gitlab, grafana, helloworld, rawJson, slackIncoming],
  ...presets,
].sort((one, other) => (one.name < other.name ? -1 : 1))

const integrationsByName = new Map(
  integrations.map((integration) => [integration.name, integration]),
)

/** @param name as in the URL */
export function findIntegration(name: string): Integration | undefined {
  return integrationsByName.get(name)
}
