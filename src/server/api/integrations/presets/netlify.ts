import { definePreset } from '../declare/preset'

const build = '{{ body.name | link: body.deploy_ssl_url }} on branch {{ body.branch }}'

export const netlify = definePreset({
  name: 'netlify',
  displayName: 'Netlify',
  clientName: 'Netlify',
  summary: 'Builds of sites at Netlify',
  eventHeader: 'x-netlify-event',
  topic: '{{ body.name }} / {{ body.branch }}',
  events: {
    deploy_building: { content: `The build ${build} started.` },
    deploy_created: { content: `The build ${build} is now ready.` },
    deploy_failed: {
      content: `The build ${build} failed.{% if body.error_message %}\n{{ body.error_message | fence }}{% endif %}`,
    },
    deploy_locked: { content: `The deploys of ${build} are locked.` },
    deploy_unlocked: { content: `The deploys of ${build} are unlocked.` },
  },
  steps: [
    'Open *Site configuration → Build & deploy → Deploy notifications → Add notification → HTTP POST request*.',
    'Choose an event, and set *URL to notify* to the URL below. Repeat this for each event.',
  ],
})
