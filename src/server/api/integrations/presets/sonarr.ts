import { definePreset } from '../declare/preset'

const episode =
  '{{ body.series.title }} - {{ body.episodes[0].seasonNumber }}x{{ body.episodes[0].episodeNumber }} - {{ body.episodes[0].title }}'

export const sonarr = definePreset({
  name: 'sonarr',
  displayName: 'Sonarr',
  clientName: 'Sonarr',
  summary: 'Episodes that Sonarr grabs, imports and deletes',
  event: '{{ body.eventType }}',
  topic: '{{ body.series.title | default: "Sonarr" }}',
  events: {
    Grab: { content: `${episode} has been grabbed.` },
    Download: {
      content: `${episode} has been {% if body.isUpgrade %}upgraded{% else %}imported{% endif %}.`,
    },
    Rename: { content: 'The episodes of {{ body.series.title }} have been renamed.' },
    SeriesAdd: { content: '{{ body.series.title }} has been added.' },
    SeriesDelete: { content: '{{ body.series.title }} has been deleted.' },
    EpisodeFileDelete: { content: `${episode} has been deleted.` },
    Health: { content: '⚠️ {{ body.message | link: body.wikiUrl }}', topic: 'Health' },
    HealthRestored: { content: '✅ {{ body.message }}', topic: 'Health' },
    ApplicationUpdate: { content: '{{ body.message }}', topic: 'Updates' },
    ManualInteractionRequired: { content: `⚠️ ${episode} needs a manual import.` },
    Test: { content: 'Sonarr can send messages here.', topic: 'Sonarr' },
  },
  steps: [
    'Open *Settings → Connect*, and add a *Webhook*.',
    'Choose the events, set *URL* to the one below and *Method* to POST, and press *Test*.',
  ],
})
