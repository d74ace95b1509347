/* Systems that can tell of what happens there, and how each is set up. */

export const integrations = {
  title: 'Integrations',
  words: 'webhook github gitlab grafana alertmanager slack json service bot',
  about:
    'Systems that can tell here of what happens there. Each is given an address, which has the key of a bot in it.',
  all: 'All integrations',
  setUp: (name: string) => `Set up ${name}`,
  steps: 'How it is set up',
  bot: 'The bot that writes',
  botAbout:
    'Its messages come from a bot of yours, an incoming webhook, which can do nothing else.',
  botChoice: 'Bot',
  newBot: 'A new bot',
  botName: 'Name of the bot',
  create: 'Create bot',
  mayNot: 'You may not make bots here: ask an administrator.',
  address: 'The address',
  none: 'Nothing has such a name.',
  find: 'Find an integration',
}

interface IntegrationWords {
  /** What it tells of. */
  about: string
  /** What to do there; the address comes from the form. */
  steps: readonly string[]
}

/** By the names of the integrations. */
export const integrationGuides: Readonly<Record<string, IntegrationWords>> = {
  alertmanager: {
    about: 'Alerts of Prometheus, as they begin and end.',
    steps: [
      'In alertmanager.yml, add a receiver with a webhook_configs entry, whose url is the address above. Leave send_resolved on to hear when alerts end.',
      'Name the receiver in a route.',
      'Have Alertmanager read the file: send it SIGHUP, or post to /-/reload.',
    ],
  },
  github: {
    about: 'Pushes, pull requests, issues, releases and builds of GitHub repositories.',
    steps: [
      'On GitHub, open the repository (or the organisation), then Settings, Webhooks, Add webhook.',
      'Payload URL: the address above. Content type: application/json. Leave the secret empty.',
      'Choose which events GitHub sends; those that are left out above become no messages either way.',
      'Add webhook. GitHub sends a ping at once, which arrives here as a message.',
    ],
  },
  gitlab: {
    about: 'Pushes, merge requests, issues, comments and pipelines of GitLab projects.',
    steps: [
      'In GitLab, open the project (or the group), then Settings, Webhooks, Add new webhook.',
      'URL: the address above. Leave the secret token empty.',
      'Choose the triggers, keep SSL verification on, and add the webhook.',
      'Test sends an example, which arrives here.',
    ],
  },
  grafana: {
    about: 'Alerts of Grafana, of the present alerting and of that before version 8.',
    steps: [
      'In Grafana, open Alerting, Contact points, Add contact point.',
      'Integration: Webhook. URL: the address above. HTTP method: POST.',
      'Test sends an example; then save the contact point.',
      'Under Notification policies, send the alerts that matter to it.',
    ],
  },
  helloworld: {
    about: 'A greeting with a featured article: to see how webhooks work.',
    steps: [
      'Post JSON with featured_title and featured_url to the address above, for instance with curl:',
      'curl ADDRESS -d \'{"featured_title": "Chat", "featured_url": "https://en.wikipedia.org/wiki/Chat"}\'',
    ],
  },
  json: {
    about:
      'Any JSON object, as it is: for services without an integration of their own, and to see what one sends.',
    steps: [
      'Give the service the address above as the one that it calls.',
      'Each object that it posts becomes a message with a block of JSON.',
    ],
  },
  slack_incoming: {
    about: 'What services send that know how to write to Slack.',
    steps: [
      'In the service, look for its Slack notifications, by an incoming webhook.',
      'Give it the address above in place of Slack’s webhook URL.',
      'Text, attachments and blocks of Slack become a message here; its channel says nothing, the address does.',
    ],
  },
}
