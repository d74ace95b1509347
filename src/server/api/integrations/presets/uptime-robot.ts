import { definePreset } from '../declare/preset'

const monitor = '{{ body.monitor_friendly_name }} ({{ body.monitor_url }})'

export const uptimeRobot = definePreset({
  name: 'uptimerobot',
  displayName: 'UptimeRobot',
  clientName: 'UptimeRobot',
  summary: 'Monitors of UptimeRobot that go down and come back',
  event: '{{ body.alert_type_friendly_name | downcase }}',
  topic: '{{ body.monitor_friendly_name | default: "UptimeRobot" }}',
  events: {
    up: {
      content:
        `${monitor} is back UP ({{ body.alert_details }}).` +
        '{% if body.alert_friendly_duration %}\nIt was down for {{ body.alert_friendly_duration }}.{% endif %}',
    },
    down: { content: `${monitor} is DOWN ({{ body.alert_details }}).` },
    test: { content: 'UptimeRobot can send messages here.', topic: 'UptimeRobot' },
    'ssl expiry': { content: `${monitor}: {{ body.alert_details }}` },
  },
  steps: [
    'Open *Integrations & API → Webhook*, and add a webhook with the URL below.',
    'Check *Send as JSON*, and paste as *POST value*: `{"monitor_url": "*monitorURL*", "monitor_friendly_name": "*monitorFriendlyName*", "alert_type_friendly_name": "*alertTypeFriendlyName*", "alert_details": "*alertDetails*", "alert_friendly_duration": "*alertFriendlyDuration*"}`',
  ],
})
