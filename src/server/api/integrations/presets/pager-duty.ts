import { definePreset } from '../declare/preset'

const incident = '{{ body.event.data.title | link: body.event.data.html_url }}'
const service = '{{ body.event.data.service.summary | link: body.event.data.service.html_url }}'
const agent =
  '{% if body.event.agent.summary %} by {{ body.event.agent.summary | link: body.event.agent.html_url }}{% endif %}'
const assignees =
  '{% if body.event.data.assignees.size > 0 %}, assigned to ' +
  '{% for one in body.event.data.assignees %}{% unless forloop.first %}, {% endunless %}{{ one.summary | link: one.html_url }}{% endfor %}{% endif %}'

export const pagerDuty = definePreset({
  name: 'pagerduty',
  displayName: 'PagerDuty',
  clientName: 'PagerDuty',
  summary: 'Incidents of PagerDuty',
  event: '{{ body.event.event_type }}',
  topic: 'Incident {{ body.event.data.number }}',
  events: {
    'incident.triggered': {
      content: `❌ ${incident} was triggered on ${service}${assignees}. Urgency: {{ body.event.data.urgency }}.`,
    },
    'incident.acknowledged': { content: `⚪ ${incident} was acknowledged${agent}.` },
    'incident.unacknowledged': { content: `❌ ${incident} is unacknowledged again.` },
    'incident.escalated': { content: `❌ ${incident} was escalated${assignees}.` },
    'incident.reassigned': { content: `⚪ ${incident} was reassigned${agent}${assignees}.` },
    'incident.reopened': { content: `❌ ${incident} was reopened${agent}.` },
    'incident.resolved': { content: `✅ ${incident} was resolved${agent}.` },
    'incident.annotated': {
      topic: 'Incident {{ body.event.data.incident.summary }}',
      content: `A note was added${agent}:\n{{ body.event.data.content | quote }}`,
    },
    'pagey.ping': { topic: 'PagerDuty', content: 'PagerDuty can send messages here.' },
  },
  silent: [
    ...(['incident.delegated', 'incident.priority_updated', 'incident.responder.added'] as const),
    ...(['incident.responder.replied', 'incident.status_update_published'] as const),
  ],
  steps: [
    'Open *Integrations → Generic Webhooks (v3) → New Webhook*.',
    'Set *Webhook URL* to the URL below, choose a service and events, and save.',
  ],
})
