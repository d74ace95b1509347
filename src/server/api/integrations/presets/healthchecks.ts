import { definePreset } from '../declare/preset'

const check = '{{ body.name | link: body.url }}'

export const healthchecks = definePreset({
  name: 'healthchecks',
  displayName: 'Healthchecks',
  clientName: 'Healthchecks',
  summary: 'Jobs that no longer report to Healthchecks',
  event: '{{ body.status | downcase }}',
  topic: '{{ body.name | default: "Healthchecks" }}',
  events: {
    down: {
      content: `❌ ${check} is down.{% if body.last_ping %} The last ping was {{ body.last_ping }}.{% endif %}`,
    },
    up: { content: `✅ ${check} is up.` },
    test: { content: 'Healthchecks can send messages here.', topic: 'Healthchecks' },
  },
  steps: [
    'Open *Integrations → Add Integration → Webhook*, and choose *POST* for both events.',
    'Set both URLs to the one below, and both bodies to `{"name": $NAME_JSON, "status": "$STATUS"}`.',
  ],
})
