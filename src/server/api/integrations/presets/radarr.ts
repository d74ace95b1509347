import { definePreset } from '../declare/preset'

const movie = '{{ body.movie.title }}{% if body.movie.year %} ({{ body.movie.year }}){% endif %}'

export const radarr = definePreset({
  name: 'radarr',
  displayName: 'Radarr',
  clientName: 'Radarr',
  summary: 'Films that Radarr grabs, imports and deletes',
  event: '{{ body.eventType }}',
  topic: '{{ body.movie.title | default: "Radarr" }}',
  events: {
    Grab: { content: `${movie} has been grabbed.` },
    Download: {
      content: `${movie} has been {% if body.isUpgrade %}upgraded{% else %}imported{% endif %}.`,
    },
    Rename: { content: `The files of ${movie} have been renamed.` },
    MovieAdded: { content: `${movie} has been added.` },
    MovieDelete: { content: `${movie} has been deleted.` },
    MovieFileDelete: { content: `The file of ${movie} has been deleted.` },
    Health: { content: '⚠️ {{ body.message | link: body.wikiUrl }}', topic: 'Health' },
    HealthRestored: { content: '✅ {{ body.message }}', topic: 'Health' },
    ApplicationUpdate: { content: '{{ body.message }}', topic: 'Updates' },
    ManualInteractionRequired: { content: `⚠️ ${movie} needs a manual import.` },
    Test: { content: 'Radarr can send messages here.', topic: 'Radarr' },
  },
  steps: [
    'Open *Settings → Connect*, and add a *Webhook*.',
    'Choose the events, set *URL* to the one below and *Method* to POST, and press *Test*.',
  ],
})
