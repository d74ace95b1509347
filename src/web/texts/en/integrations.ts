/* Integrations with other services, and their setup steps. */

export const integrations = {
  title: 'Integrations',
  words: 'webhook github gitlab grafana alertmanager slack json service bot',
  about:
    'Services that can post messages here. Each gets a webhook URL, which contains the API key of a bot.',
  all: 'All integrations',
  setUp: (name: string) => `Set up ${name}`,
  steps: 'Setup steps',
  bot: 'Bot that posts',
  botAbout:
    'Its messages come from one of your incoming webhook bots, which can only send messages.',
  botChoice: 'Bot',
  newBot: 'New bot',
  botName: 'Bot name',
  create: 'Create bot',
  mayNot: 'You cannot create bots here. Ask an administrator.',
  address: 'Webhook URL',
  none: 'No matches',
  find: 'Find an integration',
}

interface IntegrationWords {
  /** The events that it posts. */
  about: string
  /** Setup steps in the service; the form above them shows the webhook URL. */
  steps: readonly string[]
}

/** Keyed by the name of the integration. */
export const integrationGuides: Readonly<Record<string, IntegrationWords>> = {
  alertmanager: {
    about: 'Prometheus alerts when they fire and when they resolve.',
    steps: [
      'In alertmanager.yml, add a receiver with a webhook_configs entry whose url is the webhook URL above. Keep send_resolved on to be notified when alerts resolve.',
      'Name the receiver in a route.',
      'Reload the configuration: send Alertmanager SIGHUP, or post to /-/reload.',
    ],
  },
  github: {
    about: 'Pushes, pull requests, issues, releases and builds of GitHub repositories.',
    steps: [
      'On GitHub, open the repository (or the organization), then Settings, Webhooks, Add webhook.',
      'Payload URL: the webhook URL above. Content type: application/json. Leave the secret empty.',
      'Choose which events GitHub sends. Events that are not selected above are not posted.',
      'Click Add webhook. GitHub sends a ping at once, which appears here as a message.',
    ],
  },
  gitlab: {
    about: 'Pushes, merge requests, issues, comments and pipelines of GitLab projects.',
    steps: [
      'In GitLab, open the project (or the group), then Settings, Webhooks, Add new webhook.',
      'URL: the webhook URL above. Leave the secret token empty.',
      'Choose the triggers, keep SSL verification on, and add the webhook.',
      'Click Test to send an example, which appears here.',
    ],
  },
  grafana: {
    about: 'Grafana alerts, including those of legacy alerting (before version 8).',
    steps: [
      'In Grafana, open Alerting, Contact points, Add contact point.',
      'Integration: Webhook. URL: the webhook URL above. HTTP method: POST.',
      'Click Test to send an example, then save the contact point.',
      'Under Notification policies, route the alerts you need to the contact point.',
    ],
  },
  helloworld: {
    about: 'A greeting with a featured article, to try out webhooks.',
    steps: [
      'Post JSON with featured_title and featured_url to the webhook URL above, for example with curl:',
      'curl WEBHOOK_URL -d \'{"featured_title": "Chat", "featured_url": "https://en.wikipedia.org/wiki/Chat"}\'',
    ],
  },
  json: {
    about:
      'Any JSON object, shown as is. For services without their own integration, and to see what a service sends.',
    steps: [
      'Enter the webhook URL above in the service.',
      'Each JSON object that the service posts becomes a message with a code block.',
    ],
  },
  slack_incoming: {
    about: 'Slack-compatible webhooks.',
    steps: [
      'In the service, find its Slack notifications by incoming webhook.',
      'Enter the webhook URL above in place of Slack’s webhook URL.',
      'Slack text, attachments and blocks become a message here. The URL decides where it is posted, not the Slack channel.',
    ],
  },
}
