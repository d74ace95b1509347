import { definePreset } from '../declare/preset'

export const statuspage = definePreset({
  name: 'statuspage',
  displayName: 'Statuspage',
  clientName: 'Statuspage',
  summary: 'Incidents and components of a page at Statuspage',
  event: '{% if body.incident %}incident{% elsif body.component_update %}component{% endif %}',
  topic: '{{ body.incident.name }}{{ body.component.name }}: {{ body.page.status_description }}',
  events: {
    incident: {
      content:
        '**{{ body.incident.name | link: body.incident.shortlink }}**:\n' +
        '* State: **{{ body.incident.status | replace: "_", " " }}**\n' +
        '* Description: {{ body.incident.incident_updates[0].body }}',
    },
    component: {
      content:
        '**{{ body.component.name }}** has changed status from ' +
        '**{{ body.component_update.old_status | replace: "_", " " }}** to ' +
        '**{{ body.component_update.new_status | replace: "_", " " }}**.',
    },
  },
  steps: [
    'Open the page as a visitor, *Subscribe to updates*, and choose the symbol of webhooks.',
    'Enter the URL below and an address for failures.',
  ],
})
