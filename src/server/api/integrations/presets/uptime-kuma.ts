import { definePreset } from '../declare/preset'

const monitor = '{{ body.monitor.name | link: body.monitor.url }}'

export const uptimeKuma = definePreset({
  name: 'uptimekuma',
  displayName: 'Uptime Kuma',
  clientName: 'UptimeKuma',
  summary: 'Monitors of Uptime Kuma that go down and come back',
  event:
    '{% if body.heartbeat == nil %}{% if body.msg %}test{% endif %}{% else %}' +
    '{% case body.heartbeat.status %}{% when 0 %}down{% when 1 %}up{% when 2 %}pending' +
    '{% when 3 %}maintenance{% else %}status {{ body.heartbeat.status }}{% endcase %}{% endif %}',
  topic: '{{ body.monitor.name | default: "Uptime Kuma" }}',
  events: {
    up: { content: `✅ ${monitor} is up. {{ body.heartbeat.msg }}` },
    down: { content: `❌ ${monitor} is down. {{ body.heartbeat.msg }}` },
    pending: { content: `⚪ ${monitor} is pending. {{ body.heartbeat.msg }}` },
    maintenance: { content: `🔧 ${monitor} is under maintenance.` },
    test: { content: '{{ body.msg }}' },
  },
  steps: [
    'Open *Settings → Notifications → Setup Notification*.',
    'Choose the notification type *Webhook*, and the body *Preset - application/json*.',
    'Set *Post URL* to the URL below, and press *Test*.',
  ],
})
